// Joins day expressions that span several words: 国庆 2025, 9月 到 10月, 10-1 10-7.
import type { DateRange } from '#semantic/model/types.ts'

const yearWord = /^(?:(?:19|20)\d{2}年?|今年|去年|前年)$/
const until = /^(?:到|至|[-~–—]|to)$/i

type RangeOf = (word: string) => DateRange | null

export function joinDays(words: readonly string[], rangeOf: RangeOf): string[] {
  const joined: string[] = []
  for (const word of words) {
    const [first, before] = [joined.at(-2), joined.at(-1)]
    const isEnd = first !== undefined && before !== undefined && until.test(before) && rangeOf(first)
    const stretch = isEnd ? `${first}到${word}` : ''
    const both = before === undefined ? null : together(before, word, rangeOf)
    if (stretch && rangeOf(stretch)) joined.splice(-2, 2, stretch)
    else if (both) joined.splice(-1, 1, both)
    else joined.push(word)
  }
  return joined
}

function together(one: string, other: string, rangeOf: RangeOf): string | null {
  const [range, otherRange] = [rangeOf(one), rangeOf(other)]
  if (!range || !otherRange) return null
  const [isYear, isOtherYear] = [yearWord.test(one), yearWord.test(other)]
  if (isYear !== isOtherYear) {
    const [year, rest] = isYear ? [one, other] : [other, one]
    const said = `${/\d$/.test(year) ? `${year}年` : year}${rest}`
    return rangeOf(said) ? said : null
  }
  return isOneDay(range) && isOneDay(otherRange) ? `${one}到${other}` : null
}

const isOneDay = (range: DateRange) => 'from' in range && range.from === range.to
