// Sums of future days: bands contain the outcome as often as stated, and effects on days show in them.
import { expect, it } from 'vitest'
import { forecast, type Paths, sumOf, withEffects } from '#forecast/index.ts'
import { calendar, countedSeries, daysOf, shiftedArima } from './made.ts'

const long = process.env.LONG !== undefined

function coverageOf(horizon: number): [number, number] {
  let [count, within80, within95] = [0, 0, 0]
  for (const make of [shiftedArima, countedSeries])
    for (const seed of long ? [1, 2, 3, 4, 5, 6] : [1, 2]) {
      const all = make(seed)
      for (let origin = 440; origin + horizon <= all.length; origin += long ? 11 : 37) {
        const { paths } = forecast(all.slice(0, origin), { horizon, calendar, paths: 400 })
        const came = all.slice(origin, origin + horizon).reduce((sum, { value }) => sum + (value ?? 0), 0)
        const [one, other] = sumOf(paths as Paths, 0, horizon - 1, [80, 95]).bands
        count += 1
        if (one && came >= one.low && came <= one.high) within80 += 1
        if (other && came >= other.low && came <= other.high) within95 += 1
      }
    }
  return [(100 * within80) / count, (100 * within95) / count]
}

it('hold sums of a month as often as they say', () => {
  const [within80, within95] = coverageOf(30)
  // Of few origins chance alone is off by ten.
  expect(Math.abs(within80 - 80)).toBeLessThan(long ? 8 : 14)
  expect(within95).toBeGreaterThan(long ? 88 : 84)
})

it('are wider than if days had nothing to do with one another, and narrower than all bounds added up', () => {
  const { days, paths } = forecast(shiftedArima(1), { horizon: 30, calendar, paths: 1_000 })
  const [band] = sumOf(paths as Paths, 0, 29, [80]).bands
  const widths = days.map(({ bands }) => (bands[0]?.high ?? 0) - (bands[0]?.low ?? 0))
  const width = (band?.high ?? 0) - (band?.low ?? 0)
  expect(width).toBeLessThan(widths.reduce((sum, one) => sum + one, 0))
  expect(width).toBeGreaterThan(Math.sqrt(widths.reduce((sum, one) => sum + one ** 2, 0)))
})

it('of one day are the day’s own, and the same each time', () => {
  const found = forecast(shiftedArima(2), { horizon: 10, calendar, paths: 2_000 })
  const [band] = sumOf(found.paths as Paths, 4, 4, [80]).bands
  const own = found.days[4]?.bands[0]
  expect((band?.low ?? 0) / (own?.low ?? 1)).toBeCloseTo(1, 1)
  expect((band?.high ?? 0) / (own?.high ?? 1)).toBeCloseTo(1, 1)
  expect(forecast(shiftedArima(2), { horizon: 10, calendar, paths: 2_000 }).paths?.values).toEqual(
    found.paths?.values,
  )
})

it('never fall below zero where nothing ever was, and are none where too few days are known', () => {
  const { paths } = forecast(countedSeries(3, 200, 2), { horizon: 60, paths: 500 })
  expect(Math.min(...(paths as Paths).values)).toBeGreaterThanOrEqual(0)
  expect(forecast(daysOf([5, 6, 7]), { horizon: 7, paths: 500 }).paths).toBeUndefined()
})

it('carry what is put onto days, with its doubt', () => {
  const { paths } = forecast(shiftedArima(1), { horizon: 10, calendar, paths: 2_000 })
  const before = sumOf(paths as Paths, 2, 4, [80])
  const sure = sumOf(
    withEffects(paths as Paths, [{ from: 2, to: 4, size: Math.log(1.5), error: 0 }]),
    2,
    4,
    [80],
  )
  const doubtful = sumOf(
    withEffects(paths as Paths, [{ from: 2, to: 4, size: Math.log(1.5), error: 0.3 }]),
    2,
    4,
    [80],
  )
  expect(sure.mean / before.mean).toBeCloseTo(1.5, 6)
  const width = ({ bands: [band] }: typeof before) => (band?.high ?? 0) - (band?.low ?? 0)
  expect(width(doubtful)).toBeGreaterThan(1.3 * width(sure))
  const untouched = sumOf(withEffects(paths as Paths, [{ from: 2, to: 4, size: 1, error: 1 }]), 5, 9, [80])
  expect(untouched).toEqual(sumOf(paths as Paths, 5, 9, [80]))
})
