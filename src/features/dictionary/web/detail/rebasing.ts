// One's own changes on another state of the dictionary: after a draft is found, and after somebody else has saved.
// Columns are found by the names that they were kept under.
import { isRecord } from '#web/shell/storage.ts'
import type { Sheet } from '../sheet/Sheet.ts'
import type { CellChange } from '../sheet/types.ts'

export interface Rebased {
  name: string
  formName: string
  /** As one has them; `was` is the name under which a column was kept, null for a new one. */
  columns: { name: string; was: string | null }[]
  isReshaped: boolean
  /** In these columns. */
  rows: { dataId: number; data: readonly string[] }[]
  removed: readonly number[]
}

/** `rows`: name and columns stay as they are kept. Answers whether anything was changed. */
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
    // One that was deleted meanwhile comes back as a new one.
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

/** What is changed in a sheet, to be put on another. */
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
