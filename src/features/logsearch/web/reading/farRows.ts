// Finds the time of a row far from all loaded ones: requests counts over ever shorter time spans around it.

import { call, quiet } from '#web/api/client.ts'
import { followSearch, type LogProgress } from '#features/logsearch/contract.ts'
import type { Bounds } from '../time/range.ts'
import { ask, type Question } from './question.ts'

interface Place {
  /** Row number of the question's first line. */
  first: number
  question: Question
}

/** Within this distance, rows are loaded page by page. */
const nearEnough = 1_000
const mostBars = 200
/** After this many steps, a bar (1/200 of 1/200 … of a year) is shorter than a millisecond. */
const mostSteps = 6

const known = new WeakMap<Question, Map<string, Promise<LogProgress | null>>>()

/** Null where the counts can't locate the row. */
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

/** The bar that contains a row. */
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
      // Loading continues beyond the bar, so the span's other end stays open.
      const open = isNewest ? { from, to: span.to } : { from: span.from, to }
      const isClose = row - before < nearEnough || span.to - span.from <= 1
      return { first: before, question: { ...question, bounds: isClose ? open : span } }
    }
    before += count
  }
  return null
}

/** Cached by question, because readers drag back and forth. */
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
