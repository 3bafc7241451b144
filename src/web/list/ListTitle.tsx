// A list's title line, with the actions on the whole list.
import { Button, MenuDivider, MenuItem } from '@blueprintjs/core'
import { Add, Duplicate, Menu as MenuIcon, Refresh } from '@blueprintjs/icons'
import { memo, type ReactNode } from 'react'
import { CommandTip } from '../shell/keys/CommandTip.tsx'
import { KeyHint } from '../shell/keys/KeyHint.tsx'
import { MoreButton } from '../ui/menus/MoreButton.tsx'
import { isOffered, type ListWork } from './ListWork.ts'

interface Props<Row extends object> {
  work: ListWork<Row>
  lead: ReactNode
  /** Label of the drawer at the left; null if there is none. */
  drawer: string | null
  onDrawer: (open: boolean) => void
  mayWrite: boolean
  actions: ReactNode
}

/** Not rendered for each searched letter: its tool tips and menus cost milliseconds. */
export const ListTitle = memo(Title) as typeof Title

function Title<Row extends object>({ work, lead, drawer, onDrawer, mayWrite, actions }: Props<Row>) {
  const { title, noun, paste } = work.list.declaration
  return (
    <div className="list-title">
      <h1 className={lead ? 'visually-hidden' : undefined}>{title}</h1>
      {lead}
      <div className="list-title-actions">
        {drawer !== null && (
          <Button variant="minimal" icon={<MenuIcon />} aria-label={drawer} onClick={() => onDrawer(true)} />
        )}
        {actions}
        <CommandTip command="list.refresh" title="重新读取">
          <Button
            variant="minimal"
            icon={<Refresh size={14} />}
            aria-label="刷新"
            onClick={() => void work.list.refresh()}
          />
        </CommandTip>
        {paste && mayWrite && (
          <CommandTip command="list.paste" title={`从表格软件粘贴多${work.list.declaration.measure}${noun}`}>
            <Button
              variant="minimal"
              icon={<Duplicate size={14} />}
              text="批量粘贴"
              onClick={() => work.paste()}
            />
          </CommandTip>
        )}
        {work.canCreate && mayWrite && (
          <CommandTip command="list.create" title={`新建${noun}`}>
            <Button variant="minimal" icon={<Add size={14} />} text="新建" onClick={() => work.create()} />
          </CommandTip>
        )}
        <MoreButton size="small">
          <TitleItems work={work} />
        </MoreButton>
      </div>
    </div>
  )
}

function TitleItems<Row extends object>({ work }: { work: ListWork<Row> }) {
  const { remove, actions = [] } = work.list.declaration
  return (
    <>
      <MenuItem
        text="导出 xlsx"
        labelElement={<KeyHint command="list.export" />}
        onClick={() => work.run['list.export']()}
      />
      <MenuItem text="导出 csv" onClick={() => work.run['list.exportCsv']()} />
      <MenuDivider />
      {actions
        .filter(({ command }) => isOffered(command))
        .map((action) => (
          <MenuItem
            key={action.command}
            text={action.title}
            labelElement={<KeyHint command={action.command} />}
            onClick={() => void work.start(action)}
          />
        ))}
      {remove && work.mayWriteHere && (
        <MenuItem
          text="删除所选"
          labelElement={<KeyHint command="list.delete" />}
          onClick={() => void work.remove()}
        />
      )}
      <MenuItem
        text="勾选或取消勾选全部"
        labelElement={<KeyHint command="list.tickAll" />}
        onClick={() => void work.tickAll()}
      />
    </>
  )
}
