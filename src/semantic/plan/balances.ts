// What tells one balance of a fact from another, and when each was. The fact's grain key says it: its date
// and time are when, the rest is which. Without a grain key all the fact's rows are of one series.
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
  // Several balances a day are told apart by their time; otherwise a day has one.
  const isTimed = table.grain_key.some((name) => isColumn(name, table.time_column))
  const time = isTimed ? timeNode(fact, context) : null
  if (time !== null) return { series, at: time }
  // A balance of a fact without dates is refused where points are defined.
  return { series, at: dayNode(daySource(fact, context) as DaySource) }
}
