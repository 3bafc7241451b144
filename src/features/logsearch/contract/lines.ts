// One line: what stands around it, and the whole of it.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { access, closed, example, line, lineId, name, ours } from './shared.ts'

/** Lines on each side. */
export const mostAround = 200
/** Characters of a line that is read whole; what is longer is cut there. */
export const longestLine = 2_000_000

const around = Type.Optional(Type.Integer({ minimum: 0, maximum: mostAround }))
const place = Type.Object({ entrance: name, logStore: name, line: lineId })
const placed = { params: { ...example, line: 'none-0' } }

const context = Type.Object({
  /** In the order of their file. */
  before: Type.Array(line),
  line,
  after: Type.Array(line),
  /** Whether the file has more beyond them. */
  moreBefore: Type.Boolean(),
  moreAfter: Type.Boolean(),
  /** Lines between them that are not the caller's to see. */
  hidden: Type.Integer(),
})
export type LogContext = Static<typeof context>

/** Of the same file. Further ones: ask around the first or the last of them. */
export const readContext = defineCall({
  name: 'readContext',
  method: 'GET',
  path: `${ours}/context/{entrance}/{logStore}/{line}`,
  access,
  params: place,
  query: Type.Object({ before: around, after: around }, closed),
  reply: context,
  example: placed,
})

const whole = Type.Object({
  line,
  text: Type.String(),
  /** Whether it is longer still than `text`. */
  cut: Type.Boolean(),
})
export type LogWholeLine = Static<typeof whole>

export const readLine = defineCall({
  name: 'readLine',
  method: 'GET',
  path: `${ours}/line/{entrance}/{logStore}/{line}`,
  access,
  params: place,
  reply: whole,
  example: placed,
})
