// Splits the counts over time by level, or by status class where lines have no level: one count each, after
// the total.

import { call, quiet } from '#web/api/client.ts'
import { followSearch, type LogIndex, type LogProgress } from '#features/logsearch/contract.ts'
import type { Split } from './counts.ts'
import { ask, type Question } from './question.ts'

/** The most bytes that are worth searching again for each part. */
const mostBytes = 512 * 1024 ** 2
const longestQuery = 2_000
/** The share of sampled lines that must have the field. */
const leastShare = 0.2

const byLevel = { error: 'level=error', warn: 'level=warn' }
const byStatus = { '5xx': 'status:500..599', '4xx': 'status:400..499' }

function partsOf({ fields }: LogIndex): Readonly<Record<string, string>> | null {
  const has = (name: string) => fields.some((field) => field.name === name && field.share >= leastShare)
  if (has('level')) return byLevel
  return has('status') ? byStatus : null
}

/** Null where it is not worth it, or there is nothing to split. */
export async function splitCounts(
  question: Question,
  all: LogProgress,
  index: LogIndex | null,
  wantedBars: number,
  signal: AbortSignal,
): Promise<Split[] | null> {
  const parts = index && partsOf(index)
  if (!parts || !all.bars || all.state !== 'done' || all.count === 0 || all.bytes > mostBytes) return null
  const split: Split[] = []
  const rest = [...all.bars.counts]
  for (const [key, term] of Object.entries(parts)) {
    const query = question.query.trim() === '' ? term : `(${question.query.trim()}) ${term}`
    if (query.length > longestQuery) return null
    const { bars } = (await countOf({ ...question, query }, wantedBars, signal)) ?? {}
    if (!bars || bars.from !== all.bars.from || bars.stepMs !== all.bars.stepMs) return null
    bars.counts.forEach((count, at) => {
      rest[at] = Math.max(0, (rest[at] ?? 0) - count)
    })
    split.push({ key, counts: bars.counts })
  }
  return [...split, { key: 'other', counts: rest }]
}

async function countOf(question: Question, bars: number, signal: AbortSignal): Promise<LogProgress | null> {
  let { progress } = await ask(question, { bars, limit: 1, waitMs: 3_000 }, signal)
  while (progress?.state === 'running') {
    const body = { id: progress.id, waitMs: 5_000 }
    progress = (await call(followSearch, { body }, { ...quiet, signal })).progress ?? progress
  }
  return progress
}
