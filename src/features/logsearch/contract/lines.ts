// One line: its neighbours, and its full text.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { access, example, line, lineId, name, ours } from './shared.ts'

/** Lines on each side. */
export const mostAround = 200
/** Characters of a full line; longer ones are cut. */
export const longestLine = 2_000_000

const around = Type.Optional(Type.Integer({ minimum: 0, maximum: mostAround }))
const place = Type.Object({ entrance: name, logStore: name, line: lineId })
const placed = { params: { ...example, line: 'none-0' } }

const context = Type.Object({
  /** In file order. */
  before: Type.Array(line),
  line,
  after: Type.Array(line),
  /** Whether the file has more lines before and after. */
  moreBefore: Type.Boolean(),
  moreAfter: Type.Boolean(),
  /** Lines in between that the caller may not see. */
  hidden: Type.Integer(),
})
export type LogContext = Static<typeof context>

/** Within the same file. For more, ask around the first or last of them. */
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
  /** Whether the line is longer than `text`. */
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
