// Sorted and filtered views of a result. First the row order is computed, which is quick. Large views then
// get their rows laid out in that order in the background, so that any window takes a few milliseconds.
import type { ResultWindow } from '../types.ts'
import { orderOf, type StoredColumn } from './columnTypes.ts'
import { columnAt, conditionOf } from './filters.ts'
import type { SourceView } from './messages.ts'
import type { LoadedTable, Tables } from './tables.ts'
import type { Values, Work } from './work.ts'

/** Views with more rows are laid out in files; smaller ones stay in memory. */
const laidOutRows = 20_000

export interface ViewedTable {
  /** Statement that yields the rows; `p` is the position in the view (from 0), `o` the row in the result. */
  rows: string
  columns: StoredColumn[]
  rowCount: number
}

/** The result, or its view, to read from. */
export async function viewed(work: Work, { source, view }: SourceView, tables: Tables): Promise<ViewedTable> {
  const { signal } = work
  const table = await tables.table(source, signal)
  const { columns, rowCount } = table
  if (!view) return { rows: `(SELECT *, o AS p FROM ${table.name})`, columns, rowCount }
  for (const { column } of [...view.spec.sort, ...view.spec.filters]) columnAt(columns, column)
  const fill = (own: Work, catalog: string) => fillOrder({ table, view }, own, catalog)
  const order =
    rowCount > laidOutRows
      ? await tables.attach(source.id, view.id, signal, (file, own) => tables.fill(file, own, fill))
      : await tables.attachInMemory(source.id, view.id, signal, fill)
  const count = await work.number(`SELECT count(*) FROM ${order}.v`)
  const laidOut = await tables.found(source.id, `${view.id}-rows`, signal)
  if (laidOut) return { rows: `(SELECT *, rowid AS p FROM ${laidOut}.t)`, columns, rowCount: count }
  if (count > laidOutRows) layOut(source.id, view.id, tables)
  return {
    rows: `(SELECT t.*, v.rowid AS p FROM ${order}.v v JOIN ${table.name} t ON t.o = v.o)`,
    columns,
    rowCount: count,
  }
}

interface Order {
  table: LoadedTable
  view: NonNullable<SourceView['view']>
}

async function fillOrder({ table, view }: Order, work: Work, catalog: string): Promise<void> {
  const { columns, name } = table
  const values: Values = []
  const where = await conditionOf(work, columns, view.spec.filters, values)
  const sorts = view.spec.sort.map(
    ({ column, desc }) => `${orderOf(columnAt(columns, column))} ${desc ? 'DESC' : 'ASC'} NULLS LAST`,
  )
  await work.run(
    `CREATE TABLE ${catalog}.v AS SELECT o FROM ${name} WHERE ${where} ORDER BY ${[...sorts, 'o'].join(', ')}`,
    values,
  )
}

/** Not awaited: until it is done, windows are read through the row order. */
function layOut(id: string, view: string, tables: Tables): void {
  tables.inBackground(id, `${view}-rows`, async (file, signal) => {
    const order = await tables.found(id, view, signal)
    const rows = await tables.found(id, 'rows', signal)
    await tables.fill(file, signal, (work, catalog) =>
      work.run(
        `CREATE TABLE ${catalog}.t AS SELECT t.* FROM ${order}.v v JOIN ${rows}.t t ON t.o = v.o ORDER BY v.rowid`,
      ),
    )
  })
}

export async function makeView(work: Work, input: SourceView, tables: Tables): Promise<{ rowCount: number }> {
  return { rowCount: (await viewed(work, input, tables)).rowCount }
}

export async function viewWindow(
  work: Work,
  input: SourceView & { from: number; count: number },
  tables: Tables,
): Promise<ResultWindow> {
  const { rows, columns, rowCount } = await viewed(work, input, tables)
  const from = Math.min(input.from, rowCount)
  const to = Math.min(from + input.count, rowCount)
  if (columns.length === 0) return { from, rowCount: to - from, total: rowCount, columns: [] }
  const keys = columns.map(({ key }) => key).join(', ')
  const window = await work.columns(
    `SELECT ${keys} FROM ${rows} WHERE p BETWEEN ${from} AND ${to - 1} ORDER BY p`,
  )
  return { from, total: rowCount, ...window }
}
