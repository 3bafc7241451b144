// Runs and cancels, shows progress, and has the statement's parameters.
import { Button, HTMLSelect, Switch } from '@blueprintjs/core'
import { Play, Stop } from '@blueprintjs/icons'
import { useEffect, useRef } from 'react'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { changeDocument } from '../documents/actions.ts'
import { useActiveDocument } from '../documents/store.ts'
import { rowLimits, type SqlDocument } from '../documents/types.ts'
import { cancel } from '../runs/start.ts'
import { isOver, useRuns } from '../runs/store.ts'
import { sqlWork } from '../sqlWork.ts'
import { useView } from '../view.ts'
import { Parameters } from './Parameters.tsx'
import { RunState } from './RunState.tsx'

const limitText = (rows: number) => (rows >= 10_000 ? `${rows / 10_000} 万` : String(rows))

function LimitSelect({ document }: { document: SqlDocument }) {
  const wanted = useView((state) => state.limitOpen)
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (!wanted) return
    select.current?.focus()
    useView.setState({ limitOpen: false })
  }, [wanted])
  return (
    <span className="run-limit" title="每次运行最多保留的行数">
      <label htmlFor="sql-limit">上限</label>
      <HTMLSelect
        id="sql-limit"
        ref={select}
        minimal
        value={document.limit}
        onChange={(event) => changeDocument(document.id, { limit: Number(event.currentTarget.value) })}
        options={rowLimits.map((rows) => ({ value: rows, label: `${limitText(rows)}行` }))}
      />
    </span>
  )
}

function useRunning(id: string): boolean {
  return useRuns(({ runs, results }) =>
    (results[id] ?? []).some((key) => {
      const run = runs[key]
      return run !== undefined && !isOver(run)
    }),
  )
}

export function RunBar() {
  const document = useActiveDocument()
  const running = useRunning(document?.id ?? '')
  if (!document) return null
  return (
    <div className="run-bar">
      {running && <div className="run-progress" role="progressbar" aria-label="运行中" />}
      <CommandTip command="sql.run" title="运行选中的或光标处的语句">
        <Button
          intent="primary"
          className="run-button"
          icon={<Play size={14} />}
          onClick={() => sqlWork['sql.run']()}
        >
          运行
          <KeyHint command="sql.run" />
        </Button>
      </CommandTip>
      <Button
        className="cancel-button"
        icon={<Stop size={14} />}
        disabled={!running}
        title="取消运行"
        onClick={() => void cancel(document.id)}
      >
        取消
        <span className="key-hint">
          <kbd className="kbd">Esc</kbd>
        </span>
      </Button>
      <Parameters document={document} />
      <div className="run-side">
        <RunState documentId={document.id} />
        <Switch
          className="run-accelerate"
          checked={document.accelerated}
          label="加速"
          title="数据没有变化时，直接用相同查询的已有结果"
          onChange={(event) => changeDocument(document.id, { accelerated: event.currentTarget.checked })}
        />
        <LimitSelect document={document} />
      </div>
    </div>
  )
}
