// Records of a BIFF8 workbook stream, as specified in [MS-XLS]. Each function returns one whole record. Our
// own because sheetjs-style keeps every cell and record in memory (1.2 GB for a million cells) and writes
// texts as LABEL records, which Excel refuses beyond 255 characters. The container is still written by
// sheetjs-style.

/** Excel's own limits for the format. */
export const sheetRows = 65_536
export const sheetColumns = 256
export const cellCharacters = 32_767

const recordBytes = 8224
const type = {
  bof: 0x809,
  eof: 0x0a,
  codepage: 0x42,
  window1: 0x3d,
  dateMode: 0x22,
  font: 0x31,
  format: 0x41e,
  xf: 0xe0,
  style: 0x293,
  boundSheet: 0x85,
  sharedStrings: 0xfc,
  continued: 0x3c,
  footer: 0x15,
  columnInfo: 0x7d,
  dimensions: 0x200,
  merged: 0xe5,
  window2: 0x23e,
  pane: 0x41,
} as const

function record(code: number, ...parts: Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const head = Buffer.alloc(4)
  head.writeUInt16LE(code, 0)
  head.writeUInt16LE(length, 2)
  return Buffer.concat([head, ...parts])
}

const shorts = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, at * 2)
  return bytes
}
const longs = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4)
  return bytes
}
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le')

export const beginWorkbook = (): Buffer[] => [
  record(type.bof, shorts(0x600, 0x0005, 0x0dbb, 0x07cc), longs(0, 6)),
  record(type.codepage, shorts(0x04b0)),
  record(type.window1, shorts(0, 0, 0x4000, 0x2000, 0x38, 0, 0, 1, 600)),
  record(type.dateMode, shorts(0)),
]
export const beginSheet = (): Buffer => record(type.bof, shorts(0x600, 0x0010, 0x0dbb, 0x07cc), longs(0, 6))
export const end = (): Buffer => record(type.eof)

/** Height in twentieths of a point. */
export function font(name: string, height: number, bold: boolean): Buffer {
  const named = wide(name)
  return record(
    type.font,
    shorts(height, 0, 0x7fff, bold ? 700 : 400, 0),
    Uint8Array.of(0, 0, 0, 0, named.length / 2, 1),
    named,
  )
}

export const numberFormat = (id: number, code: string): Buffer =>
  record(type.format, shorts(id, code.length), Uint8Array.of(1), wide(code))

/**
 * One of the fifteen default styles of every workbook, or a cell's format. `centered` is horizontal and
 * vertical, for merged headers.
 */
export function extendedFormat(format: {
  font: number
  numberFormat: number
  style: boolean
  centered?: boolean
}): Buffer {
  const bottomAligned = 0x20
  const inTheMiddle = 0x12
  return record(
    type.xf,
    shorts(format.font, format.numberFormat, format.style ? 0xfff5 : 0x0001),
    Uint8Array.of(format.centered ? inTheMiddle : bottomAligned, 0, 0, format.style ? 0xf4 : 0x0c),
    longs(0, 0),
    shorts(0x20c0),
  )
}

export const normalStyle = (): Buffer => record(type.style, shorts(0x8000), Uint8Array.of(0, 0xff))

/** `position`: offset of the sheet's BOF in the workbook stream. */
export function boundSheet(position: number, name: string): Buffer {
  const named = wide(name)
  return record(type.boundSheet, longs(position), shorts(0), Uint8Array.of(named.length / 2, 1), named)
}

/** The footer of each printed page; `&L` starts its left section. */
export function footer(text: string): Buffer {
  const named = wide(text)
  return record(type.footer, shorts(named.length / 2), Uint8Array.of(1), named)
}

/** Width in characters. */
export const columnInfo = (column: number, width: number, format: number): Buffer =>
  record(type.columnInfo, shorts(column, column, Math.min(width, 255) * 256, format, 0, 0))

export const dimensions = (rows: number, columns: number): Buffer =>
  record(type.dimensions, longs(0, rows), shorts(0, columns, 0))

/** Freezes the first rows and columns. */
export function frozenPanes(selected: boolean, rows: number, columns: number): Buffer[] {
  const pane = columns > 0 ? 0 : 2
  return [
    record(type.window2, shorts(0x01be | (selected ? 0x0600 : 0), 0, 0, 0x40, 0, 0, 0, 0, 0)),
    record(type.pane, shorts(columns, rows, rows, columns, pane)),
  ]
}

/** Both ends inclusive. */
export interface MergedCells {
  firstRow: number
  lastRow: number
  firstColumn: number
  lastColumn: number
}
/** The most ranges that one record can hold. */
const mostMerged = 1027

export function* mergedCells(ranges: readonly MergedCells[]): Generator<Buffer> {
  for (let from = 0; from < ranges.length; from += mostMerged) {
    const some = ranges.slice(from, from + mostMerged)
    const places = some.map((one) => shorts(one.firstRow, one.lastRow, one.firstColumn, one.lastColumn))
    yield record(type.merged, shorts(some.length), ...places)
  }
}

/**
 * The shared strings, in records of at most 8,224 bytes. A text may be split between characters, never inside
 * its header.
 */
export function* sharedStrings(texts: Iterable<string>, unique: number, used: number): Generator<Buffer> {
  let code: number = type.sharedStrings
  let parts: Buffer[] = [longs(used, unique)]
  let size = 8
  const flush = () => {
    const whole = record(code, ...parts)
    code = type.continued
    parts = []
    size = 0
    return whole
  }
  for (const text of texts) {
    if (size + 5 > recordBytes) yield flush()
    const head = Buffer.alloc(3)
    head.writeUInt16LE(text.length, 0)
    head[2] = 1
    parts.push(head)
    size += 3
    const characters = wide(text)
    let at = 0
    while (at < characters.length) {
      if (size + 2 > recordBytes) {
        yield flush()
        parts.push(Buffer.of(1))
        size = 1
      }
      const room = (recordBytes - size) & ~1
      const piece = characters.subarray(at, at + room)
      parts.push(piece)
      size += piece.length
      at += piece.length
    }
  }
  yield flush()
}
