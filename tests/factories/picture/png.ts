// Decodes PNG files independently of the library that wrote them: eight bits per channel with alpha, not interlaced
// (RFC 2083).
import { inflateSync } from 'node:zlib'

export interface Pixels {
  width: number
  height: number
  /** Darkness from 0 (white) to 255 (black), row by row. */
  dark: Uint8Array
  /** Colour of each pixel, row by row, as 0xrrggbb. */
  colours: Uint32Array
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const channels = 4

/** Throws where the bytes are not such a PNG. */
export function decodePng(png: Buffer): Pixels {
  if (!png.subarray(0, 8).equals(signature)) throw new Error('the bytes are no PNG')
  const chunks = [...chunksOf(png)]
  const head = chunks.find(({ name }) => name === 'IHDR')?.bytes as Buffer
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  if (head[8] !== 8 || head[9] !== 6 || head[12] !== 0) throw new Error('the PNG is of another kind')
  const packed = chunks.filter(({ name }) => name === 'IDAT').map(({ bytes }) => bytes)
  const rows = unfiltered(inflateSync(Buffer.concat(packed)), width, height)
  return { width, height, dark: darknessOf(rows, width * height), colours: coloursOf(rows, width * height) }
}

function* chunksOf(png: Buffer): Generator<{ name: string; bytes: Buffer }> {
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    yield { name: png.toString('latin1', at + 4, at + 8), bytes: png.subarray(at + 8, at + 8 + length) }
    at += length + 12
  }
}

function unfiltered(bytes: Buffer, width: number, height: number): Uint8Array {
  const stride = width * channels
  const out = new Uint8Array(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = bytes[y * (stride + 1)] as number
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x
      const left = x < channels ? 0 : (out[at - channels] as number)
      const above = y === 0 ? 0 : (out[at - stride] as number)
      const corner = x < channels || y === 0 ? 0 : (out[at - stride - channels] as number)
      out[at] = (bytes[y * (stride + 1) + 1 + x] as number) + guess(filter, left, above, corner)
    }
  }
  return out
}

function guess(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  if (filter === 0) return 0
  const base = left + above - corner
  const [byLeft, byAbove, byCorner] = [left, above, corner].map((one) => Math.abs(base - one)) as [
    number,
    number,
    number,
  ]
  if (byLeft <= byAbove && byLeft <= byCorner) return left
  return byAbove <= byCorner ? above : corner
}

function darknessOf(rows: Uint8Array, count: number): Uint8Array {
  const dark = new Uint8Array(count)
  for (let at = 0; at < count; at++) {
    const [red, green, blue] = rows.subarray(at * channels, at * channels + 3) as unknown as number[]
    dark[at] = 255 - Math.round(0.299 * (red ?? 0) + 0.587 * (green ?? 0) + 0.114 * (blue ?? 0))
  }
  return dark
}

function coloursOf(rows: Uint8Array, count: number): Uint32Array {
  const view = new DataView(rows.buffer, rows.byteOffset)
  return Uint32Array.from({ length: count }, (_, at) => view.getUint32(at * channels) >>> 8)
}
