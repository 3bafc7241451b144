// Cuts rows out of a column's JSON array text, byte-wise and without parsing the cells.

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/**
 * The byte range of cells `from` to `to` (exclusive) in `bytes`, a JSON array of plain cells (strings,
 * numbers, booleans, nulls), without the surrounding commas.
 */
function placesOf(bytes: Uint8Array, from: number, to: number): [start: number, end: number] {
  const start = skip(bytes, 1, from)
  return [start, skip(bytes, start, to - from) - 1]
}

/** The position after `count` cells and their commas (or the closing bracket), from the start of a cell. */
function skip(bytes: Uint8Array, at: number, count: number): number {
  const last = bytes.length - 1
  let left = count
  let place = at
  while (left > 0) {
    if (bytes[place] === quote) place = endOfText(bytes, place)
    while (place < last && bytes[place] !== comma) place += 1
    place += 1
    left -= 1
  }
  return place
}

function endOfText(bytes: Uint8Array, at: number): number {
  let place = at + 1
  while (bytes[place] !== quote) place += bytes[place] === backslash ? 2 : 1
  return place + 1
}

/** The cells' text without brackets; empty for no cells. */
export function cut(bytes: Buffer, from: number, to: number): string {
  if (from >= to) return ''
  const [start, end] = placesOf(bytes, from, to)
  return bytes.toString('utf8', start, end)
}
