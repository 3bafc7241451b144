// Series of a chart are told apart by their colours, in both themes, on pages and in pictures.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { colours } from '#server/picture/draw/page.ts'
import { seriesColours } from '#shared/plot/plot.ts'
import { seriesColour } from '#web/chart/seriesColour.ts'

const path = createRequire(import.meta.url).resolve('@blueprintjs/core/lib/css/blueprint.css')
const palette = new Map(
  [...readFileSync(path, 'utf8').matchAll(/(--bp-palette-[\w-]+): ?(#[0-9a-f]{6})/g)].map(
    ([, name = '', hex = '']) => [name, hex],
  ),
)
const sheet = readFileSync(new URL('../../../src/web/chart/series.css', import.meta.url), 'utf8')

/** Colours of the variables that a chart's marks have, in order. */
function coloursOf(theme: string): string[] {
  const block = new RegExp(`^${theme} \\{([^}]*)\\}`, 'm').exec(sheet)?.[1] ?? ''
  const values = new Map(
    [...block.matchAll(/(--[\w-]+): var\(([^)]+)\)/g)].map(([, name, value]) => [name, value]),
  )
  return Array.from({ length: seriesColours }, (_, index) => {
    const name = /^var\((.*)\)$/.exec(seriesColour(index))?.[1] ?? ''
    return palette.get(values.get(name) ?? '') ?? expect.fail(`${theme} has no ${name}`)
  })
}

/** In OKLab, where equal distances look equally different; black and white are 1 apart. */
function distance(one: string, other: string): number {
  const [left, right] = [one, other].map(lab) as [number[], number[]]
  return Math.hypot(...left.map((part, at) => part - (right[at] ?? 0)))
}

function lab(hex: string): number[] {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ]
}

it.each(['body', 'body.bp6-dark'])(
  'twelve series have twelve colours, each far from the others, in %s',
  (theme) => {
    const all = coloursOf(theme)
    expect(all).toHaveLength(12)
    const near = all.flatMap((one, at) =>
      all
        .slice(at + 1)
        .flatMap((other) => (distance(one, other) < 0.08 ? [[one, other, distance(one, other)]] : [])),
    )
    expect(near).toEqual([])
    expect(seriesColour(seriesColours)).toBe(seriesColour(0))
  },
)

it('pictures have the colours of the light theme', () => {
  expect(colours.series).toEqual(coloursOf('body'))
})
