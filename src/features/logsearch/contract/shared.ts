// Shared parts of log search's contracts.
import { Type } from 'typebox'

export const access = { keys: ['search_log'] } as const
export const ours = '/api/s1/logsearch'
export const aliyun = '/api/s1/redirect/aliyun/logs'

/** Characters of a query. */
const longestQuery = 2_000
/** Lines of a page. */
export const mostLines = 500
/** Characters of a line in lists; longer ones are cut, and read in full by `readLine`. */
export const shownText = 8_192

export const name = Type.String({ minLength: 1, maxLength: 60 })
export const fieldName = Type.String({ minLength: 1, maxLength: 200 })
const query = Type.String({ maxLength: longestQuery })
/** ISO 8601 with a zone: `2026-11-23T09:30:00.000Z`. */
const moment = Type.String({ maxLength: 40 })
/** Identifies a line for as long as its file is kept, renamed or not: it may be part of an address. */
export const lineId = Type.String({ minLength: 3, maxLength: 60 })

/** Which lines of which store. */
export const asked = {
  entrance: name,
  logStore: name,
  /** In the syntax of src/shared/logQuery; empty for all lines. */
  query: Type.Optional(query),
  /** Inclusive. */
  from: Type.Optional(moment),
  /** Exclusive. */
  to: Type.Optional(moment),
}

const logLevels = ['debug', 'info', 'warn', 'error'] as const

const pair = Type.Object({ name: Type.String(), value: Type.String() })

export const line = Type.Object({
  id: Type.String(),
  /** ISO in UTC; null where neither it nor an earlier line of its file has a time. */
  time: Type.Union([Type.String(), Type.Null()]),
  /** Whether the line has its own time; otherwise it has that of the line before. */
  ownTime: Type.Boolean(),
  level: Type.Union([Type.Enum([...logLevels]), Type.Null()]),
  /** As in the file, without its line end; invalid UTF-8 is U+FFFD. */
  text: Type.String(),
  /** Bytes of the whole line where `text` is cut; else null. */
  wholeBytes: Type.Union([Type.Integer(), Type.Null()]),
  /** Parsed fields in order; values as texts, objects and lists as JSON. */
  fields: Type.Array(pair),
  /** File name, without folders. */
  file: Type.String(),
})

export const example = { entrance: 'server', logStore: 'access' }
