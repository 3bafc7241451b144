// Charts and tables as PNG, for messages outside the product. A separate process draws them, so that neither
// its load nor a crash of its native code affects the server.
import { type PlotPlace, plotKinds } from '#shared/plot/plot.ts'
import { drawInProcess } from './drawing.ts'
import {
  type BarsPicture,
  type ChartPicture,
  type DrawnPart,
  drawnColumns,
  drawnRows,
  type LinesPicture,
  type TablePicture,
} from './types.ts'

export { endDrawing } from './drawing.ts'
export type { BarsPicture, ChartPicture, LinesPicture, TableColumn, TablePicture } from './types.ts'
export { drawnColumns, drawnRows } from './types.ts'

export interface DrawOptions {
  signal?: AbortSignal | undefined
}

/** More places than a picture has room for. */
const mostPlaces = 3_000
const mostSeries = 10
const longestText = 200

/** Draws what the page's chart would show. Throws AppError: server_busy, query_canceled, internal. */
export const drawChart = (picture: ChartPicture, options: DrawOptions = {}): Promise<Buffer> =>
  drawInProcess(chartOrder(picture), options)

function chartOrder(picture: ChartPicture): DrawnPart {
  const { plot, title, note } = picture
  if (!plotKinds.includes(plot.kind)) throw new Error(`no chart is called ${plot.kind}`)
  const places = plot.places.slice(0, mostPlaces).map(cutPlace)
  const series = plot.series.slice(0, mostSeriesOf(picture)).map(({ previous, expected, ...one }) => ({
    ...one,
    name: cut(one.name),
    values: figuresOf(one.values),
    ...(previous && { previous: figuresOf(previous) }),
    ...(expected && {
      expected: { ...expected, low: figuresOf(expected.low), high: figuresOf(expected.high) },
    }),
  }))
  return {
    kind: 'chart',
    ...picture,
    title: cut(title),
    ...(note !== undefined && { note: cut(note) }),
    plot: { ...plot, unit: cut(plot.unit), places, series },
  }
}

/** Missing values are drawn as gaps. */
const figuresOf = (values: readonly (number | null)[]): (number | null)[] =>
  values.slice(0, mostPlaces).map((value) => (Number.isFinite(value) ? value : null))

/** A heat map has a series per later day. */
const mostSeriesOf = ({ plot }: ChartPicture) => (plot.kind === 'heatmap' ? 60 : mostSeries)

/** Lines over days, with a band of expected values and marks at days. */
export function drawLines(picture: LinesPicture, options: DrawOptions = {}): Promise<Buffer> {
  const { title, note, lines, band, marks = [], unit = '', format = null, unfinishedFrom } = picture
  const { days, points = [], limits = [] } = picture
  const places = new Map(days.map((day, at) => [day, at]))
  const notes = marks.slice(0, 100).flatMap(({ day, text }) => {
    const at = places.get(day)
    return at === undefined ? [] : [{ at, titles: [cut(text)] }]
  })
  const plot = {
    kind: 'line' as const,
    unit: format === 'percent' ? '%' : unit,
    percent: format === 'percent',
    places: days.map(dayPlace),
    series: lines.map((line, hue) => ({ ...line, hue, ...(hue === 0 && band && { expected: band }) })),
    bands: [],
    notes,
    marks: points.slice(0, 500).flatMap(({ day, tone }) => {
      const at = places.get(day)
      return at === undefined ? [] : [{ at, title: '', tone }]
    }),
    limits: limits
      .slice(0, 10)
      .flatMap(({ value, title }) => (Number.isFinite(value) ? [{ value, title: cut(title) }] : [])),
    unfinishedFrom: unfinishedFrom === undefined ? null : (places.get(unfinishedFrom) ?? null),
    previousName: '',
  }
  const told = { title, ...(note !== undefined && { note }) }
  return drawChart({ ...told, plot, format, left: Math.max(0, lines.length - mostSeries) }, options)
}

/** Horizontal bars, one per name, followed by their values. */
export function drawBars(picture: BarsPicture, options: DrawOptions = {}): Promise<Buffer> {
  const { title, note, names, bars, unit = '', format = null } = picture
  const plot = {
    kind: 'bar' as const,
    unit: format === 'percent' ? '%' : unit,
    percent: format === 'percent',
    places: names.map((name) => ({ label: name, title: name })),
    namesPlaces: true,
    series: bars.map((one, hue) => ({ ...one, hue })),
    bands: [],
    notes: [],
    unfinishedFrom: null,
    previousName: '',
  }
  return drawChart({ title, ...(note !== undefined && { note }), plot, format }, options)
}

/** The first rows and columns of a table, with the full counts below. */
export const drawTable = (picture: TablePicture, options: DrawOptions = {}): Promise<Buffer> =>
  drawInProcess(tableOrder(picture), options)

function tableOrder(picture: TablePicture): DrawnPart {
  const { title, note, columns, rows, total, rowCount = rows.length } = picture
  const cells = (row: readonly string[]) =>
    columns.slice(0, drawnColumns).map((_, at) => cut(String(row[at] ?? '')))
  return {
    kind: 'table',
    title: cut(title),
    ...(note !== undefined && { note: cut(note) }),
    columns: columns.slice(0, drawnColumns).map((column) => ({ ...column, title: cut(column.title) })),
    rows: rows.slice(0, drawnRows).map(cells),
    ...(total && { total: cells(total) }),
    rowCount,
    columnCount: columns.length,
  }
}

/** Nobody looks through a picture with more parts. */
const mostParts = 20

/** Stacks charts and tables with a line below the last, within a limit of bytes. */
export const drawTogether = (
  parts: readonly ({ chart: ChartPicture } | { table: TablePicture })[],
  { foot, mostBytes }: { foot: string; mostBytes: number },
  options: DrawOptions = {},
): Promise<Buffer> => {
  const orders = parts
    .slice(0, mostParts)
    .map((part) => ('chart' in part ? chartOrder(part.chart) : tableOrder(part.table)))
  return drawInProcess({ kind: 'stack', parts: orders, foot: cut(foot), mostBytes }, options)
}

const cutPlace = (place: PlotPlace): PlotPlace => ({ label: cut(place.label), title: cut(place.title) })

const dayPlace = (day: string, _: number, days: readonly string[]): PlotPlace => {
  const isOfOneYear = days[0]?.slice(0, 4) === days.at(-1)?.slice(0, 4)
  const isDay = /^\d{4}-\d\d-\d\d/.test(day)
  return { label: isDay && (isOfOneYear || days.length <= 200) ? day.slice(5) : day, title: day }
}

/** One line, cut to a readable length. */
const cut = (text: string): string => {
  const line = text.slice(0, longestText * 2).replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
  return line.length > longestText ? `${line.slice(0, longestText - 1)}…` : line
}
