import { describe, expect, it } from 'vitest'
import type { PlotSeries } from '#shared/plot/plot.ts'
import {
  boxOf,
  labelledPlaces,
  placeNear,
  placeX,
  scaleOf,
  textWidth,
  ticksOf,
  tickText,
  valueY,
} from '#shared/plot/plotScale.ts'

const series = (values: (number | null)[], previous?: (number | null)[]): PlotSeries => ({
  name: 'a',
  hue: 0,
  values,
  ...(previous && { previous }),
})
const plot = (kind: 'line' | 'stacked', all: PlotSeries[], unit = '元', percent = false) => ({
  kind,
  series: all,
  unit,
  percent,
})
const texts = (scale: ReturnType<typeof scaleOf>) => ticksOf(scale).map((tick) => tickText(tick, scale))

describe('the value axis', () => {
  it('counts in 万 and 亿 where figures are large, and says so in its unit', () => {
    const scale = scaleOf(plot('line', [series([5_709_451, 3_000_000])]))
    expect(scale.unit).toBe('万元')
    expect(texts(scale)).toEqual(['0', '200', '400', '600'])
    expect(scaleOf(plot('line', [series([2.4e9])])).unit).toBe('亿元')
    expect(scaleOf(plot('line', [series([99_999])])).unit).toBe('元')
  })

  it('writes powers of ten where the digits would push the chart out of its picture', () => {
    const all = texts(scaleOf(plot('line', [series([3e300, 1])])))
    expect(all).toEqual(['0', '1e+292', '2e+292', '3e+292'])
  })

  it('begins at zero, and goes below it where a figure does', () => {
    expect(texts(scaleOf(plot('line', [series([980, 1000])])))).toEqual(['0', '500', '1,000'])
    expect(texts(scaleOf(plot('line', [series([-250, 400])])))).toEqual(['-250', '0', '250', '500'])
  })

  it('shows ratios in percent', () => {
    const scale = scaleOf(plot('line', [series([0.05, 0.1349])], '%', true))
    expect(scale.unit).toBe('%')
    expect(texts(scale)).toEqual(['0', '5', '10', '15'])
  })

  it('has room for what is compared with, and for piles', () => {
    expect(scaleOf(plot('line', [series([10], [400])])).max).toBeGreaterThanOrEqual(400)
    expect(scaleOf(plot('line', [series([300]), series([300])])).max).toBe(300)
    expect(scaleOf(plot('stacked', [series([300]), series([300])])).max).toBe(600)
  })

  it('stands where nothing is above zero', () => {
    expect(texts(scaleOf(plot('line', [series([0, null])])))).toEqual(['0', '1'])
    expect(texts(scaleOf(plot('line', [series([])])))).toEqual(['0', '1'])
  })
})

describe('pixels', () => {
  const scale = scaleOf(plot('line', [series([600])]))
  const box = boxOf(800, 180, scale, 16)

  it('put places in the middle of their share, and find them again', () => {
    for (const at of [0, 7, 29]) expect(placeNear(box, 30, placeX(box, 30, at))).toBe(at)
    expect(placeNear(box, 30, box.left - 1)).toBeNull()
    expect(placeNear(box, 30, 800)).toBeNull()
    expect(placeNear(box, 0, 400)).toBeNull()
  })

  it('put values between top and bottom', () => {
    expect(valueY(box, scale, scale.max)).toBe(box.top)
    expect(valueY(box, scale, 0)).toBe(180 - box.bottom)
  })
})

describe('labels of places', () => {
  const days = (count: number) => Array.from({ length: count }, () => '10-01')
  const apart = (places: number[], count: number, width: number) =>
    places.slice(1).every((place, at) => ((place - (places[at] ?? 0)) * width) / count >= textWidth('10-01'))

  it('never touch, and name the first and the last', () => {
    for (const count of [1, 2, 7, 30, 31, 90, 365, 3000]) {
      for (const width of [300, 860, 1400]) {
        const places = labelledPlaces(days(count), width)
        expect(places.at(-1), `${count} in ${width}`).toBe(count - 1)
        expect(apart(places, count, width), `${count} in ${width}`).toBe(true)
      }
    }
    expect(labelledPlaces(days(30), 860)[0]).toBe(0)
    expect(labelledPlaces([], 860)).toEqual([])
  })
})
