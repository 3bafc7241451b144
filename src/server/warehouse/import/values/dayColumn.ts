// A column's values as days or moments: in which order their parts stand, as the column as a whole tells it.

import type { ChosenKind } from '#shared/imports/kinds.ts'
import { momentText } from '#shared/moment.ts'
import { type DayNotation, type DayOrder, isRange, isWeek, isYearless, shortDays } from './days.ts'
import { fullMatch } from './fold.ts'
import type { Ask } from './kinds.ts'
import { oneRow, type Survey } from './survey.ts'
import { findTurns, latestOffset, yearOfLine, yearsInWords } from './turningYears.ts'

const orderKinds = {
  'month first': 'MONTH_FIRST',
  'day first': 'DAY_FIRST',
  'year first': 'YEAR_FIRST',
} as const satisfies Record<DayOrder, ChosenKind>
const orderNotes: Record<DayOrder, string> = {
  'month first': '月在前（月/日/年）',
  'day first': '日在前（日/月/年）',
  'year first': '年在前（年/月/日）',
}

/** The order that an answer names; null for others. */
export const orderOf = (kind: ChosenKind): DayOrder | null =>
  (Object.keys(orderKinds) as DayOrder[]).find((order) => orderKinds[order] === kind) ?? null

interface FoundDays extends DayNotation {
  notes: string[]
  ask: Ask | null
}

/** Whether dates may hold something whose reading must be found; most columns have days as the norm has them. */
const unusual = (column: string): string =>
  `${column} IS NOT NULL AND NOT ${fullMatch(column, String.raw`\d{4}-\d{1,2}-\d{1,2}([ T].*)?`)}`

export async function findDays(survey: Survey, column: string): Promise<FoundDays> {
  const { connection, from } = survey
  const { bare, isShort, isTwoDigit, at } = shortDays(column)
  const wrong = (month: number, day: number) =>
    `count(*) FILTER (${isTwoDigit} AND NOT (${at(month)} BETWEEN 1 AND 12 AND ${at(day)} BETWEEN 1 AND 31))`
  const [short = 0, days = 0, months = 0, two = 0, wrongYear = 0, wrongMonth = 0, wrongDay = 0, ...rest] =
    await oneRow(
      connection,
      `SELECT count(*) FILTER (${isShort}), count(*) FILTER (${isShort} AND ${at(1)} > 12),
         count(*) FILTER (${isShort} AND ${at(2)} > 12), count(*) FILTER (${isTwoDigit}),
         ${wrong(2, 3)}, ${wrong(1, 2)}, ${wrong(2, 1)},
         count(DISTINCT ${at(1)}) FILTER (${isTwoDigit}), count(DISTINCT ${at(3)}) FILTER (${isTwoDigit}),
         count(*) FILTER (range), count(*) FILTER (week)
       FROM (SELECT ${bare} AS bare, ${isRange(column)} AS range, ${isWeek(column)} AS week
         FROM ${from} WHERE ${unusual(column)})`,
    )
  const [firsts = 0, lasts = 0, ranges = 0, weeks = 0] = rest
  const notes = [
    ...(ranges > 0 ? ['起止日期取第一天'] : []),
    ...(weeks > 0 ? ['周取它的星期一（ISO 周）'] : []),
  ]
  const wrongs = { 'year first': wrongYear, 'month first': wrongMonth, 'day first': wrongDay }
  const possible =
    short > 0
      ? byVotes(days, months)
      : two > 0
        ? byParts(wrongs, { firsts, lasts })
        : (['month first'] as const)
  const told = survey.order && possible.includes(survey.order) ? survey.order : null
  const order = told ?? possible[0] ?? 'month first'
  const isOpen = possible.length > 1 && !told
  if ((short > 0 || two > 0) && !isOpen) notes.unshift(orderNotes[order])
  return { order, year: null, notes, ask: isOpen ? await askOrder(survey, column, possible) : null }
}

function byVotes(days: number, months: number): readonly DayOrder[] {
  if (days === months) return ['month first', 'day first']
  return [days > months ? 'day first' : 'month first']
}

/** Years differ less than days; where the parts tell no more, it is asked. */
function byParts(
  wrongs: Record<DayOrder, number>,
  { firsts, lasts }: { firsts: number; lasts: number },
): readonly DayOrder[] {
  const least = Math.min(...Object.values(wrongs))
  const possible = (['month first', 'day first', 'year first'] as const).filter(
    (order) => wrongs[order] === least,
  )
  if (!possible.includes('year first') || possible.length === 1 || firsts === lasts) return possible
  return firsts < lasts ? ['year first'] : possible.filter((order) => order !== 'year first')
}

async function askOrder(
  { connection, from }: Survey,
  column: string,
  possible: readonly DayOrder[],
): Promise<Ask> {
  const { bare, isShort, isTwoDigit } = shortDays(column)
  const reader = await connection.runAndReadAll(
    `SELECT bare FROM (SELECT ${bare} AS bare FROM ${from} WHERE ${unusual(column)})
     WHERE ${isShort} OR ${isTwoDigit} ORDER BY split_part(regexp_replace(bare, '[-.]', '/', 'g'), '/', 1) = split_part(regexp_replace(bare, '[-.]', '/', 'g'), '/', 2) LIMIT 1`,
  )
  const example = String(reader.getRows()[0]?.[0])
  const [first = 0, second = 0, third = 0] = example.split(/[-/.]/).map(Number)
  const meanings: Record<DayOrder, string> = {
    'month first': `${first} 月 ${second} 日`,
    'day first': `${second} 月 ${first} 日`,
    'year first': `${first < 70 ? 2000 + first : 1900 + first} 年 ${second} 月 ${third} 日`,
  }
  return {
    text: `没有一个值能看出顺序：「${example}」是哪一天`,
    must: true,
    choices: possible.map((order) => ({ kind: orderKinds[order], title: meanings[order] })),
  }
}

/** The question for the year, where nearly all days of a column have none; null where they have. */
export async function askYear(
  survey: Survey,
  column: string,
  { values, must }: { values: number; must: boolean },
): Promise<Ask | null> {
  const { connection, from, zone } = survey
  const reader = await connection.runAndReadAll(
    `SELECT count(*), any_value(trim(${column})) FROM ${from} WHERE ${isYearless(column)}`,
  )
  const [count, example] = reader.getRows()[0] ?? []
  if (Number(count) === 0 || Number(count) < values * 0.6) return null
  const year = Number(momentText(Date.now(), zone).slice(0, 4))
  const turns = await findTurns(survey, column)
  const choices = (title: string) =>
    [year, year - 1, year - 2].map((each) => ({ kind: `YEAR_${each}` as const, title: `${title}${each} 年` }))
  if (!turns) return { text: `「${example}」没有年份，是哪一年`, must, choices: choices('') }
  const last = year - latestOffset(turns)
  const turning = [last, last - 1].map((first) => ({
    kind: `YEARS_${first}` as const,
    title: yearsInWords(turns, first),
  }))
  const whole = choices('都是 ')
  return {
    text: `「${example}」没有年份，各行跨年：第一行是哪一年`,
    must,
    // Where a day comes twice these may be rows of several things in one year.
    choices: turns.isEvident ? [...turning, ...whole] : [...whole, ...turning],
  }
}

/** The year that an answer names, as SQL over a staged row, and in words. */
export async function toldYear(
  survey: Survey,
  column: string,
  chosen: ChosenKind,
): Promise<{ sql: string; note: string }> {
  const year = Number(chosen.slice(-4))
  const turns = chosen.startsWith('YEARS_') ? await findTurns(survey, column) : null
  return turns
    ? { sql: yearOfLine(turns, year), note: `没有年份的按行的顺序：${yearsInWords(turns, year)}` }
    : { sql: `'${year}'`, note: `没有年份的按 ${year} 年` }
}

/** Names of columns that hold dates, whatever they look like. */
export const isDayName = (name: string): boolean =>
  /(日期|时间|年月|月份)$|^(日|dt|ds|ym|yyyymm(dd)?|year_?month)$|(^|[^a-z])(date|day|time|timestamp)$/i.test(
    name,
  )
