// A search: its first page at once, and counts that grow until everything has been scanned.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { access, aliyun, asked, example, line, mostLines, ours } from './shared.ts'

export type LogLine = Static<typeof line>

/** Bars of a histogram. */
export const mostBars = 200

const cursor = Type.String({ maxLength: 200 })
const searchId = Type.String({ maxLength: 60 })

const question = Type.Object(
  {
    ...asked,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: mostLines })),
    /** `cursor` of the previous page: continues after its last line, whatever was written meanwhile. */
    cursor: Type.Optional(cursor),
    order: Type.Optional(Type.Enum(['newest', 'oldest'])),
    /**
     * For a first page: count all matches over time, in at most this many bars; 60 when absent, 0 for none.
     */
    bars: Type.Optional(Type.Integer({ minimum: 0, maximum: mostBars })),
    /** Answers after this time with what there is, and continues; 150 ms when absent. */
    waitMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 20_000 })),
  },
  closed,
)
export type LogQuestion = Static<typeof question>

const bars = Type.Object({
  /** ISO in UTC: start of the first bar. */
  from: Type.String(),
  stepMs: Type.Integer(),
  counts: Type.Array(Type.Integer()),
})
export type LogBars = Static<typeof bars>

const progress = Type.Object({
  /** The id for `followSearch` and `cancelSearch`; forgotten a minute after its last use. */
  id: Type.String(),
  state: Type.Enum(['running', 'done', 'stopped']),
  /** Matching lines so far; all of them when done. */
  count: Type.Integer(),
  /** Of these, lines without a time, which are in no bar. */
  untimed: Type.Integer(),
  bars: Type.Union([bars, Type.Null()]),
  /** Scanned share: 0 to 1. */
  done: Type.Number(),
  bytes: Type.Integer(),
  elapsedMs: Type.Integer(),
  /** Further notes in Chinese: a file that vanished or could not be read. */
  notes: Type.Array(Type.String()),
})
export type LogProgress = Static<typeof progress>

const page = Type.Object({
  lines: Type.Array(line),
  /** For the next page; null where there is none. */
  cursor: Type.Union([Type.String(), Type.Null()]),
  /**
   * False where the time ran out before the page was full. With counting, `followSearch` returns the page
   * again as it grows; otherwise continue with the cursor.
   */
  whole: Type.Boolean(),
})
export type LogPage = Static<typeof page>

const found = Type.Object({
  /** Null where there is nothing new. */
  page: Type.Union([page, Type.Null()]),
  /** Null on later pages, and without counting. */
  progress: Type.Union([progress, Type.Null()]),
})
export type LogFound = Static<typeof found>

/**
 * Matching lines, the newest first. A query that can't be parsed is refused as `parameter_wrong` with data `{
 * problems: [{ from, to, message }] }`, with offsets in UTF-16 units of the query.
 */
export const getLogs = defineCall({
  name: 'getLogs',
  method: 'POST',
  path: `${aliyun}/getLogs`,
  access,
  effect: 'read',
  body: question,
  reply: found,
  example: { body: example },
})

/** Waits for more results, at most as long as asked. Throws object_missing for a forgotten search. */
export const followSearch = defineCall({
  name: 'followSearch',
  method: 'POST',
  path: `${ours}/search/follow`,
  access,
  effect: 'read',
  body: Type.Object(
    { id: searchId, waitMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 20_000 })) },
    closed,
  ),
  reply: found,
  example: { body: { id: 'none' } },
})

/** Canceling an ended or missing search is no error. */
export const cancelSearch = defineCall({
  name: 'cancelSearch',
  method: 'POST',
  path: `${ours}/search/cancel`,
  access,
  effect: 'read',
  body: Type.Object({ id: searchId }, closed),
  reply: Type.Null(),
  example: { body: { id: 'none' } },
})
