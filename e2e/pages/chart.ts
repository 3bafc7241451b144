// Reads a chart from its pixels: the height of a coloured line at each place.
import type { Locator } from 'playwright'

/** Colour of a chart's first series in the light theme. */
const firstColour = [0x2d, 0x72, 0xd2]

/** Heights of the line at `count` places from its first to its last, in pixels above the lowest of them. */
export async function lineHeights(canvas: Locator, count: number): Promise<number[]> {
  const tops = await canvas.evaluate((element, [red, green, blue]) => {
    const { width, height } = element as HTMLCanvasElement
    const context = (element as HTMLCanvasElement).getContext('2d')
    const { data } = context?.getImageData(0, 0, width, height) ?? {
      data: [] as unknown as Uint8ClampedArray,
    }
    const isLine = (at: number) =>
      Math.abs((data[at] ?? 0) - (red ?? 0)) +
        Math.abs((data[at + 1] ?? 0) - (green ?? 0)) +
        Math.abs((data[at + 2] ?? 0) - (blue ?? 0)) <
        60 && (data[at + 3] ?? 0) > 200
    return Array.from({ length: width }, (_, x) => {
      const inked = Array.from({ length: height }, (__, y) => y).filter((y) => isLine((y * width + x) * 4))
      return inked.length ? inked.reduce((sum, y) => sum + y, 0) / inked.length : null
    })
  }, firstColour)
  const columns = tops.flatMap((top, x) => (top === null ? [] : [{ x, top }]))
  const [first, last] = [columns[0], columns.at(-1)]
  if (!first || !last) return []
  const places = Array.from({ length: count }, (_, at) => first.x + ((last.x - first.x) * at) / (count - 1))
  const nearest = places.map((place) =>
    columns.reduce((best, one) => (Math.abs(one.x - place) < Math.abs(best.x - place) ? one : best)),
  )
  const lowest = Math.max(...nearest.map(({ top }) => top))
  return nearest.map(({ top }) => lowest - top)
}

/** Correlation of two series: 1 where one is the other at another scale. */
export function likeness(one: readonly number[], other: readonly number[]): number {
  const centred = (all: readonly number[]) => {
    const mean = all.reduce((sum, value) => sum + value, 0) / all.length
    return all.map((value) => value - mean)
  }
  const [left, right] = [centred(one), centred(other)]
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
  return product(left, right) / Math.sqrt(product(left, left) * product(right, right))
}
