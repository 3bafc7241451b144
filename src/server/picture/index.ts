// Charts and tables as PNG, for messages that go where no page is. They are drawn by a process of its own, so that
// neither its work nor a fault of its native code is the server's.
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

/** More than a picture has room for. */
const mostPlaces = 3_000
const mostSeries = 10
const longestText = 200

/** What a chart of the page would show. Throws AppError: server_busy, query_canceled, internal. */
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

/** What is none is drawn as a gap. */
const figuresOf = (values: readonly (number | null)[]): (number | null)[] =>
  values.slice(0, mostPlaces).map((value) => (Number.isFinite(value) ? value : null))

/** A heat map has a series for each later day. */
const mostSeriesOf = ({ plot }: ChartPicture) => (plot.kind === 'heatmap' ? 60 : mostSeries)

/** Lines over days, a band of what was expected, marks at days. */
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

/** Bars that lie, one a name, with their figures behind them. */
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

/** The first rows and columns of a table; how many there are stands under it. */
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

/** More are no picture that anybody looks through. */
const mostParts = 20

/** Charts and tables one below the other, a line under the last, within so many bytes. */
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

/** One line, no longer than anybody reads. */
const cut = (text: string): string => {
  const line = text.slice(0, longestText * 2).replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
  return line.length > longestText ? `${line.slice(0, longestText - 1)}…` : line
}
