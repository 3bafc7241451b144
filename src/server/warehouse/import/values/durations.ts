// Durations as texts: 33:20:15, 1小时5分, 32分10秒. A time of day looks the same, so that only the column's name,
// or people, can say which it is.
import { bind, folded, fullMatch, isPresent } from './fold.ts'
import type { Ask, Candidate } from './kinds.ts'
import { frequent, oneRow, type Survey } from './survey.ts'

const clock = String.raw`-?\d{1,5}:[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?`
const amount = (unit: string) => String.raw`(?:\d{1,9}(?:\.\d{1,9})? ?(?:${unit}) ?)?`
const [hourUnit, minuteUnit, secondUnit] = ['小时|时|h|hrs?', '分钟|分|m|min', '秒钟?|s|secs?'] as const
const spoken = `${amount(hourUnit)}${amount(minuteUnit)}${amount(secondUnit)}`
const plain = String.raw`-?\d{1,9}(?:\.\d{1,20})?`

/** SQL: the hours of a staged text; a number without a unit is one of hours. */
function hoursOf(column: string): string {
  const at = (index: number) =>
    `coalesce(try_cast(split_part(ltrim(written, '-'), ':', ${index}) AS DOUBLE), 0)`
  const sign = `CASE WHEN starts_with(written, '-') THEN -1 ELSE 1 END`
  const part = (unit: string) =>
    `coalesce(try_cast(regexp_extract(written, '([0-9.]+) ?(?:${unit})', 1) AS DOUBLE), 0)`
  return bind(
    `lower(${folded(column)})`,
    'written',
    `CASE WHEN ${fullMatch('written', clock)} THEN (${at(1)} + ${at(2)} / 60 + ${at(3)} / 3600) * ${sign}
      WHEN ${fullMatch('written', plain)} THEN try_cast(written AS DOUBLE)
      WHEN written <> '' AND ${fullMatch('written', spoken)}
        THEN ${part(hourUnit)} + ${part(minuteUnit)} / 60 + ${part(secondUnit)} / 3600 END`,
  )
}

/** A time of 24 hours is none of day. */
const longClock = String.raw`-?(?:2[4-9]|[3-9]\d|\d{3,5}):.*|-.*`
const named = /时长|用时|耗时|工时|加班|duration|elapsed/i

export const hoursCandidate = (column: string, note: string): Candidate => ({
  kind: 'DOUBLE',
  type: 'DOUBLE',
  read: hoursOf(column),
  note,
  ask: null,
})

const note = '时长按小时数存（1:30 存为 1.5）'

/** How a column of durations is read, or what has to be asked of it; null for any other column. */
export async function findHours(
  survey: Survey,
  column: string,
  name: string,
): Promise<Candidate | { offer: Ask } | null> {
  // Most columns of texts are told by their first values.
  if (!(await shapesOf({ ...survey, from: 'sampled' }, column))) return null
  const shapes = await shapesOf(survey, column)
  if (!shapes) return null
  if (named.test(name)) return hoursCandidate(column, note)
  const { clocks, long, numbers } = shapes
  // 08:30 beside 26.5 is what a sheet of two formats leaves; 08:30 alone is a time of day.
  const must = clocks > 0 && numbers > 0
  if (!must && long === 0 && clocks > 0) return null
  const example = await frequent(survey, column, `NOT ${fullMatch(textOf(column), plain)}`)
  const beside = numbers > 0 ? `，${numbers} 个是数` : ''
  const ask: Ask = {
    text: `形如${example}${beside}：是时长吗`,
    must,
    choices: [
      { kind: 'HOURS', title: `是时长，按小时数读${numbers > 0 ? '，数就是小时数' : ''}` },
      { kind: 'VARCHAR', title: '不是，按文本原样保留' },
    ],
  }
  return must ? { ...hoursCandidate(column, ''), ask } : { offer: ask }
}

const textOf = (column: string): string => `lower(${folded(column)})`

/** How the values are written, where all of them may be durations and some are no mere numbers. */
async function shapesOf({ connection, from }: Survey, column: string) {
  const text = textOf(column)
  const [values = 0, fits = 0, clocks = 0, long = 0, numbers = 0] = await oneRow(
    connection,
    `SELECT count(*) FILTER (${isPresent(column)}), count(${hoursOf(column)}),
       count(*) FILTER (${fullMatch(text, clock)}), count(*) FILTER (${fullMatch(text, longClock)}),
       count(*) FILTER (${fullMatch(text, plain)}) FROM ${from}`,
  )
  return values > 0 && fits === values && numbers < values ? { clocks, long, numbers } : null
}
