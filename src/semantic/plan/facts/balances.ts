// Balances of a fact: the columns that identify a series, and the column that dates its values. Values are dated by the
// fact's time, or by its day without one; the other columns of the grain key identify the series.
//
//   grain key balance_date, server_id, currency  →  at: balance_date; series: server_id, currency
//   the same, with a time column                 →  at: the time: of a day's rows the last counts
//   no grain key                                 →  series: none, so all rows are one series
//
// Two counted rows with the same series and time are refused: nothing tells which of them is the balance.
import type { CompileContext } from '#semantic/model/types.ts'
import { counted, field } from '../tree/build.ts'
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
    counted(field(factSource, requireColumn(physical, name, `指标表「${table.name}」的主键列`))),
  )
  const unclear = told(unclearText(request, key))
  const time = timeNode(fact, context)
  if (time !== null) return { series, at: time, isTimed: true, unclear }
  // definitions.ts has already refused balances of facts without dates.
  return { series, at: dayNode(daySource(fact, context) as DaySource), isTimed: false, unclear }
}

/** The grain key's columns that identify a series. */
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

/** Why rows of a table can't be told apart, and how to mend it. */
export function unclearReason(
  { name, time_column: time }: Pick<FactRequest['fact']['table'], 'name' | 'time_column'>,
  key: string[],
): string {
  const rows = key.length === 0 ? '没有写行的主键' : `的主键（${key.join('、')}）分不清它们`
  const same = time === null ? '同一天有几行，也没有时间列分先后' : `同一时刻（${time}）有几行`
  const mend = time === null ? '，或为指标表设置时间列' : ''
  return `指标表「${name}」${rows}：${same}；请把能分清它们的列加进行的主键${mend}`
}
