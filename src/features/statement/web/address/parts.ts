// The parts of an address, one per changeable setting of a report's definition: its name in the address, its
// writer and its reader. A reader returns undefined for invalid text.

import { activityShows, lastWindow, mostWindows } from '#semantic/model/activity.ts'
import { readCalculationParts, writeCalculationParts } from '#semantic/model/address/calculationCode.ts'
import { isId, isPointId, readConditions, writeConditions } from '#semantic/model/address/filterCode.ts'
import { readFunnel, writeFunnel } from '#semantic/model/funnelsText.ts'
import { readReturns, writeReturns } from '#semantic/model/returnsText.ts'
import {
  type ChartKind,
  chartKinds,
  comparisons,
  type DateRange,
  grains,
  heats,
  type RelativeRange,
  type ReportChart,
  type ReportInfo,
  relativeRanges,
  reportKinds,
} from '#semantic/model/types.ts'
import { canForecast, lastValueDay, mostForecastDays, mostValueDays } from '#semantic/model/valueDays.ts'
import { readDays } from '#shared/days/readDays.ts'
import { knownFestivals } from '#web/calendar/festivals.ts'
import { businessToday, isDay } from '../dates/days.ts'
import { readFormulas, writeFormulas } from './formulaCode.ts'

const mostDims = 20
const mostPoints = 500
const mostColumns = 2100
const mostRows = 1_000_000

/** Everything that an address can replace. */
export type ChangeableKey = Exclude<keyof ReportInfo, 'grainDims'>

export interface AddressPart<Value> {
  /** Its name in the address. */
  param: string
  /** Its name in messages about unreadable parts. */
  name: string
  write: (value: Value) => string | string[]
  read: (texts: string[]) => Value | undefined
  /** The value that stands for an absent setting. */
  absent?: Value
}

/** Column keys as the server names them: dimensions, points with derived columns, cohort columns. */
const columnKey =
  /^(?:(?:[dp][1-9]\d{0,15}|p-[1-9]\d{0,2})(?:_(?:prev|diff|share|c[1-9]\d{0,2}))?|[nrvlifghyzaw]\d{0,4}|[sctm]\d{1,4}|[bkuq]|n_share|y\d{1,4}_share)$/
const isColumnKey = (text: string) => columnKey.test(text)

const one =
  <Value>(read: (text: string) => Value | undefined) =>
  ([text]: string[]) =>
    text === undefined ? undefined : read(text)

const choice = <Value extends string>(values: readonly Value[]) =>
  one((text) => values.find((value) => value === text))

const flag = {
  write: (on: boolean) => (on ? '1' : '0'),
  read: one((text) => (text === '1' ? true : text === '0' ? false : undefined)),
  absent: false,
}

const wholeNumber = (least: number, most: number) =>
  one((text) => {
    const number = Number(text)
    return /^\d{1,7}$/.test(text) && number >= least && number <= most ? number : undefined
  })

const ids = (most: number, isOne = isId) => ({
  write: (list: number[]) => list.join('.'),
  read: one((text) => {
    if (text === '') return []
    const parts = [...new Set(text.split('.'))]
    return parts.length <= most && parts.every(isOne) ? parts.map(Number) : undefined
  }),
})

function readTwoDays(text: string): { from: string; to: string } | undefined {
  const [from = '', to = '', rest] = text.split('..')
  return rest === undefined && isDay(from) && isDay(to) && from <= to ? { from, to } : undefined
}

const writeRange = (range: DateRange) => ('relative' in range ? range.relative : `${range.from}..${range.to}`)

const readRange = (text: string): DateRange | undefined =>
  relativeRanges.includes(text as RelativeRange)
    ? { relative: text as RelativeRange }
    : (readTwoDays(text) ?? spokenRange(text))

/** A hand-written address: range=10月, range=3w. */
function spokenRange(text: string): DateRange | undefined {
  // In the generated format; nothing else is tried.
  if (/^\d{4}-\d\d-\d\d\.\./.test(text)) return undefined
  const read = readDays(text, { today: businessToday(), festivalDays: knownFestivals() })
  return 'problem' in read ? undefined : read
}

function readOrder(text: string): NonNullable<ReportInfo['order']> | undefined {
  if (text === '') return []
  const order = text.split('.').map((part) => {
    const desc = part.startsWith('-')
    return { key: desc ? part.slice(1) : part, desc }
  })
  return order.length <= 20 && order.every(({ key }) => isColumnKey(key)) ? order : undefined
}

const columnKeys = (most: number) => (text: string) => {
  const keys = [...new Set(text.split('.'))]
  return keys.length <= most && keys.every(isColumnKey) ? keys : undefined
}

function readTop(text: string): ReportInfo['top'] | undefined {
  const [dim = '', count = '', by = '', rest] = text.split('.')
  if (rest !== undefined || !isId(dim) || !isId(count) || !isPointId(by) || Number(count) > 1000)
    return undefined
  return { dim: Number(dim), count: Number(count), by: Number(by) }
}

/** Ascending numbers, separated by commas. */
function readRising(text: string, most: number, fits: (number: number) => boolean): number[] | undefined {
  if (!/^-?[\d.]+(?:,-?[\d.]+)*$/.test(text)) return undefined
  const numbers = text.split(',').map(Number)
  const rises = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] as number))
  return numbers.length <= most && rises && numbers.every((number) => Number.isFinite(number) && fits(number))
    ? numbers
    : undefined
}

/** `1~line~p2.p3`: shown, kind, figures; absent parts use the report's defaults. */
const writeChart = ({ off, kind, keys }: ReportChart) =>
  [off ? '0' : '1', kind ?? '', keys?.join('.') ?? ''].join('~').replace(/~+$/, '')

function readChart(text: string): ReportChart | undefined {
  const [shown, kind = '', keys = '', rest] = text.split('~')
  if (rest !== undefined || (shown !== '0' && shown !== '1')) return undefined
  if (kind !== '' && !chartKinds.includes(kind as ChartKind)) return undefined
  const named = keys === '' ? [] : columnKeys(50)(keys)
  if (!named) return undefined
  return {
    ...(shown === '0' && { off: true }),
    ...(kind && { kind: kind as ChartKind }),
    ...(named.length > 0 && { keys: named }),
  }
}

type Parts = { [Key in ChangeableKey]: AddressPart<NonNullable<ReportInfo[Key]>> }

/** In the order of an address. */
export const addressParts: Parts = {
  kind: { param: 'kind', name: '报表类型', write: String, read: choice(reportKinds), absent: 'table' },
  dateRange: { param: 'range', name: '日期', write: writeRange, read: one(readRange) },
  grain: { param: 'grain', name: '粒度', write: String, read: choice(grains), absent: 'day' },
  dims: { param: 'dims', name: '分组', ...ids(mostDims) },
  points: { param: 'points', name: '指标', ...ids(mostPoints, isPointId) },
  formulas: { param: 'own', name: '自建公式', write: writeFormulas, read: readFormulas, absent: [] },
  order: {
    param: 'order',
    name: '排序',
    write: (order) => order.map(({ key, desc }) => (desc ? `-${key}` : key)).join('.'),
    read: one(readOrder),
    absent: [],
  },
  columns: {
    param: 'cols',
    name: '列顺序',
    write: (keys) => keys.join('.'),
    read: one(columnKeys(mostColumns)),
  },
  limit: { param: 'limit', name: '行数', write: String, read: wholeNumber(1, mostRows) },
  fillDates: { param: 'fill', name: '补齐日期', ...flag },
  compare: { param: 'cmp', name: '对比', write: String, read: choice(comparisons) },
  compareRange: {
    param: 'cmprange',
    name: '对比时段',
    write: writeRange,
    read: one(readTwoDays),
  },
  compareFilters: {
    param: 'cmpf',
    name: '对比条件',
    write: writeConditions,
    read: readConditions,
    absent: [],
  },
  subtotals: { param: 'sub', name: '小计', ...flag },
  shares: { param: 'share', name: '占比', ...ids(mostPoints, isPointId), absent: [] },
  calculations: {
    param: 'calc',
    name: '计算列',
    write: writeCalculationParts,
    read: readCalculationParts,
    absent: [],
  },
  top: {
    param: 'top',
    name: '前 N 项',
    write: ({ dim, count, by }) => `${dim}.${count}.${by}`,
    read: one(readTop),
  },
  retention: {
    param: 'days',
    name: '留存天数',
    write: writeReturns,
    read: one(readReturns),
  },
  ltv: {
    param: 'ltv',
    name: 'LTV 天数',
    // 1,7,30~30: the days, and those of them that are forecast.
    write: ({ days, forecast = [] }) => [days, forecast].filter(({ length }) => length > 0).join('~'),
    read: one((text) => {
      const fits = (day: number) => Number.isInteger(day) && day >= 1 && day <= lastValueDay
      const [own = '', ahead, rest] = text.split('~')
      const days = readRising(own, mostValueDays, fits)
      if (!days || rest !== undefined || ahead === undefined)
        return rest === undefined ? days && { days } : undefined
      const forecast = readRising(ahead, mostForecastDays, (day) => canForecast(day) && days.includes(day))
      return forecast && { days, forecast }
    }),
  },
  activity: {
    param: 'activity',
    name: '活跃',
    write: ({ show, windows }) => `${show}.${windows.join(',')}`,
    read: one((text) => {
      const [show = '', listed = ''] = text.split('.', 2)
      const fits = (day: number) => Number.isInteger(day) && day >= 1 && day <= lastWindow
      const windows = readRising(listed, mostWindows, fits)
      const known = activityShows.find((own) => own === show)
      return known && windows && { show: known, windows }
    }),
  },
  funnel: {
    param: 'window',
    name: '转化窗口',
    write: writeFunnel,
    read: one(readFunnel),
  },
  distribution: {
    param: 'bounds',
    name: '分布区间',
    write: ({ bounds }) => bounds.join(','),
    read: one((text) => {
      const bounds = readRising(text, 100, () => true)
      return bounds && { bounds }
    }),
  },
  frozen: { param: 'frozen', name: '冻结列', write: String, read: wholeNumber(0, 50), absent: 1 },
  heat: { param: 'heat', name: '热力图', write: String, read: choice(heats) },
  chart: { param: 'chart', name: '图表', write: writeChart, read: one(readChart) },
  pivot: { param: 'pivot', name: '透视列', ...ids(mostDims) },
  filters: { param: 'f', name: '筛选条件', write: writeConditions, read: readConditions, absent: [] },
}

export const changeableKeys = Object.keys(addressParts) as ChangeableKey[]
