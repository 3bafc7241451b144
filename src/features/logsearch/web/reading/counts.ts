// The counts over time, for the histogram.
import type { LogProgress } from '#features/logsearch/contract.ts'
import type { Bounds } from '../time/range.ts'
import { type Tone, toneOf, toneTitle } from '../tones.ts'

interface CountSeries {
  /** Level or status; empty for lines without one. */
  key: string
  title: string
  tone: Tone
  total: number
}

export interface Counts {
  bounds: Bounds
  stepMs: number
  bars: readonly { from: number; counts: readonly number[] }[]
  series: readonly CountSeries[]
  /** The highest bar; at least 1. */
  highest: number
}

/** A part of the counts, in the same bars. */
export interface Split {
  key: string
  counts: readonly number[]
}

/** Null without counts over time. */
export function countsOf(
  { bars }: LogProgress,
  bounds: Bounds,
  parts?: readonly Split[] | null,
): Counts | null {
  if (bars === null || bars.counts.length === 0) return null
  const split = parts ?? [{ key: 'all', counts: bars.counts }]
  const from = Date.parse(bars.from)
  // The worst level is at the bottom, where heights can be compared.
  const series = split
    .map(({ key, counts }) => ({ key, counts, tone: toneOf(key), total: sum(counts) }))
    .filter(({ total }) => total > 0)
    .sort((one, other) => toneOrder.indexOf(one.tone) - toneOrder.indexOf(other.tone))
  return {
    bounds,
    stepMs: bars.stepMs,
    bars: bars.counts.map((_, at) => ({
      from: from + at * bars.stepMs,
      counts: series.map(({ counts }) => counts[at] ?? 0),
    })),
    series: series.map(({ key, tone, total }) => ({ key, title: toneTitle(key), tone, total })),
    highest: Math.max(1, ...bars.counts),
  }
}

const toneOrder: readonly Tone[] = ['error', 'warn', 'redirect', 'success', 'info', 'debug', 'plain']

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
