// Above the differences of two results: the number of rows of each kind, as filters.
import { Button } from '@blueprintjs/core'
import { useEffect, useMemo, useState } from 'react'
import { type ChangeKind, changeKinds } from '#shared/sql/comparedColumns.ts'
import { call } from '#web/api/client.ts'
import { groupThousands } from '#web/table/selection/exactSum.ts'
import { columnStatistics, type Run } from '#features/code/contract.ts'
import { type ResultState, stateOf } from '../shown.ts'
import { makeView } from '../view/viewing.ts'
import { changeColumn } from './kinds.ts'
import { comparisonOf } from './remembered.ts'

type Counts = Partial<Record<ChangeKind, number>>

export function CompareBar({ run, state }: { run: Run; state: ResultState }) {
  const { queryId: runId } = run
  const known = useMemo(() => comparisonOf(runId), [runId])
  const column = changeColumn(run)
  const counted = useCounts(run, column, known === undefined)
  const counts: Counts = known
    ? { 新增: known.added, 删除: known.removed, 改动: known.changed }
    : (counted ?? {})
  const chosen = state.spec.filters.find((filter) => filter.column === column && filter.op === 'eq')?.value
  return (
    <div className="result-compare-bar" role="toolbar" aria-label="对比的结果">
      {changeKinds.map((kind) => (
        <Button
          key={kind}
          size="small"
          variant="outlined"
          className={`result-kind-${changeKinds.indexOf(kind)}`}
          active={chosen === kind}
          aria-pressed={chosen === kind}
          disabled={counts[kind] === 0}
          onClick={() => showKind(runId, column, chosen === kind ? null : kind)}
        >
          {kind} <b>{counts[kind] === undefined ? '…' : groupThousands(String(counts[kind]))}</b>
        </Button>
      ))}
      {known && (
        <span className="result-compare-same">
          相同 <b>{groupThousands(String(known.same))}</b>
        </span>
      )}
      {known && known.repeatedKeys > 0 && (
        <span className="result-compare-note">
          {groupThousands(String(known.repeatedKeys))} 个键重复，没有参加配对
        </span>
      )}
      {known && known.onlyLeft.length > 0 && <Only side="旧" names={known.onlyLeft} />}
      {known && known.onlyRight.length > 0 && <Only side="新" names={known.onlyRight} />}
    </div>
  )
}

function Only({ side, names }: { side: string; names: string[] }) {
  return (
    <span className="result-compare-note" title={names.join('、')}>
      {names.length} 列只在{side}的结果里
    </span>
  )
}

function showKind(runId: string, column: number, kind: ChangeKind | null): void {
  const { spec } = stateOf(runId)
  const others = spec.filters.filter((filter) => filter.column !== column)
  const filters = kind === null ? others : [...others, { column, op: 'eq' as const, value: kind }]
  void makeView(runId, { ...spec, filters })
}

/** In another browser the counts are requested, because only this one remembers them. */
function useCounts({ queryId: runId }: Run, column: number, wanted: boolean): Counts | null {
  const [counts, setCounts] = useState<Counts | null>(null)
  useEffect(() => {
    if (!wanted || column < 0) return
    const leaving = new AbortController()
    const none: Counts = { 新增: 0, 删除: 0, 改动: 0 }
    call(
      columnStatistics,
      { params: { id: runId }, body: { column } },
      { signal: leaving.signal, quiet: true },
    )
      .then(({ top }) => {
        setCounts(Object.assign(none, Object.fromEntries(top.map(({ value, count }) => [value, count]))))
      })
      .catch(() => undefined)
    return () => leaving.abort()
  }, [runId, column, wanted])
  return counts
}
