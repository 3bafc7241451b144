// Items of the row menu, for the ticked rows, else the selected ones.
import { MenuItem } from '@blueprintjs/core'
import type { CommandId } from '#commands/index.ts'
import { KeyHint } from '../shell/keys/KeyHint.tsx'
import type { MenuRun } from '../table/types.ts'
import { isOffered, type ListWork } from './ListWork.ts'

export function RowItems<Row extends object>({ work, run }: { work: ListWork<Row>; run: MenuRun }) {
  const { open, form, remove, actions = [], measure } = work.list.declaration
  const { ticked } = work.list.useState.getState()
  const many = ticked.size > 1 ? ` ${ticked.size} ${measure}` : ''
  const writes = work.mayWriteHere
  return (
    <>
      {open && <Item command="list.open" text="打开" onClick={run(() => work.open(work.chosen()))} />}
      {form && writes && <Item command="list.edit" text="编辑" onClick={run(() => work.edit())} />}
      {actions
        .filter(({ command }) => isOffered(command))
        .map((action) => (
          <Item
            key={action.command}
            command={action.command}
            text={`${action.title}${action.start ? '' : many}`}
            onClick={run(() => void work.start(action))}
          />
        ))}
      {remove && writes && (
        <Item command="list.delete" text={`删除${many}`} onClick={run(() => void work.remove())} />
      )}
      <Item command="list.tick" text="勾选或取消勾选" onClick={run(() => void work.tickChosen())} />
    </>
  )
}

interface ItemProps {
  command: CommandId
  text: string
  onClick: () => void
}

function Item({ command, ...item }: ItemProps) {
  return <MenuItem {...item} labelElement={<KeyHint command={command} />} />
}
