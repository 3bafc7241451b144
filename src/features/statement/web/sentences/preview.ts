// A preview of what a sentence opens: the first point's total with its change, its days as a line, its first
// rows.

import { labelsApart, nameOfValue } from '#semantic/model/shown/result.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { call } from '#web/api/client.ts'
import type { PalettePreview } from '#web/shell/palette/entries.ts'
import { timeText } from '#web/ui/timeText.ts'
import {
  type Cell,
  getReportDataByInfo,
  type ReportTable,
  type ReportTableColumn,
} from '#features/statement/contract.ts'
import { figureText, valueText } from '../formats.ts'
import type { Labels } from '../report/table/reportTableModel.ts'
import { readLabels } from '../report/table/useDictionaryLabels.ts'
import type { Target } from './targets.ts'

const mostRows = 7
const mostColumns = 3
const mostDays = 400

export async function previewOf(
  { info, reportId }: Target,
  title: string,
  chips: readonly string[],
  signal: AbortSignal,
): Promise<PalettePreview> {
  if (info.points.length === 0) return { title, chips, text: '这个视图还没有报表' }
  const asked: ReportInfo = { ...comparable(info), limit: mostDays }
  const table = await call(
    getReportDataByInfo,
    { body: { info: asked, ...(reportId !== null && { reportId }), tolerant: true } },
    { signal, quiet: true, loading: null },
  )
  const dictIds = table.columns.flatMap(({ dictId }) => dictId ?? [])
  const labels = await readLabels(dictIds).catch((): Labels => () => undefined)
  const figures = table.columns.filter(({ kind }) => kind !== 'dimension')
  const main =
    figures.find(({ key }) => key === info.chart?.keys?.[0]) ??
    figures.find(({ role }) => role === 'rate') ??
    worthOf(figures, table) ??
    figures.find(({ role = 'value' }) => role === 'value') ??
    figures[0]
  // With a calculation, its figures are drawn.
  const drawn = figures.find(({ role }) => role === 'calculation') ?? main
  const line = drawn && lineOf(table, drawn)
  return {
    title,
    chips,
    ...(main && { subtitle: main.title === title ? '' : main.title, figure: figureOf(table, main, info) }),
    ...(line && { line }),
    table: rowsOf(table, labels, main),
    footer: [
      table.cached ? '缓存' : '实时',
      table.updateTime ? `数据截至 ${timeText(table.updateTime, 'short')}` : '',
    ]
      .filter(Boolean)
      .join('　'),
  }
}

/** Compared with the previous period, where the report has days and no comparison. */
function comparable(info: ReportInfo): ReportInfo {
  const isTable = (info.kind ?? 'table') === 'table'
  const range = info.dateRange
  const isOpen = !range || ('relative' in range && range.relative === 'all')
  return isTable && !info.compare && !isOpen ? { ...info, compare: 'previous' } : info
}

const indexOf = ({ columns }: ReportTable, key: string) => columns.findIndex((column) => column.key === key)

function figureOf(
  table: ReportTable,
  main: ReportTableColumn,
  info: ReportInfo,
): NonNullable<PalettePreview['figure']> {
  // Figures up to each day have no total: the last day's is told, which comes first.
  const day = main.noTotal ? latestDay(table) : null
  const cellOf = (key: string): Cell =>
    (day ? table.data[indexOf(table, key)]?.[day.row] : table.summary?.[indexOf(table, key)]) ?? null
  const change = table.columns.find(({ key }) => key === `${main.key}_diff`)
  const changed = change ? cellOf(change.key) : null
  const isKnown = typeof changed === 'number'
  return {
    value: figureText(cellOf(main.key), main.format, main.unit),
    unit: main.unit === '%' ? '%' : '',
    change:
      isKnown && change ? `${figureText(Math.abs(changed), change.format, '%')}${change.unit || '%'}` : '',
    direction: !isKnown || changed === 0 ? 'none' : changed > 0 ? 'up' : 'down',
    note: isKnown ? (info.compare ? '较对比期' : '比上期') : day ? `到 ${day.text}` : '',
  }
}

function latestDay({ columns, data }: ReportTable): { row: number; text: string } | null {
  const at = columns.findIndex(({ kind, type }) => kind === 'dimension' && type === 'date')
  const days = (data[at] ?? []).map(String)
  const text = days.toSorted().at(-1)
  return text === undefined ? null : { row: days.indexOf(text), text }
}

/** Daily figures, oldest first; empty where the report has no days, or other dimensions, too. */
function lineOf(table: ReportTable, main: ReportTableColumn): (number | null)[] | null {
  const dims = table.columns.filter(({ kind }) => kind === 'dimension')
  const [date] = dims
  if (dims.length !== 1 || !date || (date.type !== 'date' && date.type !== 'datetime')) return null
  const days = table.data[indexOf(table, date.key)] ?? []
  const cells = table.data[indexOf(table, main.key)] ?? []
  const numbers = cells.map((cell) => (cell === null || cell === '' ? null : Number(cell)))
  const order = days
    .map((_, row) => row)
    .toSorted((one, other) => (String(days[one]) < String(days[other]) ? -1 : 1))
  return order.map((row) => numbers[row] ?? null)
}

/** LTV of the most days that some cohort has behind it. */
const worthOf = (figures: readonly ReportTableColumn[], table: ReportTable): ReportTableColumn | undefined =>
  figures.findLast(
    ({ key, role }) => role === 'worth' && (table.summary?.[indexOf(table, key)] ?? null) !== null,
  )

const isShown =
  (main: ReportTableColumn | undefined) =>
  ({ column: { key, kind, role = 'value' } }: { column: ReportTableColumn }): boolean => {
    if (main?.role === 'worth') return kind === 'dimension' || key === main.key || role === 'payback'
    return role !== 'previous' && role !== 'change' && role !== 'retained'
  }

function rowsOf(
  table: ReportTable,
  given: Labels,
  main: ReportTableColumn | undefined,
): NonNullable<PalettePreview['table']> {
  const shown = table.columns
    .map((column, index) => ({ column, index }))
    .filter(isShown(main))
    .slice(0, mostColumns)
  const labels = labelsApart(table.columns, table.data, given)
  const textOf = (column: ReportTableColumn, cell: Cell) => {
    if (column.kind !== 'dimension') return figureText(cell, column.format, column.unit)
    const label = cell === null ? undefined : nameOfValue(column, String(cell), labels)
    return label ?? valueText(cell)
  }
  return {
    columns: shown.map(({ column: { title, unit } }) => (unit ? `${title} ${unit}` : title)),
    rows: Array.from({ length: Math.min(mostRows, table.rowCount) }, (_, row) =>
      shown.map(({ column, index }) => textOf(column, table.data[index]?.[row] ?? null)),
    ),
  }
}
