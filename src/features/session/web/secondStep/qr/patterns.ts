// The fixed parts of a QR code: finders, timing, alignment, format and version.

type Module = boolean | null
export type Grid = Module[][]

const put = (grid: Grid, x: number, y: number, dark: boolean): void => {
  const row = grid[y]
  if (row && x >= 0 && x < row.length) row[x] = dark
}

/** A grid in which what is fixed is set, and the rest is null. */
export function fixedGrid(version: number, size: number): Grid {
  const grid: Grid = Array.from({ length: size }, () => Array<Module>(size).fill(null))
  for (let at = 0; at < size; at += 1) {
    put(grid, 6, at, at % 2 === 0)
    put(grid, at, 6, at % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(grid, x, y, 4, (ring) => ring !== 2 && ring !== 4)
  const places = alignmentPlaces(version, size)
  const last = places.length - 1
  places.forEach((x, column) => {
    places.forEach((y, row) => {
      const isFinder = (column === 0 && (row === 0 || row === last)) || (column === last && row === 0)
      if (!isFinder) square(grid, x, y, 2, (ring) => ring !== 1)
    })
  })
  // Their room is taken now, and filled once the mask is known.
  putFormat(grid, 0)
  if (version >= 7) putVersion(grid, version)
  return grid
}

function square(grid: Grid, x: number, y: number, reach: number, isDark: (ring: number) => boolean): void {
  for (let dy = -reach; dy <= reach; dy += 1)
    for (let dx = -reach; dx <= reach; dx += 1)
      if (y + dy >= 0) put(grid, x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
}

/** Evenly spaced from the end, in even steps; the first is 6. */
function alignmentPlaces(version: number, size: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  const places = Array.from({ length: count - 1 }, (_, at) => size - 7 - at * step).reverse()
  return [6, ...places]
}

/** The remainder by a generator of this many bits. */
function remainder(value: number, generator: number, bits: number): number {
  let rest = value
  for (let at = 0; at < bits; at += 1) rest = (rest << 1) ^ ((rest >> (bits - 1)) * generator)
  return rest
}

/** Level M is 00. */
export function putFormat(grid: Grid, mask: number): void {
  const bits = ((mask << 10) | remainder(mask, 0x537, 10)) ^ 0x5412
  const size = grid.length
  const bit = (at: number) => ((bits >> at) & 1) === 1
  for (let at = 0; at < 15; at += 1) {
    const [x, y] = cornerPlace(at)
    put(grid, x, y, bit(at))
    if (at < 8) put(grid, size - 1 - at, 8, bit(at))
    else put(grid, 8, size - 15 + at, bit(at))
  }
  put(grid, 8, size - 8, true)
}

/** Around the upper left finder, leaving the timing out. */
function cornerPlace(at: number): [number, number] {
  if (at < 6) return [8, at]
  if (at === 6) return [8, 7]
  if (at === 7) return [8, 8]
  return at === 8 ? [7, 8] : [14 - at, 8]
}

function putVersion(grid: Grid, version: number): void {
  const bits = (version << 12) | remainder(version, 0x1f25, 12)
  for (let at = 0; at < 18; at += 1) {
    const near = Math.floor(at / 3)
    const far = grid.length - 11 + (at % 3)
    const dark = ((bits >> at) & 1) === 1
    put(grid, far, near, dark)
    put(grid, near, far, dark)
  }
}
