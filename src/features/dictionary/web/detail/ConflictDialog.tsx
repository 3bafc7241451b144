// Shows rows that somebody else saved meanwhile beside the local ones; the user chooses row by row. All other
// rows are merged.
import { Button, DialogBody, DialogFooter, Radio, RadioGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { timeText } from '#web/ui/timeText.ts'
import type { Sheet } from '../sheet/Sheet.ts'
import { type Conflicted, resolveConflict, useOpened } from './opened.ts'

/** Beyond this number, one choice applies to all the remaining rows. */
const mostShown = 200

export function ConflictDialog({ sheet, conflict }: { sheet: Sheet; conflict: Conflicted }) {
  const { present, by, at, rows } = conflict
  const theirs = new Map(present.values.map(({ dataId, data }) => [dataId, data]))
  const contested = [...theirs.keys(), ...present.gone]
  const [mine, setMine] = useState<ReadonlySet<number>>(() => new Set(contested))
  const isReshaped =
    present.name !== sheet.kept.name ||
    present.formName !== sheet.kept.formName ||
    JSON.stringify(present.attributes) !== JSON.stringify(sheet.kept.attributes)
  const [shape, setShape] = useState<'mine' | 'theirs'>(sheet.isReshaped ? 'mine' : 'theirs')
  const close = () => useOpened.setState({ conflict: null })
  const choose = (dataId: number, side: string) => {
    const next = new Set(mine)
    if (side === 'mine') next.add(dataId)
    else next.delete(dataId)
    setMine(next)
  }
  const mineOf = (dataId: number): string => {
    const row = rows.find((one) => one.dataId === dataId)
    return row ? sheet.columns.map(({ id }) => row.cells[id] ?? '').join('、') : '（已删除）'
  }
  const name = by || '其他人'
  return (
    <TitledDialog title="字典已被他人修改" className="dictionary-conflict" onClose={close}>
      <DialogBody>
        <p role="alert">
          {name} 在 {timeText(at)} 保存了修改。没有碰到同一行的都会保留；下面的请选择保留哪个。
        </p>
        {isReshaped && (
          <RadioGroup
            label="名称与列"
            selectedValue={shape}
            onChange={(event) => setShape(event.currentTarget.value as typeof shape)}
          >
            <Radio value="mine" label={`我的：${sheet.columns.map((column) => column.name).join('、')}`} />
            <Radio value="theirs" label={`${name} 的：${present.attributes.join('、')}`} />
          </RadioGroup>
        )}
        {contested.slice(0, mostShown).map((dataId) => (
          <RadioGroup
            key={dataId}
            className="dictionary-conflict-row"
            label={`行 ${theirs.get(dataId)?.[0] ?? mineOf(dataId).split('、')[0]}`}
            selectedValue={mine.has(dataId) ? 'mine' : 'theirs'}
            onChange={(event) => choose(dataId, event.currentTarget.value)}
          >
            <Radio value="mine" label={`我的：${mineOf(dataId)}`} />
            <Radio value="theirs" label={`${name} 的：${theirs.get(dataId)?.join('、') ?? '（已删除）'}`} />
          </RadioGroup>
        ))}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="继续编辑" onClick={close} />
            <Button text="全用对方的" onClick={() => setMine(new Set())} />
            <Button text="全用我的" onClick={() => setMine(new Set(contested))} />
            <Button intent="primary" text="保存所选" onClick={() => void resolveConflict(mine, shape)} />
          </>
        }
      />
    </TitledDialog>
  )
}
