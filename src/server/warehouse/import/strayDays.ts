// A row of last year in today's file: where days are replaced, it would put an end to all rows of its day. Days that
// stand far from the file's other days and would leave less than half of the day's rows are refused.
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteName } from '../snapshot/describe.ts'
import { importProblem } from './problem.ts'

/** Days between such a day and the nearest other one of the file. */
const farDays = 30
const mostTold = 5
const dayMs = 86_400_000

interface DayRows {
  day: string
  rows: number
}

interface StrayDay extends DayRows {
  /** Days to the nearest other one. */
  gap: number
}

/** `days`: those of the file, in their order. */
function strayAmong(days: readonly DayRows[]): StrayDay[] {
  const apart = (one: DayRows | undefined, other: DayRows | undefined) =>
    one && other ? (Date.parse(other.day) - Date.parse(one.day)) / dayMs : Number.POSITIVE_INFINITY
  return days.flatMap((day, at) => {
    const gap = Math.min(apart(days[at - 1], day), apart(day, days[at + 1]))
    return gap >= farDays && Number.isFinite(gap) ? [{ ...day, gap }] : []
  })
}

interface Replacing {
  /** The arriving rows and those of the table, for use after FROM. */
  arriving: string
  present: string
  dateColumn: string
  gameColumn: string | null
}

/** The table's rows on those days, of the games that arrive, by day. */
export async function refuseStrayDays(
  connection: DuckDBConnection,
  { arriving, present, dateColumn, gameColumn }: Replacing,
  told: { source: string; table: string },
): Promise<void> {
  const day = `${quoteName(dateColumn)}::DATE`
  const reader = await connection.runAndReadAll(
    `SELECT ${day}::VARCHAR AS day, count(*)::INTEGER FROM ${arriving} GROUP BY 1 HAVING day IS NOT NULL ORDER BY 1`,
  )
  const stray = strayAmong(reader.getRows().map(([at, rows]) => ({ day: String(at), rows: Number(rows) })))
  if (stray.length === 0) return
  const game = gameColumn === null ? '1' : quoteName(gameColumn)
  const columns = `${day} AS day, ${game} AS game`
  const list = stray.map((one) => `DATE '${one.day}'`).join(', ')
  const counts = await connection.runAndReadAll(
    `SELECT old.day::VARCHAR, count(*)::INTEGER FROM (SELECT ${columns} FROM ${present} AS present WHERE ${day} IN (${list})) AS old
     SEMI JOIN (SELECT DISTINCT ${columns} FROM ${arriving}) AS new
       ON old.day = new.day AND old.game IS NOT DISTINCT FROM new.game GROUP BY 1`,
  )
  refuseLost(stray, new Map(counts.getRows().map(([at, rows]) => [String(at), Number(rows)])), told)
}

/** `present`: the table's rows by day. */
function refuseLost(
  stray: readonly StrayDay[],
  present: ReadonlyMap<string, number>,
  { source, table }: { source: string; table: string },
): void {
  const lost = stray.filter(({ day, rows }) => (present.get(day) ?? 0) > rows * 2)
  if (lost.length === 0) return
  throw importProblem(
    `${source} 有 ${lost.length} 天离其余各天很远，按日替换会让数据表「${table}」那天的行变少，什么也没有改变：`,
    [
      ...lost
        .slice(0, mostTold)
        .map(
          ({ day, rows, gap }) =>
            `  ${day}：文件里 ${rows} 行，表里 ${present.get(day)} 行，离最近的一天 ${gap} 天`,
        ),
      ...(lost.length > mostTold ? [`  ……另有 ${lost.length - mostTold} 天`] : []),
      '年份写错的，请改正；确实要替换的，请把这几天单独存成一个文件载入',
    ],
  )
}
