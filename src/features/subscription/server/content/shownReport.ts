// A report as texts and as a chart, as on screen, for a message: only its first rows.

import type { RowScope } from '#semantic/model/rowScope.ts'
import { directionOf } from '#semantic/model/shown/changes.ts'
import { chartFigures, shownFigures } from '#semantic/model/shown/chartFigures.ts'
import { kindOf, shapeOf } from '#semantic/model/shown/chartKinds.ts'
import {
  columnOrder,
  formatOf,
  grainOfColumn,
  isDateColumn,
  isFigure,
  shownColumns,
} from '#semantic/model/shown/columns.ts'
import { type DataMarks, marksOn } from '#semantic/model/shown/dataMarks.ts'
import { periodEnd } from '#semantic/model/shown/periods.ts'
import { plotOf } from '#semantic/model/shown/plotOf.ts'
import type { Labels, ResultCell, ResultTable } from '#semantic/model/shown/result.ts'
import type { Grain, ReportInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { type ChartPicture, drawnRows, type TableColumn } from '#server/picture/index.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import { businessDay, businessHour } from '#shared/businessDay.ts'
import { readLabels } from '#features/dictionary/server/index.ts'
import {
  dataMarks,
  type Figures,
  figuresInScope,
  otherName,
  subtotalName,
} from '#features/statement/server/index.ts'
import { type ToldReport, toldReport } from '../corrections/figures.ts'

export interface ShownTable {
  columns: TableColumn[]
  /** The first rows. */
  rows: string[][]
  total: string[] | null
  /** The number of all rows. */
  rowCount: number
  /** There are even more rows. */
  truncated: boolean
}

export interface ShownReport {
  table: ShownTable
  chart: ChartPicture | null
  range: { from: string; to: string } | null
  /** ISO: when the least recently updated of its tables was updated. */
  updateTime: string | null
  /** Parts left out because they no longer exist. */
  gone: string[]
  /** No figure but 0. */
  isEmpty: boolean
  /** Its days with figures that were restated, and with data that does not meet a check. */
  marks: DataMarks
  /** Null for what is not corrected: reports without whole days. */
  told: ToldReport | null
}

export interface ReportQuestion {
  name: string
  info: ReportInfo
  scope: RowScope
}

export async function showReport(
  deps: Deps,
  { name, info, scope }: ReportQuestion,
  signal: AbortSignal,
): Promise<ShownReport> {
  const figures = await figuresInScope(deps, { info, scope, tolerant: true }, signal)
  const { head } = figures
  const result: ResultTable = { ...head, data: await cellsOf(figures.chunks, head.columns.length) }
  const labels = await labelsFor(deps, head.columns)
  const marks = await dataMarks(deps, scope, info, figures.prepared)
  return {
    table: { ...shownTable(figures, result, info, labels, marks), truncated: head.truncated },
    chart: chartOf(deps, name, { ...result, ...marks }, info, labels),
    range: head.range,
    updateTime: head.updateTime,
    gone: head.gone.map((thing) => thing.name || (thing.kind === 'point' ? '指标' : '维度')),
    isEmpty: isEmpty(result),
    marks,
    told: toldReport(deps.settings, { name, info, labels }, figures, result.data),
  }
}

/** Derived columns (changes, shares) tell nothing where the figures themselves are 0. */
export const isEmpty = ({
  columns,
  data,
  rowCount,
}: Pick<ResultTable, 'columns' | 'data' | 'rowCount'>): boolean =>
  rowCount === 0 ||
  columns.every(
    (column, at) =>
      column.kind === 'dimension' ||
      column.role !== undefined ||
      (data[at] ?? []).every((cell) => cell === null || cell === '' || Number(cell) === 0),
  )

/** Read column by column, yielding in between. */
export async function cellsOf(chunks: readonly ColumnChunk[], count: number): Promise<ResultCell[][]> {
  const data: ResultCell[][] = Array.from({ length: count }, () => [])
  for (const chunk of chunks) {
    for (const [at, cells] of data.entries()) {
      await breathe()
      for (const cell of JSON.parse(chunk.columns[at] ?? '[]') as ResultCell[]) cells.push(cell)
    }
  }
  return data
}

export async function labelsFor(
  { metadata }: Deps,
  columns: readonly { dictId: number | null }[],
): Promise<Labels> {
  const names = await readLabels(
    metadata.db,
    columns.flatMap(({ dictId }) => dictId ?? []),
  )
  return (dictId, code) => names.get(dictId)?.get(code)
}

export const titleOf = ({ title, unit, role }: ResultTable['columns'][number]): string =>
  unit && role !== 'share' && (role !== 'change' || unit === 'pp') ? `${title}（${unit}）` : title

function shownTable(
  { prepared, head }: Figures,
  result: ResultTable,
  info: ReportInfo,
  labels: Labels,
  marks: DataMarks,
): Omit<ShownTable, 'truncated'> {
  const grain = info.grain ?? 'day'
  const settings = { labels, weekdayInText: grain === 'day', shortDays: false, today: '' }
  const places = shownColumns(result.columns, columnOrder(result.columns, info.columns), false)
  const shown = places.map((place) => {
    const column = result.columns[place] as ResultTable['columns'][number]
    const format = withMarks(formatOf(column, grain, settings), column, grain, marks)
    const beside = besideOf(column, result, head.bases, (own) => formatOf(own, grain, settings))
    // A null `row` is the total.
    const text = (value: ResultCell, row: number | null): string =>
      column.role === 'change'
        ? `${withArrow(value, format(value))}${beside(row)}`
        : `${format(value)}${beside(row)}`
    return { place, column, text }
  })
  const dims = result.columns.filter(({ kind }) => kind === 'dimension').map(({ key }) => key)
  const topKey = prepared.marks.includes('other') && info.top ? `d${info.top.dim}` : null
  const cellText = (row: number, { place, column, text }: (typeof shown)[number]): string => {
    const dim = dims.indexOf(column.key)
    if (dim >= 0 && result.levels && result.levels[row] === dim) return subtotalName
    if (column.key === topKey && result.others?.[row] === true) return otherName
    return text(result.data[place]?.[row] ?? null, row)
  }
  const count = Math.min(drawnRows, result.rowCount)
  const firstDim = shown.findIndex(({ column }) => column.kind === 'dimension')
  const { summary } = result
  return {
    columns: shown.map(({ column }) => ({
      title: titleOf(column),
      align: isFigure(column) ? 'right' : 'left',
    })),
    rows: Array.from({ length: count }, (_, row) => shown.map((one) => cellText(row, one))),
    total: summary
      ? shown.map(({ place, column, text }, at) => {
          if (at === firstDim) return '合计'
          return column.kind === 'dimension' ? '' : text(summary[place] ?? null, null)
        })
      : null,
    rowCount: result.rowCount,
  }
}

/** A day with its marks, as on screen: 2026-10-02 周五 改. */
function withMarks(
  format: (value: ResultCell) => string,
  column: ResultTable['columns'][number],
  grain: Grain,
  marks: DataMarks,
): (value: ResultCell) => string {
  if (!isDateColumn(column)) return format
  const markOf = marksOn(marks)
  const own = grainOfColumn(column, grain)
  return (value) => {
    if (typeof value !== 'string' || value.length < 10) return format(value)
    const from = value.slice(0, 10)
    return [format(value), ...markOf(from, periodEnd(from, own))].join(' ')
  }
}

/** The compared figures in brackets, because a message has no tool tip. 4.72%（9,757 对 9,317） */
function besideOf(
  column: ResultTable['columns'][number],
  { columns, data, summary }: ResultTable,
  bases: Figures['head']['bases'],
  formatFor: (column: ResultTable['columns'][number]) => (value: ResultCell) => string,
): (row: number | null) => string {
  const owner = columns.find(({ key }) => key === column.of)
  const isFixed = typeof column.calculation?.base === 'object' && bases?.[column.key] !== undefined
  if (!owner || (column.role !== 'change' && !isFixed)) return () => ''
  const cellOf = (place: number, row: number | null) =>
    (row === null ? summary?.[place] : data[place]?.[row]) ?? null
  const baseOf = (key: string, row: number | null): ResultCell | undefined => {
    const base = bases?.[key]
    return base && ((row === null ? base.total : base.rows[row]) ?? null)
  }
  const text = formatFor(owner)
  const at = columns.indexOf(owner)
  const previousAt = columns.findIndex(({ of, role }) => of === owner.key && role === 'previous')
  return (row) => {
    const [own, other] = isFixed
      ? [cellOf(at, row), baseOf(column.key, row) ?? null]
      : [baseOf(owner.key, row) ?? (bases?.[owner.key] ? null : cellOf(at, row)), cellOf(previousAt, row)]
    return own === null || other === null ? '' : `（${text(own)} 对 ${text(other)}）`
  }
}

/** On screen colour and arrow show the direction; here only the arrow. */
function withArrow(value: ResultCell, text: string): string {
  const direction = directionOf(value)
  if (direction === 'none') return text
  return `${direction === 'rise' ? '▲' : '▼'} ${text}`
}

function chartOf(
  { settings }: Deps,
  name: string,
  result: ResultTable,
  info: ReportInfo,
  labels: Labels,
): ChartPicture | null {
  if (info.chart?.off) return null
  const shape = shapeOf(result, info)
  const figures = shownFigures(chartFigures(result), info.chart)
  const kind = kindOf(info.chart, shape, figures[0], result.rowCount)
  if (shape === 'none' || kind === null) return null
  const around = {
    labels,
    calendar: null,
    today: businessDay(settings),
    hour: businessHour(settings.zone),
    highlights: true,
  }
  const drawn = plotOf(result, info, shape, kind, figures, around)
  if (!drawn) return null
  const { text: _, ...plot } = drawn.plot
  const title = figures.length === 1 ? `${name}：${figures[0]?.title ?? ''}` : name
  return { title, plot, format: figures[0]?.column.format ?? null, left: drawn.left }
}
