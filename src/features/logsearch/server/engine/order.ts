// The order of lines, and the histogram bar of a time: shared by the server and its readers.
import type { Bars, LinePlace } from './orders.ts'

/** By time, then file, then offset. */
export const comparePlaces = (one: LinePlace, other: LinePlace): number =>
  one.time - other.time ||
  (one.file < other.file ? -1 : one.file > other.file ? 1 : one.offset - other.offset)

/** Times outside fall into the first or last bar. */
export const barOf = ({ from, step, count }: Bars, time: number): number =>
  Math.max(0, Math.min(count - 1, Math.floor((time - from) / step)))
