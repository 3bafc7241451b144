// Compares the open text with another one: by path, or line by line with sorted keys.
import { Button } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { useSettings } from '#web/shell/settings.ts'
import { DataTable } from '#web/table/DataTable.tsx'
import type { CellPosition, TableColumn } from '#web/table/types.ts'
import { Problem } from '#features/tools/web/instruments/Fields.tsx'
import { LineDifference } from '#features/tools/web/LineDifference.tsx'
import type { ChangeKind, Compared } from '../engine/compare.ts'
import type { ToldProblem } from '../engine/problem.ts'
import { goToValue, jsonWorker, tried } from './store.ts'
import { chooseFile, useTaking } from './useTaking.ts'
import { changeTitles, countText } from './words.ts'

type Outcome = { compared: Compared } | { problem: ToldProblem } | null
/** Limit for each text, in bytes, up to which lines are shown side by side. */
const mostLines = 1_000_000

export function CompareView() {
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [isBusy, setBusy] = useState(false)
  const [typed, setTyped] = useState('')
  const compare = (source: string | File) => {
    setBusy(true)
    void tried(async () => setOutcome(await jsonWorker.askText('compare', source))).finally(() =>
      setBusy(false),
    )
  }
  const { drop } = useTaking(compare)
  if (outcome && 'compared' in outcome)
    return (
      <div className="json-compare" {...drop}>
        <Difference compared={outcome.compared} onAnother={() => setOutcome(null)} />
      </div>
    )
  return (
    <div className="json-start" {...drop} aria-busy={isBusy}>
      {outcome && 'problem' in outcome && <NoJson problem={outcome.problem} />}
      <textarea
        className="bp6-input tools-text"
        aria-label="要对比的另一个 JSON"
        // biome-ignore lint/a11y/noAutofocus: one came here to put the other text in.
        autoFocus
        placeholder="粘贴要对比的另一个 JSON，或把文件拖到这里"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain')
          if (text === '' || typed !== '') return
          event.preventDefault()
          compare(text)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) compare(typed)
        }}
      />
      <div className="tools-buttons">
        <Button intent="primary" disabled={typed.trim() === '' || isBusy} onClick={() => compare(typed)}>
          对比
          <span className="tools-key">Ctrl ↵</span>
        </Button>
        <Button text="打开文件" onClick={() => chooseFile(compare)} />
      </div>
    </div>
  )
}

const NoJson = ({ problem: { line, column, message } }: { problem: ToldProblem }) => (
  <Problem>
    另一个不是 JSON：第 {line} 行第 {column} 列，{message}
  </Problem>
)

const column = (key: string, title: string): TableColumn => ({
  key,
  title,
  unit: '',
  align: 'left',
  format: (value) => String(value ?? ''),
  numeric: false,
})
const columns = [
  column('kind', '变化'),
  column('path', '路径'),
  column('before', '原来'),
  column('after', '现在'),
]

function Difference({ compared, onAnother }: { compared: Compared; onAnother: () => void }) {
  const { changes, counts, total } = compared
  const { maxColumnWords } = useSettings()
  const [lines, setLines] = useState<{ left: string; right: string } | 'long' | null>(null)
  const cells = useMemo(
    () => ({
      cellAt: (row: number, at: number) => {
        const change = changes[row]
        if (!change) return null
        return [changeTitles[change.kind], change.path, change.before, change.after][at] ?? null
      },
      cellClass: (row: number, at: number) => (at === 0 ? `json-change-${changes[row]?.kind}` : undefined),
    }),
    [changes],
  )
  const summary = (Object.entries(counts) as [ChangeKind, number][])
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${changeTitles[kind]} ${countText(count)}`)
  const showLines = () =>
    void tried(async () => setLines((await jsonWorker.askText('comparedTexts', mostLines)) ?? 'long'))
  const open = ({ row }: CellPosition) => {
    const left = changes[row]?.left
    if (left != null) void goToValue(left)
  }
  return (
    <>
      <div className="json-tools">
        <span role="status">
          {total === 0
            ? '两者相同（键的先后、数字的写法不算差异）'
            : `${countText(total)} 处差异：${summary.join('，')}`}
          {total > changes.length && `，只列前 ${countText(changes.length)} 处`}
        </span>
        <Button
          size="small"
          text={lines ? '按路径' : '按行'}
          onClick={() => (lines ? setLines(null) : showLines())}
        />
        <Button size="small" text="换另一个" onClick={onAnother} />
      </div>
      {lines === 'long' && <p className="json-waiting">两段文本太长，不能按行对比，请按路径看。</p>}
      {lines && lines !== 'long' && <LineDifference left={lines.left} right={lines.right} />}
      {!lines && total > 0 && (
        <div className="json-table">
          <DataTable
            columns={columns}
            rowCount={changes.length}
            {...cells}
            maxColumnWords={maxColumnWords}
            maxCellRows={1}
            label="差异，Enter 到原文的位置"
            dataKey={total}
            onOpen={open}
          />
        </div>
      )}
    </>
  )
}
