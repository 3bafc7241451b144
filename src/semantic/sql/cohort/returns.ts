// When a row of the returning fact is a return: its period after the player's first one, as the bit of a column.
//
//   on days 1, 3       CASE age WHEN 1 THEN 1 WHEN 3 THEN 2 END                  of rows with age IN (1, 3)
//   within 1–3, 4–7    CASE WHEN age BETWEEN 1 AND 3 THEN 1 WHEN … THEN 2 END    of rows with age BETWEEN 1 AND 7
//   on day 1, 3 or later   CASE WHEN age >= 3 THEN 3 WHEN age >= 1 THEN 1 END    of rows with age >= 1
import { entrySource, type RetentionPlan, type ReturnDay } from '#semantic/plan/cohort/tree.ts'
import type { Writer } from '../writer.ts'
import { column } from './players.ts'

export function ageText(plan: RetentionPlan, writer: Writer): string {
  if (plan.moment === null) return writer.write(plan.age)
  const { dialect } = writer
  const since = dialect.microseconds(`${entrySource}.${column('time', writer)}`, writer.write(plan.moment))
  return dialect.wholeDays(since)
}

/** The condition that a row of this age counts in the column. */
export function countsAt({ how }: RetentionPlan, { day, until }: ReturnDay, age: string): string {
  if (how === 'after') return `${age} >= ${day}`
  return day === until ? `${age} = ${day}` : `${age} BETWEEN ${day} AND ${until}`
}

export function bitText(plan: RetentionPlan, age: string): string {
  const { days, how } = plan
  if (how === 'on') return `CASE ${age}${days.map(({ day, bit }) => ` WHEN ${day} THEN ${bit}`).join('')} END`
  if (how === 'after') {
    // A return counts in its own column and in all before it.
    const whens = days.map(({ day, bit }) => ` WHEN ${age} >= ${day} THEN ${BigInt(bit) * 2n - 1n}`)
    return `CASE${whens.reverse().join('')} END`
  }
  return `CASE${days.map((one) => ` WHEN ${countsAt(plan, one, age)} THEN ${one.bit}`).join('')} END`
}

/** The condition that a row counts in any column. */
export function countsAnywhere({ days, how }: RetentionPlan, age: string): string {
  if (how === 'on') return `${age} IN (${days.map(({ day }) => day).join(', ')})`
  const [first, last] = [days[0]?.day ?? 0, days.at(-1)?.until ?? 0]
  return how === 'after' ? `${age} >= ${first}` : `${age} BETWEEN ${first} AND ${last}`
}

/** Condition that a player's return day has begun (or is over); null where it holds for the whole range. */
export function reached(one: ReturnDay, isByDay: boolean, day: string, writer: Writer): string | null {
  const last = isByDay ? one.come : one.over
  return last === null ? null : `${day} <= ${writer.dialect.day(last)}`
}
