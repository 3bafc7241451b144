// A QR code of a text (ISO/IEC 18004, bytes, level M, versions 1 to 15): true is dark.
import { codewordsOf, sizeOf } from './codewords.ts'
import { fixedGrid, type Grid, putFormat } from './patterns.ts'
import { penaltyOf } from './penalty.ts'

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** Throws where the text is longer than 412 bytes. */
export function qrOf(text: string): boolean[][] {
  const { version, bytes } = codewordsOf(text)
  const fixed = fixedGrid(version, sizeOf(version))
  const places = freePlaces(fixed)
  const made = masks.map((isFlipped, mask): Grid => {
    const grid = fixed.map((row) => [...row])
    places.forEach(([x, y], at) => {
      const bit = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
      const row = grid[y]
      if (row) row[x] = (bit === 1) !== isFlipped(x, y)
    })
    putFormat(grid, mask)
    return grid
  })
  const best = made.reduce((one, other) => (penaltyOf(other) < penaltyOf(one) ? other : one))
  return best.map((row) => row.map(Boolean))
}

/** In pairs of columns from the right, up and down in turn, past the column of the timing. */
function freePlaces(grid: Grid): [number, number][] {
  const size = grid.length
  const places: [number, number][] = []
  let isUpward = true
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step += 1) {
      const y = isUpward ? size - 1 - step : step
      for (const x of [right, right - 1]) if (grid[y]?.[x] === null) places.push([x, y])
    }
    isUpward = !isUpward
  }
  return places
}

/** The dark squares as a path of an svg whose user unit is a module. */
export const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
