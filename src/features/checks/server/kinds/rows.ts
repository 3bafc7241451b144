// Checks of how much there is by day: against a least number, former weeks, and the forecast's band.
import { dayNumber, dayText } from '#shared/day.ts'
import type { CheckField, CheckValues } from '#features/checks/contract.ts'
import {
  byDays,
  type CheckedRows,
  type CheckKind,
  type DayRow,
  type Judged,
  numberIn,
  textIn,
  told,
} from './types.ts'

/** What is added up by day: rows, or a column. */
const amount: CheckField = {
  name: 'column',
  title: '看什么',
  kind: 'column',
  of: 'number',
  required: false,
  none: '行数',
  hint: '行数，或某一列每天的合计',
}
const whatText = (values: CheckValues): string =>
  textIn(values, 'column') === '' ? '行数' : `列「${textIn(values, 'column')}」的合计`

const amounts = (values: CheckValues, rows: CheckedRows): string[] => {
  const name = textIn(values, 'column')
  return name === '' ? [] : [rows.dialect.aggregate('sum', rows.column(name, 'number'), null)]
}
const amountOf = (values: CheckValues, { rows, values: [sum] }: DayRow): number =>
  textIn(values, 'column') === '' ? rows : (sum ?? 0)

/** Days on the calendar from the first to the last with rows: a day without any has 0. */
function seriesOf(values: CheckValues, days: readonly DayRow[]): { day: string; value: number }[] {
  const known = new Map(days.flatMap((one) => (one.day ? [[dayNumber(one.day), amountOf(values, one)]] : [])))
  const numbers = [...known.keys()]
  if (numbers.length === 0) return []
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)]
  // A stray year would make a series of thousands of days.
  const from = Math.max(first, last - mostDays)
  return Array.from({ length: last - from + 1 }, (_, at) => ({
    day: dayText(from + at),
    value: known.get(from + at) ?? 0,
  }))
}
const mostDays = 4_000

/** Those to judge: whole days among those that are looked at, the last ones of many. */
const judgedDays = (
  series: readonly { day: string; value: number }[],
  { days, today }: Judged,
  most: number,
) => series.filter(({ day }) => day < today && (days === null || days.has(day))).slice(-most)

const recent = 35
const mostForecasts = 7

const least: CheckKind = {
  kind: 'least',
  title: '行数不少于',
  fields: [
    {
      name: 'rows',
      title: '至少',
      kind: 'number',
      required: true,
      initial: 1,
      least: 1,
      most: 1e12,
      whole: true,
      unit: '行',
      hint: '有日期列的表：每天，从第一天到最后一天；别的表：共',
    },
  ],
  dated: false,
  rule: (values) => `行数不少于 ${told(numberIn(values, 'rows') ?? 1)}，有日期的表每天都是`,
  asking: {
    by: 'days',
    history: () => 0,
    aggregates: () => [],
    judge: (values, days, judged) => {
      const wanted = numberIn(values, 'rows') ?? 1
      const rows = days.reduce((sum, one) => sum + one.rows, 0)
      const series = judgedDays(seriesOf({}, days), judged, mostDays)
      const bad = series
        .filter(({ value }) => value < wanted)
        .map(({ day, value }) => ({ day, text: `只有 ${told(value)} 行` }))
      const isDated = days.some(({ day }) => day !== null)
      const isFew = !isDated && rows < wanted
      const whole = isFew ? [{ day: null, text: rows === 0 ? '没有行' : `只有 ${told(rows)} 行` }] : []
      return byDays([...whole, ...bad], { figure: rows, good: `${told(rows)} 行` })
    },
  },
}

const weekday: CheckKind = {
  kind: 'weekday',
  title: '与前几周同一天相比',
  fields: [
    amount,
    {
      name: 'weeks',
      title: '比前几周',
      kind: 'number',
      required: true,
      initial: 4,
      least: 1,
      most: 12,
      whole: true,
      unit: '周',
      hint: '同一星期几的平均',
    },
    {
      name: 'down',
      title: '少不超过',
      kind: 'number',
      required: false,
      initial: 50,
      least: 0,
      most: 100,
      unit: '%',
    },
    {
      name: 'up',
      title: '多不超过',
      kind: 'number',
      required: false,
      initial: 100,
      least: 0,
      most: 1e6,
      unit: '%',
    },
  ],
  dated: true,
  rule: (values) => {
    const [down, up] = [numberIn(values, 'down'), numberIn(values, 'up')]
    const bounds = [
      down === null ? '' : `少不超过 ${told(down)}%`,
      up === null ? '' : `多不超过 ${told(up)}%`,
    ]
    return `每天的${whatText(values)}，比前 ${numberIn(values, 'weeks') ?? 4} 周同一天的平均${bounds.filter(Boolean).join('、')}`
  },
  refuses: (values) =>
    numberIn(values, 'down') === null && numberIn(values, 'up') === null
      ? { field: 'down', message: '请填写少或多不超过几成' }
      : null,
  asking: {
    by: 'days',
    history: (values) => 7 * (numberIn(values, 'weeks') ?? 4),
    aggregates: amounts,
    judge: (values, days, judged) => {
      const series = seriesOf(values, days)
      const at = new Map(series.map(({ day, value }) => [dayNumber(day), value]))
      const [down, up] = [numberIn(values, 'down'), numberIn(values, 'up')]
      const weeks = numberIn(values, 'weeks') ?? 4
      const bad: { day: string; text: string }[] = []
      let [compared, figure] = [0, null as number | null]
      for (const { day, value } of judgedDays(series, judged, recent)) {
        const before = Array.from({ length: weeks }, (_, week) => at.get(dayNumber(day) - 7 * (week + 1)))
        const known = before.filter((one) => one !== undefined)
        const usual = known.reduce((sum, one) => sum + one, 0) / known.length
        // There is no percentage of nothing.
        if (known.length === 0 || usual === 0) continue
        compared += 1
        const change = (value / usual - 1) * 100
        figure = change
        const isLow = down !== null && change < -down
        const isHigh = up !== null && change > up
        if (isLow || isHigh)
          bad.push({
            day,
            text: `${whatText(values)} ${told(value)}，平常 ${told(usual)}，${isLow ? '少' : '多'} ${told(Math.abs(change))}%`,
          })
      }
      return byDays(bad, {
        figure,
        good: `${compared} 天与前几周同一天相近`,
        idle: compared === 0 ? '还没有前几周可比' : undefined,
      })
    },
  },
}

const levels = [
  { value: '80', title: '80%' },
  { value: '95', title: '95%' },
]

const forecast: CheckKind = {
  kind: 'forecast',
  title: '在预测区间之内',
  fields: [
    amount,
    {
      name: 'level',
      title: '区间',
      kind: 'choice',
      required: true,
      choices: levels,
      initial: '95',
      hint: '由之前的日期和节假日算出，同预测页',
    },
  ],
  dated: true,
  rule: (values) => `每天的${whatText(values)}在 ${textIn(values, 'level')}% 预测区间之内`,
  asking: {
    by: 'days',
    history: () => 400,
    aggregates: amounts,
    judge: async (values, days, judged) => {
      const series = seriesOf(values, days)
      const level = Number(textIn(values, 'level'))
      const bad: { day: string; text: string }[] = []
      let [compared, figure] = [0, null as number | null]
      for (const { day, value } of judgedDays(series, judged, mostForecasts)) {
        const before = series.filter((one) => one.day < day)
        const band = await judged.expected(before, day, level)
        if (!band) continue
        compared += 1
        figure = value
        if (value < band.low || value > band.high)
          bad.push({
            day,
            text: `${whatText(values)} ${told(value)}，${value < band.low ? '低于' : '高于'}预测区间 ${told(band.low)}～${told(band.high)}`,
          })
      }
      return byDays(bad, {
        figure,
        good: `${compared} 天在预测区间之内`,
        idle: compared === 0 ? '之前的日期太少，还不能预测' : undefined,
      })
    },
  },
}

export const rowKinds: readonly CheckKind[] = [least, weekday, forecast]
