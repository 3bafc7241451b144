// Lines for display: by position, around a line, and since a position.
import { decider } from './asking/evaluate.ts'
import { type LineMasks, lineSeen } from './asking/masking.ts'
import { stretchAt } from './kernel/kernel.ts'
import {
  type Around,
  longestRead,
  type Order,
  type OrderedFile,
  type Since,
  type ToldLine,
} from './orders.ts'
import { eachField, levelOf } from './reading/formats.ts'
import { clockOf, textAt } from './scanning.ts'
import { feedFrom, readInto, theKernel } from './stretch.ts'

/** Characters of a field's value in lists. */
const longestValue = 1_000
const mostFields = 200
/** Bytes of a line in which fields are parsed. */
const fieldsOf = 262_144
const firstRead = 16_384

interface ReadLine {
  start: number
  end: number
  /** Whether its line feed is there. */
  isWhole: boolean
}

/** The line at this offset; null beyond the end, and inside another line. */
function lineAt(file: OrderedFile, offset: number): ReadLine | null {
  if (offset < 0 || offset >= file.size) return null
  const lead = offset > 0 ? 1 : 0
  const start = stretchAt + lead
  let got = 0
  for (let step = firstRead; ; step *= 4) {
    const length = Math.min(step, file.size - offset + lead - got, longestRead)
    theKernel().makeRoom(got + length + firstRead)
    const read = readInto(file, stretchAt + got, length, offset - lead + got)
    const feed = feedFrom(Math.max(start, stretchAt + got), stretchAt + got + read)
    got += read
    if (lead === 1 && theKernel().bytes[stretchAt] !== 10) return null
    if (feed < stretchAt + got) return { start, end: feed, isWhole: true }
    if (read < step || got >= longestRead) return { start, end: stretchAt + got, isWhole: false }
  }
}

function told(
  file: OrderedFile,
  key: string,
  offset: number,
  { start, end }: ReadLine,
  { shown, masks }: { shown: number; masks: LineMasks | null },
  carried: number | null,
): ToldLine {
  // Each UTF-16 unit has at most three bytes.
  const text = textAt(start, end, shown * 3)
  const isCut = text.length > shown || end - start > shown * 3
  const cut = isCut ? text.slice(0, shown) : text
  const whole = end - start > text.length ? textAt(start, end, fieldsOf) : text
  const seen = masks ? lineSeen(file.format, masks, cut, whole) : null
  const fields: { name: string; value: string }[] = []
  const take = (name: string, value: string) => {
    fields.push({ name: name.slice(0, 200), value: value.slice(0, longestValue) })
    return fields.length >= mostFields
  }
  if (seen) for (const { name, value } of seen.fields) take(name, value)
  else eachField(file.format, whole, take)
  const own = clockOf(file).timeOf(theKernel().bytes, start, end)
  const ownTime = !Number.isNaN(own)
  return {
    id: `${key}-${offset.toString(36)}`,
    time: ownTime ? own : carried,
    ownTime,
    level: levelOf(cut, fields),
    text: seen?.text ?? cut,
    wholeBytes: isCut ? end - start : null,
    fields,
    offset,
  }
}

export function details({
  file,
  key,
  places,
  masks,
  shown,
}: Extract<Order, { kind: 'details' }>): (ToldLine | null)[] {
  return places.map(({ offset, time }) => {
    const line = lineAt(file, offset)
    return line && told(file, key, offset, line, { shown, masks }, time)
  })
}

/** Characters of a line in lists. */
const shown = 8_192
/** Bytes scanned on each side for the lines around one. */
const aroundBytes = 4 * 1_048_576

export function around(order: Extract<Order, { kind: 'around' }>): Around {
  const { file, key, offset, scope, masks } = order
  const may = decider({ kind: 'all' }, { scope, masks: null }, file.format)
  let hidden = 0
  const tell = (at: number): ToldLine | null => {
    const line = lineAt(file, at)
    if (!line) return null
    if (!may(textAt(line.start, line.end))) {
      hidden += 1
      return null
    }
    return told(file, key, at, line, { shown: order.shown, masks }, null)
  }
  const line = tell(offset)
  if (!line) return { before: [], line: null, after: [], moreBefore: false, moreAfter: false, hidden: 0 }
  const earlier = offsetsBefore(file, offset, order.before + 1)
  const later = offsetsAfter(file, offset, order.after + 1)
  const present = (offsets: number[]) => offsets.map(tell).filter((one) => one !== null)
  const before = present(earlier.slice(Math.max(0, earlier.length - order.before)))
  const after = present(later.slice(0, order.after))
  carryTimes([...before, line, ...after])
  return {
    before,
    line,
    after,
    moreBefore: earlier.length > order.before,
    moreAfter: later.length > order.after,
    hidden,
  }
}

function carryTimes(lines: ToldLine[]): void {
  let time: number | null = null
  for (const line of lines) {
    if (line.ownTime) time = line.time
    else line.time = time
  }
}

/** Offsets of preceding lines, the nearest last. */
function offsetsBefore(file: OrderedFile, offset: number, most: number): number[] {
  const found: number[] = []
  const length = Math.min(offset, aroundBytes)
  if (length === 0 || most === 0) return found
  theKernel().makeRoom(length + firstRead)
  const from = offset - length
  readInto(file, stretchAt, length, from)
  const { bytes } = theKernel()
  // The preceding byte is the line feed of the line before.
  for (let end = stretchAt + length - 1; found.length < most && end >= stretchAt; ) {
    const feed = bytes.subarray(stretchAt, end).lastIndexOf(10)
    if (feed < 0) {
      if (from === 0) found.unshift(0)
      break
    }
    found.unshift(from + feed + 1)
    end = stretchAt + feed
  }
  return found
}

function offsetsAfter(file: OrderedFile, offset: number, most: number): number[] {
  const found: number[] = []
  const length = Math.min(file.size - offset, aroundBytes)
  theKernel().makeRoom(length + firstRead)
  const got = readInto(file, stretchAt, length, offset)
  const end = stretchAt + got
  for (let at = feedFrom(stretchAt, end) + 1; at < end && found.length < most; at = feedFrom(at, end) + 1) {
    found.push(offset + at - stretchAt)
  }
  return found
}

/** Bytes scanned at once for new lines. */
const sinceBytes = 4 * 1_048_576

/** Only complete lines: one being written comes later. Where too much arrived, the newest ones. */
export function since({ file, key, from, asking, limit }: Extract<Order, { kind: 'since' }>): Since {
  const may = decider(asking.condition, asking, file.format)
  const begin = Math.max(from, file.size - sinceBytes)
  const got = readInto(file, stretchAt, file.size - begin, begin)
  const { bytes } = theKernel()
  const last = bytes.subarray(stretchAt, stretchAt + got).lastIndexOf(10)
  if (last < 0) return { lines: [], end: begin > from ? begin : from, skipped: 0 }
  const end = stretchAt + last + 1
  const places: { start: number; end: number }[] = []
  for (let at = begin > from ? feedFrom(stretchAt, end) + 1 : stretchAt; at < end; ) {
    const feed = feedFrom(at, end)
    if (may(textAt(at, feed))) places.push({ start: at, end: feed })
    at = feed + 1
  }
  const newest = places.slice(-limit)
  const lines = newest.map((place) =>
    told(
      file,
      key,
      begin + place.start - stretchAt,
      { ...place, isWhole: true },
      { shown, masks: asking.masks },
      null,
    ),
  )
  carryTimes(lines)
  return { lines, end: begin + last + 1, skipped: places.length - newest.length }
}
