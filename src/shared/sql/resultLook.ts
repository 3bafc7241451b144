// How a statement's result is looked at (sorted, filtered, drawn), by the names of its columns: so it holds for the
// next run, and for who reads the query elsewhere.
import { statementsOf } from './statements.ts'

export interface LookFilter<Column> {
  column: Column
  op: string
  value?: string | number | boolean | null
  values?: (string | number | boolean | null)[]
}

export interface LookChart<Column> {
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
  /** It is shown as its chart. */
  drawn: boolean
}

/** Titles may repeat; the second of one name is `name 2`. */
export function columnNames(titles: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return titles.map((title) => {
    const times = (seen.get(title) ?? 0) + 1
    seen.set(title, times)
    return times === 1 ? title : `${title} ${times}`
  })
}

/** What says nothing of columns that are not there (any more). */
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
  // A result shows a column at least; without its chart there is a table.
  const hidden = found.hidden.length < titles.length ? found.hidden : []
  return { ...found, hidden, drawn: found.drawn && found.chart !== null }
}

export const saysNothing = ({ sort, filters, hidden, frozen, chart, drawn }: Look<unknown>): boolean =>
  [sort, filters, hidden, frozen].every((parts) => parts.length === 0) && chart === null && !drawn

/** Which statement of the text begins there; null where none does. */
export function statementIndexAt(text: string, start: number): number | null {
  const index = statementsOf(text).findIndex((one) => one.start <= start && start < one.end)
  return index < 0 ? null : index
}
