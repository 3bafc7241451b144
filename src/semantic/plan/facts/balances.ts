// Balances of a fact: which columns tell one series from another, and which says when. The moment is the fact's time, its
// day where it has none; the grain key's other columns name the series.
//
//   grain key balance_date, server_id, currency  →  at: balance_date; series: server_id, currency
//   the same, with a time column                 →  at: the time: of several rows of a day the last one counts
//   no grain key                                 →  series: none, so all rows are one series
//
// Two rows of one series and moment that both count are refused: no one can say which of them is the balance.
import type { CompileContext } from '#semantic/model/types.ts'
import { field } from '../tree/build.ts'
import { type DaySource, dayNode, factSource } from '../tree/reached.ts'
import { told } from '../tree/told.ts'
import type { BalancesPlan } from '../tree/tree.ts'
import { daySource, requireColumn, timeNode } from './factTable.ts'
import type { FactRequest } from './request.ts'

export function planBalances(request: FactRequest, context: CompileContext): BalancesPlan {
  const { fact } = request
  const { table, physical } = fact
  const key = seriesKey(table)
  const series = key.map((name) =>
    field(factSource, requireColumn(physical, name, `指标表「${table.name}」的主键列`)),
  )
  const unclear = told(unclearText(request, key))
  const time = timeNode(fact, context)
  if (time !== null) return { series, at: time, isTimed: true, unclear }
  // A fact without dates never gets here: definitions.ts refuses balances of it.
  return { series, at: dayNode(daySource(fact, context) as DaySource), isTimed: false, unclear }
}

/** The grain key's columns that name a series. */
export function seriesKey({
  grain_key: key,
  date_column: date,
  time_column: time,
}: FactRequest['fact']['table']): string[] {
  const isColumn = (name: string, column: string | null): boolean =>
    column !== null && name.toLowerCase() === column.toLowerCase()
  return key.filter((name) => !isColumn(name, date) && !isColumn(name, time))
}

function unclearText({ fact: { table }, leaves }: FactRequest, key: string[]): string {
  const names = leaves.flatMap(({ aggregate, point }) =>
    aggregate === 'last' || aggregate === 'first' ? [`「${point.name}」`] : [],
  )
  return `余额指标${names.join('、')}不知道取哪一行：${unclearReason(table, key)}`
}

/** Why rows of a table cannot be told apart, and what to do. */
export function unclearReason(
  { name, time_column: time }: Pick<FactRequest['fact']['table'], 'name' | 'time_column'>,
  key: string[],
): string {
  const rows = key.length === 0 ? '没有写行的主键' : `的主键（${key.join('、')}）分不清它们`
  const same = time === null ? '同一天有几行，也没有时间列分先后' : `同一时刻（${time}）有几行`
  const mend = time === null ? '，或为指标表设置时间列' : ''
  return `指标表「${name}」${rows}：${same}；请把能分清它们的列加进行的主键${mend}`
}
