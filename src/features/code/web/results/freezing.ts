// Columns frozen at the left while the others scroll.
import type { Run } from '#features/code/contract.ts'
import { changeState, stateOf } from './shown.ts'
import { placeOf, shownTable } from './shownTable.ts'
import { shownColumns } from './tableOf.ts'

/** The selected cell moves with its column. */
export function toggleFrozen(run: Pick<Run, 'queryId' | 'columns'>, column: number): void {
  const { frozen, hidden } = stateOf(run.queryId)
  const others = frozen.filter((index) => index !== column)
  const next = others.length < frozen.length ? others : [...frozen, column]
  const table = shownTable()
  const active = table?.selection?.active
  const before = shownColumns(run, hidden, frozen)
  const selected = table && active ? before[table.columnAt(active.column)] : undefined
  changeState(run.queryId, { frozen: next })
  if (!table || !active || selected === undefined) return
  const after = shownColumns(run, hidden, next)
  requestAnimationFrame(() =>
    table.selectCell({ row: active.row, column: placeOf(table, after.indexOf(selected), after.length) }),
  )
}
