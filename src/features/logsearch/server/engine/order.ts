// The order of all lines, and the bar of a histogram that a time stands in: the server and its readers go by them.
import type { Bars, LinePlace } from './orders.ts'

/** By time, by file, by place. */
export const comparePlaces = (one: LinePlace, other: LinePlace): number =>
  one.time - other.time ||
  (one.file < other.file ? -1 : one.file > other.file ? 1 : one.offset - other.offset)

/** What lies beyond stands in the first or the last. */
export const barOf = ({ from, step, count }: Bars, time: number): number =>
  Math.max(0, Math.min(count - 1, Math.floor((time - from) / step)))
