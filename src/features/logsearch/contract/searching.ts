// A search: its first page at once, and counts that grow until all has been looked through.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { access, aliyun, asked, closed, example, line, mostLines, ours } from './shared.ts'

export type LogLine = Static<typeof line>

/** Bars of a histogram. */
export const mostBars = 200

const cursor = Type.String({ maxLength: 200 })
const searchId = Type.String({ maxLength: 60 })

const question = Type.Object(
  {
    ...asked,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: mostLines })),
    /** `cursor` of the page before: what comes after its last line, whatever was written meanwhile. */
    cursor: Type.Optional(cursor),
    order: Type.Optional(Type.Enum(['newest', 'oldest'])),
    /** Whether all matches are counted, over time too; of a first page. Bars at most; 60 when absent, 0 for none. */
    bars: Type.Optional(Type.Integer({ minimum: 0, maximum: mostBars })),
    /** Answers after so long with what there is, and goes on; 150 ms when absent. */
    waitMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 20_000 })),
  },
  closed,
)
export type LogQuestion = Static<typeof question>

const bars = Type.Object({
  /** ISO in UTC: where the first begins. */
  from: Type.String(),
  stepMs: Type.Integer(),
  counts: Type.Array(Type.Integer()),
})
export type LogBars = Static<typeof bars>

const progress = Type.Object({
  /** Names it in `followSearch` and `cancelSearch`; it is forgotten a minute after it was last asked for. */
  id: Type.String(),
  state: Type.Enum(['running', 'done', 'stopped']),
  /** Matching lines so far; of all when it is done. */
  count: Type.Integer(),
  /** Of these, lines without a time, which stand in no bar. */
  untimed: Type.Integer(),
  bars: Type.Union([bars, Type.Null()]),
  /** Of what is to be looked through: 0 to 1. */
  done: Type.Number(),
  bytes: Type.Integer(),
  elapsedMs: Type.Integer(),
  /** What else is to be said of it, in Chinese: a file that vanished, one that could not be read. */
  notes: Type.Array(Type.String()),
})
export type LogProgress = Static<typeof progress>

const page = Type.Object({
  lines: Type.Array(line),
  /** For the next page; null where there are no more. */
  cursor: Type.Union([Type.String(), Type.Null()]),
  /**
   * False where the time was over before as many lines were found. Where it is counted, `followSearch` brings the page
   * again as it grows; else ask on by the cursor.
   */
  whole: Type.Boolean(),
})
export type LogPage = Static<typeof page>

const found = Type.Object({
  /** Null where there is nothing that was not told before. */
  page: Type.Union([page, Type.Null()]),
  /** Null on later pages and where nothing is counted. */
  progress: Type.Union([progress, Type.Null()]),
})
export type LogFound = Static<typeof found>

/**
 * Lines that match, the newest first. A query that can't be read is refused as `parameter_wrong` with data
 * `{ problems: [{ from, to, message }] }`, its places counted in UTF-16 units of the query.
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

/** Waits until there is more to tell, no longer than asked. Throws object_missing for one that is forgotten. */
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

/** One that has ended, or is not there, is no problem. */
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
