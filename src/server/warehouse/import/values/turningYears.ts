// Days without a year in a column that goes over the turn of a year: 12月31日, then 1月1日. The first row has the
// year that people tell; the rows below follow on.
import { isYearless, momentOf } from './days.ts'
import type { Survey } from './survey.ts'

/** From which line on which year holds, counted from that of the first row. */
interface YearSpan {
  line: number
  offset: number
}

interface TurningYears {
  spans: YearSpan[]
  /** No month and day stands in two of the years: a file of one year would not look so. */
  isEvident: boolean
}

/** With more turns it is no order by days. */
const mostTurns = 60
/** Steps of at most this many months make an order. */
const nearMonths = 3
const fewestNear = 0.9

/** The turns of a year, by the order of the rows; null where there are none, or no order. */
export async function findTurns(
  { connection, from, zone, hasLines }: Survey,
  column: string,
): Promise<TurningYears | null> {
  if (!hasLines) return null
  // Any leap year will do for the month and the day.
  const moment = momentOf(column, { order: 'month first', year: '2000' }, zone)
  const reader = await connection.runAndReadAll(
    `WITH days AS (SELECT line, month(day) AS m, day(day) AS d FROM (SELECT line, ${moment} AS day FROM ${from} WHERE ${isYearless(column)}) WHERE day IS NOT NULL),
     steps AS (SELECT line, m, d, m - lag(m) OVER (ORDER BY line) AS step FROM days),
     turned AS (SELECT *, CASE WHEN step < -6 THEN 1 WHEN step > 6 THEN -1 ELSE 0 END AS turn FROM steps),
     placed AS (SELECT *, sum(turn) OVER (ORDER BY line) AS years FROM turned)
     SELECT count(*) FILTER (step <> 0), count(*) FILTER (step <> 0 AND least(abs(step), 12 - abs(step)) <= ${nearMonths}),
       count(*) FILTER (turn <> 0), list(line ORDER BY line) FILTER (turn <> 0), list(years ORDER BY line) FILTER (turn <> 0),
       (SELECT count(*) FROM (SELECT m, d FROM placed GROUP BY m, d HAVING count(DISTINCT years) > 1))
     FROM placed`,
  )
  const [steps, near, turns, lines, years, repeated] = reader.getRows()[0] ?? []
  if (Number(turns) === 0 || Number(turns) > mostTurns || Number(near) < Number(steps) * fewestNear)
    return null
  const numbers = (list: unknown) => (list as { items: readonly unknown[] }).items.map(Number)
  const offsets = numbers(years)
  const spans = numbers(lines).map((line, at) => ({ line, offset: offsets[at] ?? 0 }))
  return { spans: [{ line: 0, offset: 0 }, ...spans], isEvident: Number(repeated) === 0 }
}

/** SQL: the year of a staged row. */
export function yearOfLine({ spans }: TurningYears, first: number): string {
  const cases = spans
    .slice(1)
    .toReversed()
    .map(({ line, offset }) => `WHEN line >= ${line} THEN '${first + offset}'`)
  return `CASE ${cases.join(' ')} ELSE '${first}' END`
}

const shownSpans = 4

/** 先是 2025 年，第 12 行起 2026 年 */
export function yearsInWords({ spans }: TurningYears, first: number): string {
  const told = spans
    .slice(0, shownSpans)
    .map(({ line, offset }) => `${line === 0 ? '先是' : `第 ${line} 行起`} ${first + offset} 年`)
  return told.join('，') + (spans.length > shownSpans ? '……' : '')
}

/** The offset of the latest year, which is hardly one to come. */
export const latestOffset = ({ spans }: TurningYears): number =>
  Math.max(...spans.map(({ offset }) => offset))
