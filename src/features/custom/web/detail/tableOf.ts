// Converts a run's table for the shared table component and for the chart.

import { toldApart } from '#shared/labels.ts'
import { emptyText, emptyWord, toldText } from '#shared/nothing.ts'
import type { ChartData } from '#web/chart/options.ts'
import { groupThousands } from '#web/table/selection/exactSum.ts'
import type { CellValue, TableColumn } from '#web/table/types.ts'
import type { CustomChart, CustomColumn, CustomTable } from '#features/custom/contract.ts'

const plainNumber = /^-?\d+(?:\.\d+)?$/
/** Limit of points in a chart; the table has all rows. */
export const mostPoints = 2_000

export const isFigure = ({ type, title }: Pick<CustomColumn, 'type' | 'title'>): boolean =>
  type === 'number' || (type === 'integer' && !/id$/i.test(title))

const exactText = (value: CellValue): string => (value === null ? '' : String(value))

function shownText(column: CustomColumn): (value: CellValue) => string {
  if (!isFigure(column))
    return (value) =>
      typeof value === 'boolean' ? (value ? '是' : '否') : toldText(value === null ? null : String(value))
  return (value) => {
    const text = exactText(value)
    return text === '' ? emptyText : plainNumber.test(text) ? groupThousands(text) : text
  }
}

type Names = ReadonlyMap<string, string>

/** Labels by code of a column; undefined without a dictionary. */
function namesOf({ labels }: Pick<CustomTable, 'labels'>, index: number): Names | undefined {
  const given = labels.find(({ column }) => column === index)
  return given && toldApart(new Map(given.names.map(({ code, label }) => [code, label])))
}

/** The readers write no SQL, so a label stands in the place of its code, in copies, too. */
const nameIn = (names: Names | undefined, value: CellValue): string | undefined =>
  value === null ? undefined : names?.get(String(value))

export const tableColumns = (
  { columns, labels }: Pick<CustomTable, 'columns' | 'labels'>,
  sort: { column: number; desc: boolean } | null,
): TableColumn[] =>
  columns.map((column, index) => {
    const names = namesOf({ labels }, index)
    const text = shownText(column)
    return {
      key: column.key,
      title: column.title,
      unit: '',
      align: isFigure(column) && !names ? 'right' : 'left',
      format: (value) => nameIn(names, value) ?? text(value),
      copy: (value) => nameIn(names, value) ?? exactText(value),
      numeric: isFigure(column),
      ...(sort?.column === index && { sorted: sort.desc ? ('desc' as const) : ('asc' as const) }),
      ...(index === 0 && !isFigure(column) && { frozen: true }),
    }
  })

/** Rows sorted by one column; empty cells last. */
export function sortedRows(
  table: CustomTable,
  sort: { column: number; desc: boolean } | null,
): number[] | null {
  if (!sort) return null
  const cells = table.data[sort.column] ?? []
  const column = table.columns[sort.column]
  const numeric = column ? column.type === 'integer' || column.type === 'number' : false
  const rank = (row: number) => cells[row] ?? null
  const names = namesOf(table, sort.column)
  const textOf = (value: CellValue) => nameIn(names, value) ?? String(value)
  const compare = (one: CellValue, other: CellValue): number =>
    numeric && !names ? Number(one) - Number(other) : textOf(one).localeCompare(textOf(other), 'zh-CN')
  return Array.from({ length: table.rowCount }, (_, row) => row).sort((one, other) => {
    const [left, right] = [rank(one), rank(other)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sort.desc ? compare(right, left) : compare(left, right)
  })
}

/** Default chart: the first figures over the first column without figures. */
export function guessChart({ columns }: Pick<CustomTable, 'columns'>): CustomChart | null {
  const x =
    columns.find(({ type }) => type === 'date' || type === 'datetime') ??
    columns.find((column) => !isFigure(column))
  const values = columns.filter((column) => column !== x && isFigure(column))
  if (!x || values.length === 0) return null
  const isTime = x.type === 'date' || x.type === 'datetime'
  return { type: isTime ? 'line' : 'bar', x: x.title, values: values.slice(0, 1).map(({ title }) => title) }
}

/** null when a column of the chart no longer exists, or when there is nothing to draw. */
export function chartData(table: CustomTable, chart: CustomChart): ChartData | null {
  const columnOf = (title: string) => table.columns.findIndex((column) => column.title === title)
  const x = columnOf(chart.x)
  const values = chart.values.map(columnOf).filter((index) => index >= 0)
  const [first] = values
  if (x < 0 || first === undefined || table.rowCount === 0) return null
  const named = { xName: chart.x, valueName: values.length === 1 ? (chart.values[0] ?? '') : '' }
  const split = values.length === 1 && chart.type !== 'scatter' ? splitBy(table, x) : -1
  if (split >= 0)
    return { type: chart.type, ...named, ...splitSeries(table, x, first, split), off: new Set() }
  const rows = rowsInOrder(table, x).slice(0, mostPoints)
  const names = namesOf(table, x)
  const placeOf = (value: CellValue) => nameIn(names, value) ?? xOf(value)
  return {
    type: chart.type,
    ...named,
    x: rows.map((row) => placeOf(table.data[x]?.[row] ?? null)),
    series: values.map((index) => ({
      name: table.columns[index]?.title ?? '',
      values: rows.map((row) => numberOf(table.data[index]?.[row] ?? null)),
    })),
    off: new Set(),
  }
}

const xOf = (value: CellValue): string | number | null =>
  typeof value === 'boolean' ? (value ? '是' : '否') : value === '' ? emptyWord : value

const isDay = ({ type }: CustomColumn) => type === 'date' || type === 'datetime'

/** Days run from left to right, whatever the table's order; other values keep the table's order. */
function rowsInOrder(table: CustomTable, x: number): number[] {
  const rows = Array.from({ length: table.rowCount }, (_, row) => row)
  const column = table.columns[x]
  if (!column || !isDay(column)) return rows
  const cells = table.data[x] ?? []
  return rows.sort((one, other) => (String(cells[one]) < String(cells[other]) ? -1 : 1))
}

/** The column that distinguishes rows with the same x; -1 when there is none. */
function splitBy(table: CustomTable, x: number): number {
  const cells = table.data[x] ?? []
  if (new Set(cells).size === cells.length) return -1
  return table.columns.findIndex(
    (column, index) => index !== x && !isFigure(column) && !isDay(column) && column.type !== 'json',
  )
}

/** As many lines as a reader can tell apart. */
const mostSeries = 10

/** One series for each value, the largest first; the rest only appears in the table. */
function splitSeries(
  table: CustomTable,
  x: number,
  value: number,
  split: number,
): Pick<ChartData, 'x' | 'series'> {
  const sums = new Map<string, number>()
  const points = new Map<string, Map<string, number>>()
  const places: (string | number | null)[] = []
  const known = new Set<string>()
  const [placeNames, splitNames] = [namesOf(table, x), namesOf(table, split)]
  for (const row of rowsInOrder(table, x)) {
    const at = table.data[x]?.[row] ?? null
    const place = nameIn(placeNames, at) ?? xOf(at)
    const key = String(place)
    if (!known.has(key)) {
      if (places.length === mostPoints) break
      known.add(key)
      places.push(place)
    }
    const part = table.data[split]?.[row] ?? null
    const name = nameIn(splitNames, part) ?? String(xOf(part) ?? emptyText)
    const figure = numberOf(table.data[value]?.[row] ?? null)
    if (figure === null) continue
    sums.set(name, (sums.get(name) ?? 0) + Math.abs(figure))
    const series = points.get(name) ?? new Map<string, number>()
    series.set(key, (series.get(key) ?? 0) + figure)
    points.set(name, series)
  }
  const names = [...sums.keys()].sort((one, other) => (sums.get(other) ?? 0) - (sums.get(one) ?? 0))
  return {
    x: places,
    series: names.slice(0, mostSeries).map((name) => ({
      name,
      values: places.map((place) => points.get(name)?.get(String(place)) ?? null),
    })),
  }
}

function numberOf(value: CellValue): number | null {
  const number = value === null || typeof value === 'boolean' || value === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : null
}
