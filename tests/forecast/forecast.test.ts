// The forecast: correct where the answer is known, cautious with little data, and always reproducible.
import { describe, expect, it } from 'vitest'
import {
  backtest,
  type DayValue,
  expectedOf,
  type Form,
  forecast,
  forecastGently,
  methodText,
} from '#forecast/index.ts'
import { forecastValues } from '#forecast/values.ts'
import { isWeekend } from '#shared/day.ts'
import { calendar, countedSeries, daysOf, shiftedArima } from './made.ts'

const usual = { horizon: 7, calendar }
const rounded = (value: number) => Number(value.toPrecision(6))
const first = (series: readonly DayValue[], options: object = {}) => {
  const [day] = forecast(series, { ...usual, ...options }).days
  return { mean: day?.mean as number, bands: day?.bands ?? [] }
}

describe('a forecast of two years of days', () => {
  const series = shiftedArima(1)

  it('is the same each time, and the same as it was', () => {
    const { days, fit } = forecast(series, usual)
    expect(fit.form.scale.kind).toBe('log')
    expect(fit.form.parts.season).toBe(true)
    const told = days
      .slice(0, 2)
      .map(({ day, mean, bands }) => [
        day,
        rounded(mean),
        ...bands.flatMap((band) => (band ? [rounded(band.low), rounded(band.high)] : [])),
      ])
    expect(told).toMatchInlineSnapshot(`
      [
        [
          "2026-03-01",
          136010,
          128022,
          144656,
          123226,
          150778,
        ],
        [
          "2026-03-02",
          115175,
          105864,
          124680,
          101571,
          131180,
        ],
      ]
    `)
    expect(forecast(series.toReversed(), usual).days).toEqual(days)
  })

  it('comes in pieces, gives way between them, and is the same', async () => {
    let breaths = 0
    const gentle = await forecastGently(series, usual, () => {
      breaths++
      return undefined
    })
    expect(breaths).toBeGreaterThan(20)
    expect(gentle).toEqual(forecast(series, usual))
  })

  it('goes on from a form that was kept as JSON, without a search', () => {
    const { fit, days } = forecast(series, usual)
    const form = JSON.parse(JSON.stringify(fit.form)) as Form
    const again = forecast(series, { ...usual, form })
    expect(again.fit.form).toEqual(fit.form)
    for (const [at, { mean }] of again.days.entries()) {
      expect(mean / (days[at]?.mean as number)).toBeCloseTo(1, 2)
    }
  })

  it('knows holidays from the calendar, and is as wrong without it as they are different', () => {
    const until = series.filter(({ day }) => day < '2025-10-01')
    const actual = series.find(({ day }) => day === '2025-10-01')?.value as number
    const off = ({ mean }: { mean: number }) => Math.abs(mean / actual - 1)
    expect(off(first(until))).toBeLessThan(0.12)
    expect(off(first(until, { calendar: [] }))).toBeGreaterThan(0.2)
  })

  it('looks at nothing that came later', () => {
    const day = '2025-06-10'
    const later = series.map((one) => (one.day >= day ? { ...one, value: 1e9 } : one))
    expect(expectedOf(later, day, { calendar })).toEqual(expectedOf(series, day, { calendar }))
    expect(expectedOf(series, series[0]?.day as string)).toBeNull()
  })
})

describe('bands hold as many days as their name says', () => {
  it.each([
    ['of what moves, shifts once and has holidays', shiftedArima(2)],
    ['of counts', countedSeries(1)],
  ])('%s', (_, series) => {
    const found = backtest(series, { horizon: 1, origins: 160, calendar, renew: 80 })
    const [eighty, ninetyFive] = found.coverage
    expect(found.forecasts).toBe(160)
    expect(Math.abs((eighty?.share as number) - 80)).toBeLessThan(6)
    expect(Math.abs((ninetyFive?.share as number) - 95)).toBeLessThan(4)
    expect(found.mase).toBeLessThan(0.85 * found.naive.mase)
  })

  it('and are wider further ahead, and for more of the days', () => {
    const { days } = forecast(shiftedArima(3), { horizon: 30, levels: [50, 80, 95, 99], calendar })
    const widths = (at: number) => days[at]?.bands.map((band) => (band ? band.high - band.low : 0)) ?? []
    expect(widths(0).toSorted((one, other) => one - other)).toEqual(widths(0))
    expect(widths(29)[1]).toBeGreaterThan(1.5 * (widths(0)[1] as number))
  })
})

describe('whatever the series', () => {
  const weekly = (value: (at: number) => number | null, count = 120) =>
    daysOf(Array.from({ length: count }, (_, at) => value(at)))

  it('of one day it says that day, no band, and why', () => {
    const { days, method, fit } = forecast(daysOf([42]), { horizon: 2 })
    expect(days.map(({ mean }) => rounded(mean))).toEqual([42, 42])
    expect(days[0]?.bands).toEqual([null, null])
    expect(method.text).toContain('给不出区间')
    expect(fit.known).toBe(1)
    expect(methodText).toContain('AICc')
  })

  it('of none it refuses, as of days that are none or there twice, and of options without sense', () => {
    expect(() => forecast([], usual)).toThrow(RangeError)
    expect(() => forecast(daysOf([null, null, Number.NaN]), usual)).toThrow(RangeError)
    expect(() => forecast([{ day: '2026-02-30', value: 1 }], usual)).toThrow(RangeError)
    expect(() => forecast([{ day: '2026-02-1x', value: 1 }], usual)).toThrow(RangeError)
    expect(() => forecast([...daysOf([1]), ...daysOf([2])], usual)).toThrow(RangeError)
    expect(() => forecast(daysOf([1]), { horizon: 0 })).toThrow(RangeError)
    expect(() => forecast(daysOf([1]), { horizon: 1, levels: [100] })).toThrow(RangeError)
  })

  it('of every length from 1 to 40 it gives figures', () => {
    const series = countedSeries(4)
    for (let count = 1; count <= 40; count++) {
      const { mean, bands } = first(series.slice(0, count))
      expect([count, Number.isFinite(mean)]).toEqual([count, true])
      for (const band of bands) if (band) expect(band.high >= band.low && band.low >= 0).toBe(true)
    }
  })

  it('what never changes is expected to go on, without width', () => {
    for (const value of [0, 7, -3, 1e12]) {
      const { mean, bands } = first(weekly(() => value))
      expect(Math.abs(mean - value)).toBeLessThanOrEqual(1e-6 * Math.abs(value))
      for (const band of bands) {
        expect(band && band.low <= value && value <= band.high).toBe(true)
        expect((band?.high as number) - (band?.low as number)).toBeLessThanOrEqual(1e-6 * Math.abs(value))
      }
    }
  })

  it('scales with its unit, up to the largest and down to the smallest', () => {
    const usualSize = countedSeries(2)
    const one = first(usualSize)
    for (const unit of [1e-200, 1e-6, 1e6, 1e200]) {
      const other = first(usualSize.map(({ day, value }) => ({ day, value: (value as number) * unit })))
      expect(other.mean / unit / one.mean).toBeCloseTo(1, 6)
    }
  })

  it('what is negative may stay so; what never was never becomes', () => {
    const wave = (at: number) => 10 * Math.sin(at * 1.7) + (at % 7)
    expect(first(weekly((at) => wave(at) - 50)).mean).toBeLessThan(-30)
    const low = first(weekly((at) => Math.max(0, wave(at) / 10))).bands.map((band) => band?.low as number)
    expect(Math.min(...low)).toBeGreaterThanOrEqual(0)
  })

  it('learns nothing from a day far outside, and says which', () => {
    const level = (at: number) => 100 + 5 * Math.sin(at * 1.3)
    const spoiled = weekly((at) => (at === 117 ? 5_000 : level(at)))
    const { fit, days, method } = forecast(spoiled, usual)
    expect(fit.outliers).toEqual([spoiled[117]?.day])
    expect(method.text).toContain('1 天明显异常')
    expect(days[0]?.mean).toBeGreaterThan(90)
    expect(days[0]?.mean).toBeLessThan(110)
  })

  it('follows a level that has changed for good', () => {
    const shifted = weekly((at) => (at < 90 ? 100 : 300) + 5 * Math.sin(at * 1.3))
    expect(first(shifted).mean).toBeGreaterThan(270)
  })

  it('goes over gaps, and keeps the week in its place', () => {
    const day = (at: number) => (isWeekend(daysOf([0], 19_000 + at)[0]?.day as string) ? 200 : 100)
    const values = Array.from({ length: 90 }, (_, at) =>
      at % 5 === 2 || at > 84 ? null : day(at) + (at % 3),
    )
    const { days } = forecast(daysOf(values, 19_000), usual)
    for (const { day: of, mean } of days) expect(Math.round(mean / 100)).toBe(isWeekend(of) ? 2 : 1)
  })

  it('sees the rhythm of a year in months', () => {
    const months = Array.from(
      { length: 96 },
      (_, at) => (100 + at) * (1 + 0.3 * Math.sin((at * Math.PI) / 6)),
    )
    const { mean } = forecastValues(months, { period: 12, horizon: 12 })
    const actual = mean.map((_, at) => (196 + at) * (1 + 0.3 * Math.sin(((96 + at) * Math.PI) / 6)))
    for (const [at, value] of mean.entries())
      expect(Math.abs(value / (actual[at] as number) - 1)).toBeLessThan(0.06)
  })
})
