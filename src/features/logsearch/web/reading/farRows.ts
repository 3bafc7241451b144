// Where a row far from all that was read lies in time: the counts over time are asked for ever shorter spans around it.

import { call } from '#web/api/client.ts'
import { followSearch, type LogProgress } from '#features/logsearch/contract.ts'
import type { Bounds } from '../time/range.ts'
import { ask, type Question, quiet } from './question.ts'

interface Place {
  /** The row that the question's first line is. */
  first: number
  question: Question
}

/** So many lines from a place's first are read page by page. */
const nearEnough = 1_000
const mostBars = 200
/** A bar of two hundred in one of two hundred … of a year is less than a millisecond then. */
const mostSteps = 6

const known = new WeakMap<Question, Map<string, Promise<LogProgress | null>>>()

/** Null where the counts do not lead there. */
export async function placeOfRow(
  question: Question,
  row: number,
  signal: AbortSignal,
): Promise<Place | null> {
  let place: Place = { first: 0, question }
  for (let step = 0; step < mostSteps; step += 1) {
    const progress = await countsWithin(question, place.question.bounds, signal)
    const next = progress && within(place, progress, row)
    if (!next) return step === 0 ? null : place
    place = next
    if (row - place.first < nearEnough) return place
  }
  return place
}

/** The bar of a place that a row stands in. */
function within({ first, question }: Place, { bars }: LogProgress, row: number): Place | null {
  if (!bars) return null
  const { from, to } = question.bounds
  const start = Date.parse(bars.from)
  const isNewest = question.order === 'newest'
  const order = isNewest ? [...bars.counts.keys()].reverse() : [...bars.counts.keys()]
  let before = first
  for (const at of order) {
    const count = bars.counts[at] ?? 0
    if (row < before + count) {
      const span: Bounds = {
        from: Math.max(from, start + at * bars.stepMs),
        to: Math.min(to, start + (at + 1) * bars.stepMs),
      }
      // Read on beyond the bar: the span's other end stays open.
      const open = isNewest ? { from, to: span.to } : { from: span.from, to }
      const isClose = row - before < nearEnough || span.to - span.from <= 1
      return { first: before, question: { ...question, bounds: isClose ? open : span } }
    }
    before += count
  }
  return null
}

/** Kept by question: a reader drags the bar to and fro. */
function countsWithin(question: Question, bounds: Bounds, signal: AbortSignal): Promise<LogProgress | null> {
  const counts = known.get(question) ?? new Map<string, Promise<LogProgress | null>>()
  known.set(question, counts)
  const key = `${bounds.from} ${bounds.to}`
  const before = counts.get(key)
  if (before) return before
  const asking = countAll({ ...question, bounds }, signal).catch((error: unknown) => {
    counts.delete(key)
    throw error
  })
  counts.set(key, asking)
  return asking
}

async function countAll(question: Question, signal: AbortSignal): Promise<LogProgress | null> {
  let { progress } = await ask(question, { bars: mostBars, limit: 1, waitMs: 5_000 }, signal)
  while (progress?.state === 'running') {
    const body = { id: progress.id, waitMs: 5_000 }
    progress = (await call(followSearch, { body }, { ...quiet, signal })).progress ?? progress
  }
  return progress
}
