// A search's request, and loading its pages.

import { call, quiet } from '#web/api/client.ts'
import {
  getLogs,
  type LogFound,
  type LogLine,
  type LogPage,
  type LogQuestion,
} from '#features/logsearch/contract.ts'
import type { Bounds } from '../time/range.ts'

/** A line with its store. */
export type ShownLine = LogLine & { store: string }

export interface Question {
  entrance: string
  store: string
  query: string
  bounds: Bounds
  order: 'newest' | 'oldest'
}

export const pageSize = 200

export const asked = ({ entrance, store, query, bounds, order }: Question) => ({
  entrance,
  logStore: store,
  ...(query.trim() !== '' && { query }),
  from: new Date(bounds.from).toISOString(),
  to: new Date(bounds.to).toISOString(),
  order,
})

export const ask = (question: Question, more: More, signal: AbortSignal): Promise<LogFound> =>
  call(getLogs, { body: { ...asked(question), ...more } }, { ...quiet, signal })

type More = Pick<LogQuestion, 'cursor' | 'bars' | 'limit' | 'waitMs'>

/** A single page without counting. */
export async function readPage(
  question: Question,
  more: Omit<More, 'bars'>,
  signal: AbortSignal,
): Promise<LogPage> {
  const { page } = await ask(question, { bars: 0, ...more }, signal)
  return page ?? { lines: [], cursor: null, whole: true }
}

export const inStore = (lines: readonly LogLine[], store: string): ShownLine[] =>
  lines.map((line) => ({ ...line, store }))
