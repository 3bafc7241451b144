// Applies local changes to another state of the dictionary: after a draft is restored, or after somebody else
// has saved. Columns are matched by their stored names.
import { isRecord } from '#web/shell/storage.ts'
import type { Sheet } from '../sheet/Sheet.ts'
import type { CellChange } from '../sheet/types.ts'

export interface Rebased {
  name: string
  formName: string
  /** The local columns; `was` is the stored name, null for a new column. */
  columns: { name: string; was: string | null }[]
  isReshaped: boolean
  /** Cells in the order of these columns. */
  rows: { dataId: number; data: readonly string[] }[]
  removed: readonly number[]
}

/** `rows`: keep the stored name and columns. Returns whether anything changed. */
export function rebase(sheet: Sheet, work: Rebased, what: 'all' | 'rows'): boolean {
  if (what === 'all' && work.isReshaped) reshape(sheet, work)
  const idOf = (column: Rebased['columns'][number]): number | undefined =>
    sheet.columns.find(({ name }) => name === column.name || name === column.was)?.id
  const ids = work.columns.map(idOf)
  const places = new Map(sheet.rows.map((row) => [row.dataId, row]))
  const changes: CellChange[] = []
  const added: string[][] = []
  for (const { dataId, data } of work.rows) {
    const row = places.get(dataId)
    const cells: string[] = []
    ids.forEach((id, at) => {
      if (id === undefined) return
      const to = data[at] ?? ''
      if (row) changes.push({ row, column: id, to })
      else cells[id] = to
    })
    // A row that was deleted meanwhile becomes a new row.
    if (!row) added.push(Array.from(cells, (cell) => cell ?? ''))
  }
  sheet.fill(changes, added, null)
  for (const dataId of work.removed) {
    const at = sheet.rows.findIndex((row) => row.dataId === dataId)
    if (at >= 0) sheet.removeRows(at, at)
  }
  sheet.forgetSteps()
  return sheet.isChanged
}

function reshape(sheet: Sheet, { name, formName, columns }: Rebased): void {
  sheet.rename(name, formName)
  for (const column of columns) {
    const place = sheet.columns.findIndex((one) => one.name === (column.was ?? column.name))
    if (place < 0) sheet.addColumn(column.name)
    else if (sheet.columns[place]?.name !== column.name) sheet.renameColumn(place, column.name)
  }
  const kept = new Set(columns.map((column) => column.name))
  for (let place = sheet.columns.length - 1; place >= 0; place--) {
    if (!kept.has(sheet.columns[place]?.name ?? '')) sheet.removeColumn(place)
  }
  sheet.orderColumns(
    columns.flatMap((column) => sheet.columns.find((one) => one.name === column.name)?.id ?? []),
  )
}

export const isRebased = (value: unknown): value is Rebased =>
  isRecord(value) && Array.isArray(value.columns) && Array.isArray(value.rows) && Array.isArray(value.removed)

/** The local changes of a sheet, for applying to another one. */
export const keptWorkOf = (sheet: Sheet): Rebased => {
  const { body } = sheet.change()
  const before = sheet.kept.attributes
  return {
    name: body.name,
    formName: body.formName ?? sheet.formName,
    columns: sheet.columns.map(({ name, from }) => ({ name, was: before[from] ?? null })),
    isReshaped: sheet.isReshaped,
    rows: body.values ?? [],
    removed: body.removed ?? [],
  }
}
