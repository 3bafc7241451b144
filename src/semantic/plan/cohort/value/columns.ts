// Result columns of players' value:
//
//   n 新增用户, k 花费, u 人均花费, v7 前 7 天充值金额, l7 LTV7, f7 LTV7 预测, g7 and h7 its interval, i7 ROI7, q 回本天数
import type { PointDefinition } from '#semantic/model/definitions.ts'
import type { Point, ReportColumn } from '#semantic/model/types.ts'
import { firstDayText } from '#semantic/model/valueDays.ts'
import type { Titles } from '#semantic/plan/columns/apart.ts'
import { reportColumns } from '#semantic/plan/columns/columns.ts'
import { type Extra, players, rate } from '../columns.ts'

interface ValueColumns {
  whom: Point
  earned: PointDefinition
  cost: PointDefinition | null
  /** Why rows have no cost. */
  unreached: string | null
  days: number[]
  /** Those that are forecast. */
  forecast: number[]
}

/** `day` of a column is the last of its days, counted from 0: a cell is whole once that day is over. */
export function valueColumns(
  { whom, earned, cost, unreached, days, forecast }: ValueColumns,
  titles: Titles,
): ReportColumn[] {
  const paid = figureOf(earned, titles)
  const spent = cost === null ? null : figureOf(cost, titles)
  const missing = unreached === null ? {} : { unreached }
  return [
    players('n', titles.get(whom) ?? whom.name, whom, { role: 'size' }),
    ...(spent === null ? [] : spentColumns(spent, missing)),
    ...days.flatMap((count, at) => [
      ...earnedColumns(paid, count, at === 0 ? `（${firstDayText}）` : ''),
      ...(forecast.includes(count) ? forecastColumns(paid, count) : []),
      ...(spent === null ? [] : [{ ...recovered(count), ...missing }]),
    ]),
    ...(spent === null ? [] : [{ ...payback(whom), ...missing }]),
  ]
}

const worthKey = (days: number): string => `l${days}`
export const paybackKey = 'q'
/** Keys of a forecast, its lower and its upper bound. */
export const forecastKeys = (days: number): [string, string, string] => [`f${days}`, `g${days}`, `h${days}`]
export const isForecastKey = (key: string): boolean => /^[fgh]\d/.test(key)

/** Columns with a base: over how many players they are, those of cohorts whose days are over. */
export const basedKeys = (days: number[], hasCost: boolean): string[] => [
  ...days.map(worthKey),
  ...(hasCost ? [paybackKey] : []),
]

const figureOf = (definition: PointDefinition, titles: Titles): ReportColumn =>
  reportColumns([], [definition], { dimensionId: null, grain: null }, titles)[0] as ReportColumn

const mean = (key: string, title: string, like: ReportColumn, extra: Extra): ReportColumn => ({
  ...like,
  key,
  title,
  kind: 'computed',
  type: 'number',
  format: 'decimal',
  ...extra,
})

const spentColumns = (spent: ReportColumn, missing: { unreached?: string }): ReportColumn[] => [
  { ...spent, key: 'k', role: 'spent', ...missing },
  { ...mean('u', `人均${spent.title}`, spent, { role: 'each', of: 'k' }), ...missing },
]

/** The first LTV's title says what day 1 is, on every screen and in every file. */
const earnedColumns = (paid: ReportColumn, count: number, meaning: string): ReportColumn[] => [
  {
    ...paid,
    key: `v${count}`,
    title: `前 ${count} 天${paid.title}`,
    role: 'earned',
    of: 'n',
    day: count - 1,
  },
  mean(worthKey(count), `LTV${count}${meaning}`, paid, { role: 'worth', of: `v${count}`, day: count - 1 }),
]

/** Forecasts stand apart from facts, in columns of their own. */
const forecastColumns = (paid: ReportColumn, count: number): ReportColumn[] => {
  const of = forecastKeys(count)[0]
  const day = count - 1
  return [
    mean(of, `LTV${count} 预测`, paid, { role: 'expected', day }),
    mean(`g${count}`, `LTV${count} 预测 80% 下限`, paid, { role: 'low', of, day }),
    mean(`h${count}`, `LTV${count} 预测 80% 上限`, paid, { role: 'high', of, day }),
  ]
}

const recovered = (count: number): ReportColumn =>
  rate(`i${count}`, `ROI${count}`, { role: 'recovered', of: `v${count}`, day: count - 1 })

const payback = (whom: Point): ReportColumn => ({
  ...players(paybackKey, '回本天数', whom, { role: 'payback' }),
  kind: 'computed',
  unit: '天',
})
