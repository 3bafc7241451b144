// The rows that a calculation runs along: the date that orders them, and the dimensions whose values restart it.
//
//   dims 日期, 渠道         along 日期, restarted for each 渠道
//   dims 月份, 日期         along 日期, restarted in each 月份 (not for windows, which cross its edge)
//   dims 日期, 星期         along 日期; each day has one 星期, so nothing restarts
//   dims 游戏, 渠道         in the rows' order, restarted in each 游戏
import type { LeafDefinition, PointDefinition } from '#semantic/model/definitions.ts'
import { findColumn, kindOfType } from '#semantic/model/expression/columns.ts'
import { parseExpression } from '#semantic/model/expression/parse.ts'
import { namesIn } from '#semantic/model/expression/tree.ts'
import type { Dimension } from '#semantic/model/types.ts'
import { finerThan, type GrainChoice, grainOf, isBusinessDate, type ReportDate } from '../asked/grain.ts'
import type { SeriesPlan } from '../tree/tree.ts'

export interface SeriesSource {
  dims: Dimension[]
  grain: GrainChoice
  /** Marks of the result's levels, without the total's 0. */
  levels: number[]
  cutoffHour: number
}

/**
 * Rows along a date. `isOneWindow`: dimensions determined by the date never restart the series, even if they come
 * before the date, because windows cross the edge of a month.
 */
export function datedSeries(
  { dims, grain, levels, cutoffHour }: SeriesSource,
  date: ReportDate,
  point: PointDefinition,
  isOneWindow = false,
): SeriesPlan {
  const place = dims.indexOf(date.dimension)
  const restart = dims.filter(
    (dimension, index) =>
      dimension !== date.dimension &&
      !((isOneWindow || index > place) && isDecided(dimension, date, { grain, cutoffHour }, point)),
  )
  return {
    along: date.key,
    restart: restart.map(({ id }) => `d${id}`),
    levels: levels.filter((level) => level > place),
  }
}

/** Rows along any dimension, separately for each combination of the other dimensions' values. */
export function seriesOn({ dims, levels }: SeriesSource, dimension: Dimension): SeriesPlan {
  const place = dims.indexOf(dimension)
  return {
    along: null,
    restart: dims.filter((other) => other !== dimension).map(({ id }) => `d${id}`),
    levels: levels.filter((level) => level > place),
  }
}

/** Whether each period of the date has one value of the dimension: a day lies in one month, on one weekday. */
function isDecided(
  dimension: Dimension,
  { dimension: date, grain }: ReportDate,
  { grain: choice, cutoffHour }: Pick<SeriesSource, 'grain' | 'cutoffHour'>,
  point: PointDefinition,
): boolean {
  if (!isBusinessDate(date)) return false
  const isOfDays = grain === 'day' || grain === 'hour'
  if (isBusinessDate(dimension)) {
    const own = grainOf(dimension, choice)
    // A week may lie in two months.
    return own !== null && !finerThan(own, grain) && (isOfDays || (grain !== 'week' && own !== 'week'))
  }
  return grain === 'day' && leavesOf(point).every((leaf) => isMadeOfDay(dimension, leaf, cutoffHour))
}

/** Whether the dimension is an expression over only the fact's date column. */
function isMadeOfDay(dimension: Dimension, { table, physical }: LeafDefinition, cutoffHour: number): boolean {
  const text = dimension.info.expression?.trim()
  if (dimension.table_id !== null || !text || table.date_column === null) return false
  // If the business day starts after midnight, the hours before its start belong to another day than their date.
  if (cutoffHour > 0 && table.time_column !== null) return false
  const date = findColumn(physical, table.date_column)
  if (date === undefined || kindOfType(date.type) !== 'date') return false
  const names = namesIn(parseExpression(text))
  return names.length > 0 && names.every((leaf) => findColumn(physical, leaf.name) === date)
}

export function leavesOf(definition: PointDefinition): LeafDefinition[] {
  return definition.type === 'leaf' ? [definition] : [...definition.references.values()].flatMap(leavesOf)
}
