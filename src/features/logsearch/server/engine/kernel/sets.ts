// Set operations on lists of lines: and, or, not. A line unsure in one list stays so unless the other
// decides.
import { unsure } from './functions.ts'
import type { Lines } from './kernel.ts'

const startAt = (lines: Lines, at: number): number => lines[at] ?? Number.POSITIVE_INFINITY
export const isUnsure = (end: number): boolean => end < 0
export const endOf = (end: number): number => end & 0x7fff_ffff

export function both(one: Lines, other: Lines): Lines {
  const all = new Int32Array(Math.min(one.length, other.length))
  let count = 0
  for (let a = 0, b = 0; a < one.length && b < other.length; ) {
    const [left, right] = [startAt(one, a), startAt(other, b)]
    if (left < right) a += 2
    else if (right < left) b += 2
    else {
      all[count] = left
      all[count + 1] = (one[a + 1] ?? 0) | (other[b + 1] ?? 0)
      count += 2
      a += 2
      b += 2
    }
  }
  return all.subarray(0, count)
}

export function either(one: Lines, other: Lines): Lines {
  const all = new Int32Array(one.length + other.length)
  let count = 0
  for (let a = 0, b = 0; a < one.length || b < other.length; count += 2) {
    const [left, right] = [startAt(one, a), startAt(other, b)]
    const isBoth = left === right
    const from = left <= right ? one : other
    const at = left <= right ? a : b
    const end = from[at + 1] ?? 0
    all[count] = Math.min(left, right)
    // Sure where either is.
    all[count + 1] = isBoth && !isUnsure(other[b + 1] ?? 0) ? (other[b + 1] ?? 0) : end
    if (left <= right) a += 2
    if (isBoth || right < left) b += 2
  }
  return all.subarray(0, count)
}

export function allBut(all: Lines, without: Lines): Lines {
  const left = new Int32Array(all.length)
  let count = 0
  for (let a = 0, b = 0; a < all.length; a += 2) {
    while (startAt(without, b) < startAt(all, a)) b += 2
    const isThere = startAt(without, b) === startAt(all, a)
    const end = isThere ? (without[b + 1] ?? 0) : (all[a + 1] ?? 0)
    if (isThere && !isUnsure(end)) continue
    left[count] = startAt(all, a)
    left[count + 1] = end
    count += 2
  }
  return left.subarray(0, count)
}

export const allUnsure = (lines: Lines): Lines =>
  lines.map((value, at) => (at % 2 === 1 ? value | unsure : value))
