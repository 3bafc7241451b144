// The one reader of days: what people type where a date range or a day is asked for, and in sentences, parameters
// and addresses. What it reads stands in its test's table; what it cannot read it answers with a sentence that says why.
//
//   10月  2026-10  3w  近 30 天  国庆  去年10月  10.1-10.7  10月1日到7日  上周三  today-7  12-30..1-5  9月至今
//
// Texts beyond `longest` are not looked at, so that no text makes it slow.
import { type Days, type Known, type Span, spanOf } from './span.ts'
import type { RelativeName } from './spoken.ts'
import { twoEnds } from './twoEnds.ts'

export { daysOfName, type FestivalDays } from './span.ts'
export type { RelativeName } from './spoken.ts'

/** `relative` replaces `from` and `to` where the range moves with today. */
type ReadDays = Days | { relative: RelativeName }
export interface NotRead {
  /** The reason, for the person who typed the text. */
  problem: string
  /** Whether the text means days that do not exist, rather than something else. */
  isDays: boolean
}

const longest = 48
const how = '可写成 近 30 天、上周、10月、2026-10、10.1-10.7'
const howDay = '可写成 2026-01-31、1-31、20260131、今天、-7d'

export const isRead = <Read extends object>(read: Read | NotRead): read is Read => !('problem' in read)

export function readDays(typed: string, known: Known): ReadDays | NotRead {
  const read = readSpan(typed, known, how)
  if ('problem' in read) return read
  if (read.relative !== undefined) return { relative: read.relative }
  return { from: read.from, to: read.to }
}

/** Parses a single day; a range of several days is refused. */
export function readDay(typed: string, known: Known): { day: string } | NotRead {
  const read = readSpan(typed, known, howDay)
  if ('problem' in read) return read
  if ('from' in read && read.from === read.to) return { day: read.from }
  return { problem: `「${typed.trim()}」是一段日期，这里要填一天`, isDays: true }
}

function readSpan(typed: string, known: Known, help: string): Span | NotRead {
  const unread = (text: string): NotRead => ({ problem: text, isDays: false })
  if (typed.length > longest) return unread(`这段文字太长，不像日期；${help}`)
  const plain = typed.normalize('NFKC').trim().toLowerCase()
  if (plain === '') return unread('请填写日期')
  const whole = spanOf(plain.replaceAll(/\s/g, ''), known)
  const isWhole = whole !== null && !('problem' in whole) && !isTwoDays(plain)
  const both = isWhole ? null : twoEnds(plain, known)
  const found = both && !('problem' in both) ? both : (whole ?? both)
  if (found === null) return unread(`无法识别「${typed.trim()}」，${help}`)
  return 'problem' in found ? { ...found, isDays: true } : found
}

/** A blank between digits separates two days: «10 1» is not 101, and «2026 10» is no month. */
const isTwoDays = (plain: string): boolean => /\d\s+\d/.test(plain)
