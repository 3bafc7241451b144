// Makes a screenshot small: at most 256 colours, the frequent ones exact, and as tightly packed as PNG allows.
import { deflateSync, inflateSync } from 'node:zlib'

const most = 256
/** The most frequent colours stay as they are; the others share what is left. */
const exact = 160

/** Rows of three bytes a pixel. Reads what browsers write: 8 bits, RGB or RGBA, not interlaced. */
function pixelsOf(png) {
  const parts = []
  let width = 0
  let height = 0
  let bytes = 3
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const name = png.toString('latin1', at + 4, at + 8)
    const data = png.subarray(at + 8, at + 8 + length)
    if (name === 'IHDR') {
      width = data.readUInt32BE(0)
      height = data.readUInt32BE(4)
      bytes = data[9] === 6 ? 4 : 3
    } else if (name === 'IDAT') parts.push(data)
    at += length + 12
  }
  const lines = inflateSync(Buffer.concat(parts))
  const stride = width * bytes
  const rows = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (stride + 1)]
    for (let x = 0; x < stride; x++) {
      const left = x >= bytes ? rows[y * stride + x - bytes] : 0
      const up = y > 0 ? rows[(y - 1) * stride + x] : 0
      const corner = x >= bytes && y > 0 ? rows[(y - 1) * stride + x - bytes] : 0
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]
      rows[y * stride + x] = lines[y * (stride + 1) + 1 + x] + guess
    }
  }
  const colours = new Uint32Array(width * height)
  for (let at = 0; at < colours.length; at++) {
    colours[at] = (rows[at * bytes] << 16) | (rows[at * bytes + 1] << 8) | rows[at * bytes + 2]
  }
  return { width, height, colours }
}

function paeth(left, up, corner) {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

const channels = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]

/** Parts what is rare into boxes of near colours; a box is its mean. */
function boxesOf(counted, wanted) {
  const boxes = counted.length > 0 ? [counted] : []
  while (boxes.length < wanted) {
    let [chosen, axis, widest] = [-1, 0, 0]
    for (const [at, box] of boxes.entries()) {
      for (let channel = 0; channel < 3; channel++) {
        const values = box.map(([colour]) => channels(colour)[channel])
        const span = Math.max(...values) - Math.min(...values)
        if (span > widest) [chosen, axis, widest] = [at, channel, span]
      }
    }
    if (chosen < 0) break
    const box = boxes[chosen].toSorted(([one], [other]) => channels(one)[axis] - channels(other)[axis])
    boxes.splice(chosen, 1, box.slice(0, box.length >> 1), box.slice(box.length >> 1))
  }
  return boxes.map((box) => {
    const total = box.reduce((sum, [, count]) => sum + count, 0)
    const mean = (channel) =>
      Math.round(box.reduce((sum, [colour, count]) => sum + channels(colour)[channel] * count, 0) / total)
    return [(mean(0) << 16) | (mean(1) << 8) | mean(2), box.map(([colour]) => colour)]
  })
}

function chunk(name, data) {
  const whole = Buffer.alloc(data.length + 12)
  whole.writeUInt32BE(data.length, 0)
  whole.write(name, 4, 'latin1')
  data.copy(whole, 8)
  whole.writeUInt32BE(crc(whole.subarray(4, -4)), data.length + 8)
  return whole
}

function crc(bytes) {
  let rest = ~0
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  }
  return ~rest >>> 0
}

export function smallPicture(png) {
  const { width, height, colours } = pixelsOf(png)
  const counts = new Map()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const counted = [...counts].toSorted(([, one], [, other]) => other - one)
  const palette = counted.slice(0, exact).map(([colour]) => [colour, [colour]])
  palette.push(...boxesOf(counted.slice(exact), most - exact))
  const places = new Map(palette.flatMap(([, members], at) => members.map((colour) => [colour, at])))
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = places.get(colours[y * width + x])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap(([colour]) => channels(colour)))),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
