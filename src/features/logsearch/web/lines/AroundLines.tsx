// The lines of a file around one line, loading more on request.
import { Button } from '@blueprintjs/core'
import { useEffect, useMemo } from 'react'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { change } from '../actions.ts'
import { linesTable, useLogs } from '../store.ts'
import { forgetAround, readAround, readMore } from './around.ts'
import { LinesTable } from './LinesTable.tsx'
import { leaveLines } from './returning.ts'

export function AroundLines() {
  const { entrance, store, line } = useLogs((state) => state.address)
  const around = useLogs((state) => state.around)
  const failure = useLogs((state) => state.aroundFailure)
  useEffect(() => void readAround(entrance, store, line), [entrance, store, line])
  useEffect(() => forgetAround, [])
  useEffect(() => () => leaveLines(line), [line])
  const lines = around?.lines
  const lineAt = useMemo(() => (row: number) => lines?.[row], [lines])
  useShown(around?.id)
  const leave = (
    <Button size="small" text="返回结果" title="返回结果（Esc）" onClick={() => change({ around: false })} />
  )
  if (!around) {
    if (!failure) return <Skeleton lines={14} />
    return (
      <ErrorState
        title="上下文读取失败"
        failure={failure}
        onRetry={() => void readAround(entrance, store, line)}
        action={leave}
      />
    )
  }
  return (
    <>
      <div className="log-note-line">
        <span>
          <b>{around.lines[0]?.file}</b> 里的上下文，共 {around.lines.length} 条
          {around.hidden > 0 && `，另有 ${around.hidden} 条不对你开放`}
        </span>
        <Button
          size="small"
          text={around.moreBefore ? '再往前 50 条' : '已到文件开头'}
          disabled={!around.moreBefore}
          onClick={() => void readMore('before')}
        />
        <Button
          size="small"
          text={around.moreAfter ? '再往后 50 条' : '已到文件末尾'}
          disabled={!around.moreAfter}
          onClick={() => void readMore('after')}
        />
        {leave}
      </div>
      <div className="log-found">
        <LinesTable
          label="上下文"
          rowCount={around.lines.length}
          lineAt={lineAt}
          dataKey={`around ${around.id}`}
          marked={around.id}
          severalStores={false}
        />
      </div>
    </>
  )
}

/** Selects the central line and scrolls it into view. */
function useShown(id: string | undefined): void {
  useEffect(() => {
    const lines = useLogs.getState().around?.lines ?? []
    const row = lines.findIndex((line) => line.id === id)
    if (row < 0) return
    const frame = requestAnimationFrame(() => {
      const table = linesTable()
      table?.focus()
      table?.selectCell({ row, column: 0 })
      // With as many lines below as above.
      table?.reveal({ row: Math.min(lines.length - 1, row + 8), column: 0 })
    })
    return () => cancelAnimationFrame(frame)
  }, [id])
}
