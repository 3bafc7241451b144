// Ranges given by two ends, or with a separate year: 10.1-10.7, 去年12月到1月, 国庆 2025.
import { dayNumber, dayOf, dayText, shiftDay } from '../day.ts'
import { type Days, edgeOf, type Impossible, type Known, type Span, spanOf, yearOf } from './span.ts'

type Found = Span | Impossible | null
type Dated = Extract<Span, { from: string }>

const signs = ['...', '..', '…', '~', '–', '—', '至', '到', ',', '、', ' to ']

/** `plain`: half width, lower case, with its blanks. */
export const twoEnds = (plain: string, known: Known): Found =>
  yearApart(plain, known) ?? eitherSide(plain, known) ?? yearBefore(plain, known)

function eitherSide(plain: string, known: Known): Found {
  if (plain.endsWith('以来')) return joined(plain.slice(0, -2), '今', known)
  for (const sign of signs) {
    const at = plain.indexOf(sign)
    if (at >= 0) return joined(plain.slice(0, at), plain.slice(at + sign.length), known)
  }
  let problem: Impossible | null = null
  for (const sign of [' - ', ' ', '-']) {
    for (let at = plain.indexOf(sign, 1); at > 0; at = plain.indexOf(sign, at + sign.length)) {
      const found = joined(plain.slice(0, at), plain.slice(at + sign.length), known)
      if (found && !('problem' in found)) return found
      problem ??= found
    }
  }
  return problem
}

const yearWord = /^(?:(?:19|20)\d{2}年?|\d{2}年|今年|去年|前年)$/

/** 国庆 2025, 2025 10月, q1..q2 2025: the year applies to the rest and is no end by itself. */
function yearApart(plain: string, known: Known): Found {
  const words = plain.split(/\s+/)
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (words.length < 2) return null
  if (yearWord.test(first)) return within(first, words.slice(1).join(' '), known)
  return yearWord.test(last) ? within(last, words.slice(0, -1).join(' '), known) : null
}

/** 2025年1-3月, 去年10.1-10.7 */
function yearBefore(plain: string, known: Known): Found {
  const [, year, rest] = /^(\d{4}年|\d{2}年|今年|去年|前年)(.+)$/.exec(fold(plain)) ?? []
  return year === undefined || rest === undefined ? null : within(year, rest, known)
}

function within(said: string, rest: string, known: Known): Found {
  if (yearWord.test(fold(rest))) return null
  const year = yearOf(said, known)
  if (year === null) return null
  const meant = { ...known, year }
  const found = spanOf(fold(rest), meant) ?? eitherSide(rest, meant)
  if (!found || 'problem' in found) return found
  // 去年 上周: a range relative to today takes no year.
  return 'from' in found && found.from.startsWith(String(year))
    ? { from: found.from, to: found.to, year }
    : null
}

const fold = (text: string) => text.replaceAll(/\s/g, '')

function joined(before: string, after: string, known: Known): Found {
  const [first, second] = [fold(before), fold(after)]
  if (first === '' || second === '') return null
  const start = startOf(first, second, known)
  if (!start || 'problem' in start) return start
  if (!('from' in start)) return null
  if (/^(今|现在|now)$/.test(second)) return ordered(start, { from: known.today, to: known.today })
  const end = endOf(second, start, known)
  if (!end || 'problem' in end) return end
  if (!('from' in end)) return null
  return start.from <= end.to ? ordered(start, end) : turned(first, second, { start, end }, known)
}

/** A bare first number has the unit of the second: 9-10月, 1-7号. */
function startOf(first: string, second: string, known: Known): Found {
  const [, unit] = /^\d{1,2}(月份?|[号日])$/.exec(second) ?? []
  if (!/^\d{1,2}$/.test(first) || unit === undefined) return spanOf(first, known)
  return spanOf(`${first}${unit === '日' ? '号' : unit}`, known)
}

const weekday = /^(?:周|星期|礼拜)?([一二三四五六日天])$/

/** The second end may omit what the first one says: 10.1-7, 10月1日到7日, 2025-10-01..10-07, 周一到周五. */
function endOf(second: string, start: Dated, known: Known): Found {
  if (start.from === start.to) {
    const [, day] = /^(\d{1,2})[日号]?$/.exec(second) ?? []
    if (day !== undefined) return dayAfter(Number(day), start, known)
    const [, name] = weekday.exec(second) ?? []
    if (name !== undefined) return weekdayFrom(name, start.from)
  }
  // The end of a running period is today.
  const edge = edgeOf(second)
  if (edge?.isEnd) return endOf(edge.of, start, known)
  const latest = spanOf(second, known)
  if (latest && 'year' in latest) return latest
  const inSameYear = spanOf(second, { ...known, year: Number(start.from.slice(0, 4)) })
  const follows = inSameYear && 'from' in inSameYear && inSameYear.to >= start.from
  return start.year !== undefined || follows ? inSameYear : latest
}

/** A day of the same month, or of the next where that is nearer than counting back: 28号到2号. */
function dayAfter(day: number, start: Dated, known: Known): Found {
  const [year, month, first] = start.from.split('-').map(Number) as [number, number, number]
  const inMonth = (number: number) => {
    const from = dayText(dayOf(year, number, 1))
    return spanOf(`${from.slice(0, 8)}${String(day).padStart(2, '0')}`, known)
  }
  return inMonth(first - day > longestBack.month ? month + 1 : month)
}

function weekdayFrom(name: string, from: string): Days {
  const wanted = '一二三四五六日'.indexOf(name.replace('天', '日'))
  // 1970-01-01 was a Thursday.
  const day = shiftDay(from, ((wanted - ((dayNumber(from) + 3) % 7) + 6) % 7) + 1)
  return { from: day, to: day }
}

/**
 * Reversed ends are swapped where that is the shorter range; otherwise a new year (or month) lies between
 * them.
 */
const longestBack = { year: 183, month: 15 }

function turned(
  first: string,
  second: string,
  { start, end }: { start: Dated; end: Dated },
  known: Known,
): Found {
  const back = ordered(start, end)
  if (dayNumber(start.to) - dayNumber(end.from) <= longestBack.year || end.year !== undefined) return back
  const startYear = Number(start.from.slice(0, 4))
  if (start.year !== undefined) {
    const next = spanOf(second, { ...known, year: startYear + 1 })
    if (next && 'problem' in next) return next
    return next && 'from' in next && next.from > start.to ? ordered(start, next) : back
  }
  const former = startOf(first, second, { ...known, year: startYear - 1 })
  return former && 'from' in former && former.from < end.from ? ordered(former, end) : back
}

function ordered(one: Days, other: Days): Days {
  return one.from <= other.to ? { from: one.from, to: other.to } : { from: other.from, to: one.to }
}
