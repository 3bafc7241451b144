// Balances of a fact: which columns tell one series from another, and which says when. Both come from the
// fact's grain key: its date and time columns are the moment, its other columns name the series.
//
//   grain key balance_date, server_id, currency  →  at: balance_date; series: server_id, currency
//   no grain key                                 →  at: the day; series: none, so all rows are one series
import type { CompileContext } from '../model/types.ts'
import { field } from './build.ts'
import { type DaySource, dayNode, daySource, factSource, requireColumn, timeNode } from './factTable.ts'
import type { FactRequest } from './request.ts'
import type { Node } from './tree.ts'

export function planBalances({ fact }: FactRequest, context: CompileContext): { series: Node[]; at: Node } {
  const { table, physical } = fact
  const isColumn = (name: string, column: string | null): boolean =>
    column !== null && name.toLowerCase() === column.toLowerCase()
  const series = table.grain_key
    .filter((name) => !isColumn(name, table.date_column) && !isColumn(name, table.time_column))
    .map((name) => field(factSource, requireColumn(physical, name, `指标表「${table.name}」的主键列`)))
  // A time column in the grain key means several balances a day: the time is the moment, else the day.
  const isTimed = table.grain_key.some((name) => isColumn(name, table.time_column))
  const time = isTimed ? timeNode(fact, context) : null
  if (time !== null) return { series, at: time }
  // A fact without dates never gets here: definitions.ts refuses balances of it.
  return { series, at: dayNode(daySource(fact, context) as DaySource) }
}
