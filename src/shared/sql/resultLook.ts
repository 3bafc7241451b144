// How a statement's result is displayed (sort, filters, chart), by column names, so that it applies to the
// next run and to other readers of the query.
import { plainStatement, statementsOf } from './statements.ts'

interface LookFilter<Column> {
  column: Column
  op: string
  value?: string | number | boolean | null
  values?: (string | number | boolean | null)[]
}

interface LookChart<Column> {
  type: string
  x: Column
  values: Column[]
  series: Column | null
  aggregate: string
}

export interface Look<Column> {
  sort: { column: Column; desc: boolean }[]
  filters: LookFilter<Column>[]
  hidden: Column[]
  frozen: Column[]
  chart: LookChart<Column> | null
  /** Shown as a chart. */
  drawn: boolean
}

/** Titles may repeat; the second one is `name 2`. */
function columnNames(titles: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return titles.map((title) => {
    const times = (seen.get(title) ?? 0) + 1
    seen.set(title, times)
    return times === 1 ? title : `${title} ${times}`
  })
}

/** Drops settings of columns that do not exist (any more). */
function translated<From, To>(look: Look<From>, to: (column: From) => To | undefined): Look<To> {
  const each = <Part extends { column: From }>(parts: readonly Part[]) =>
    parts.flatMap((part) => {
      const column = to(part.column)
      return column === undefined ? [] : [{ ...part, column }]
    })
  const all = (columns: readonly From[]) => columns.flatMap((column) => to(column) ?? [])
  return {
    sort: each(look.sort),
    filters: each(look.filters),
    hidden: all(look.hidden),
    frozen: all(look.frozen),
    chart: look.chart && chartOf(look.chart, to),
    drawn: look.drawn,
  }
}

function chartOf<From, To>(
  chart: LookChart<From>,
  to: (column: From) => To | undefined,
): LookChart<To> | null {
  const x = to(chart.x)
  const values = chart.values.flatMap((column) => to(column) ?? [])
  const series = chart.series === null ? null : to(chart.series)
  if (x === undefined || values.length === 0 || series === undefined) return null
  return { ...chart, x, values, series }
}

export function lookByName(look: Look<number>, titles: readonly string[]): Look<string> {
  const names = columnNames(titles)
  return translated(look, (index) => names[index])
}

export function lookByIndex(look: Look<string>, titles: readonly string[]): Look<number> {
  const indices = new Map(columnNames(titles).map((name, index) => [name, index]))
  const found = translated(look, (name) => indices.get(name))
  // At least one column stays visible; without its chart the result is a table.
  const hidden = found.hidden.length < titles.length ? found.hidden : []
  return { ...found, hidden, drawn: found.drawn && found.chart !== null }
}

export const saysNothing = ({ sort, filters, hidden, frozen, chart, drawn }: Look<unknown>): boolean =>
  [sort, filters, hidden, frozen].every((parts) => parts.length === 0) && chart === null && !drawn

/**
 * The statement that a look belongs to: its position and its content, because each may change without the
 * other.
 */
export interface StatementMark {
  statement: number
  /** Equal for equivalent statements. */
  of: string
}

/** The statement at the offset; null where there is none. */
export function markAt(text: string, start: number): StatementMark | null {
  const all = statementsOf(text)
  const statement = all.findIndex((one) => one.start <= start && start < one.end)
  const found = all[statement]
  return found ? { statement, of: printOf(text.slice(found.start, found.end)) } : null
}

/**
 * The look of an equivalent statement, else of a changed statement at the same position whose content matches
 * no other.
 */
export function lookAt<Kept extends StatementMark>(
  text: string,
  { statement, of }: StatementMark,
  looks: readonly Kept[],
): Kept | undefined {
  const own = looks.find((look) => look.of === of)
  if (own) return own
  const former = looks.find((look) => look.statement === statement)
  if (!former) return undefined
  const isThere = statementsOf(text).some(({ start, end }) => printOf(text.slice(start, end)) === former.of)
  return isThere ? undefined : former
}

/** Two 32-bit hashes, so that accidental collisions are negligible. */
function printOf(sql: string): string {
  let [one, other] = [0x811c9dc5, 0x1b873593]
  for (const character of plainStatement(sql)) {
    const code = character.codePointAt(0) ?? 0
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other + code, 0x85ebca6b) ^ (other >>> 13)
  }
  return (one >>> 0).toString(36) + (other >>> 0).toString(36)
}
