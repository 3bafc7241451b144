// How a result is drawn: guessed from its columns first, then as the reader last set it for such columns.

import { type ChartType, chartTypes } from '#web/chart/options.ts'
import { isRecord, readJson, type StoredKey, writeJson } from '#web/shell/storage.ts'
import { chartAggregates, type ResultColumn } from '#features/code/contract.ts'
import { isFigure, isIdColumn } from '../values.ts'

export type ChartAggregate = (typeof chartAggregates)[number]

/** Columns by index. */
export interface ChartConfig {
  type: ChartType
  x: number
  values: number[]
  series: number | null
  aggregate: ChartAggregate
}

export const mostValues = 20

const isDay = ({ type }: ResultColumn) => type === 'date' || type === 'datetime'
const isMeasure = (column: ResultColumn) => isFigure(column) && !isIdColumn(column)

export function guessConfig(columns: readonly ResultColumn[]): ChartConfig {
  const indexOf = (fits: (column: ResultColumn) => boolean) => columns.findIndex(fits)
  const day = indexOf(isDay)
  const name = indexOf((column) => !isMeasure(column))
  const x = day >= 0 ? day : Math.max(0, name)
  const measures = columns.flatMap((column, index) => (isMeasure(column) && index !== x ? [index] : []))
  const group = columns.findIndex((column, index) => index !== x && column.type === 'string')
  return {
    type: day >= 0 ? 'line' : 'bar',
    x,
    // Values of very different sizes share no axis: one is a better start than all.
    values: measures.length > 0 ? measures.slice(0, 1) : [x],
    series: day >= 0 && group >= 0 ? group : null,
    aggregate: measures.length > 0 ? 'sum' : 'count',
  }
}

/** Whether these columns' values can be aggregated other than by counting. */
export const areFigures = (columns: readonly ResultColumn[], values: readonly number[]): boolean =>
  values.every((index) => columns[index] !== undefined && isFigure(columns[index]))

/** Changes a part and adapts the rest: an invalid chart is never requested. */
export function changed(
  columns: readonly ResultColumn[],
  config: ChartConfig,
  part: Partial<ChartConfig>,
): ChartConfig {
  const next = { ...config, ...part }
  // Points of a scatter plot are rows; sums would be another chart.
  if (part.type === 'scatter') next.aggregate = 'none'
  else if (part.type && config.type === 'scatter' && config.aggregate === 'none') next.aggregate = 'sum'
  const drawn = next.type === 'pie' ? next.values.slice(0, 1) : next.values
  if (!areFigures(columns, drawn)) next.aggregate = 'count'
  return next
}

/** Results with the same columns are drawn alike. */
function memoryName(columns: readonly ResultColumn[]): StoredKey {
  let hash = 0x811c9dc5
  for (const character of columns.map(({ title, type }) => `${title}:${type}`).join('\n'))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return `result-chart:${columns.length}:${(hash >>> 0).toString(36)}`
}

export function readConfig(columns: readonly ResultColumn[]): ChartConfig {
  const stored = readJson(memoryName(columns), isRecord)
  const guessed = guessConfig(columns)
  if (!stored) return guessed
  const isColumn = (value: unknown): value is number =>
    Number.isInteger(value) && columns[value as number] !== undefined
  const values = Array.isArray(stored.values) ? stored.values.filter(isColumn).slice(0, mostValues) : []
  return {
    type: chartTypes.find((type) => type === stored.type) ?? guessed.type,
    x: isColumn(stored.x) ? stored.x : guessed.x,
    values: values.length > 0 ? values : guessed.values,
    series: isColumn(stored.series) ? stored.series : null,
    aggregate: chartAggregates.find((one) => one === stored.aggregate) ?? guessed.aggregate,
  }
}

export function writeConfig(columns: readonly ResultColumn[], config: ChartConfig): void {
  writeJson(memoryName(columns), config)
}
