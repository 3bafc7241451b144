// Total and rows over the cohorts: sums of the cohorts whose n days are over, from which the figures are made.
import type { ValueDay, ValuePlan } from '#semantic/plan/cohort/tree.ts'
import type { Writer } from '#semantic/sql/writer.ts'
import type { Level } from '../levels.ts'
import { column } from '../players.ts'
import { isSpent, type Source } from './sources.ts'

/**
 * The condition that the cohort's n days have begun (`isByDay`), or are over; null where that holds for the whole range.
 */
export function reached(
  { come, over }: ValueDay,
  isByDay: boolean,
  day: string,
  writer: Writer,
): string | null {
  const last = isByDay ? come : over
  return last === null ? null : `${day} <= ${writer.dialect.day(last)}`
}

/**
 * `_n7` the players whose 7 days count, `v7` what they paid; with a cost `_w7` what those of cohorts with a cost paid,
 * and `_k7` these cohorts' cost; `_u` the players of cohorts with a cost.
 */
export function levelOf(plan: ValuePlan, { cells }: Source, isByDay: boolean, writer: Writer): Level {
  const [n, k] = [writer.name('n'), writer.name('k')]
  const sum = (text: string, ...conditions: (string | null)[]): string => {
    const held = conditions.filter((condition) => condition !== null)
    return writer.dialect.aggregate('sum', text, held.length === 0 ? null : held.join(' AND '))
  }
  const ofDay = (one: ValueDay): string[] => {
    const isReached = reached(one, isByDay, column('day', writer), writer)
    const v = writer.name(`v${one.days}`)
    const players = `coalesce(${sum(n, isReached)}, 0) AS ${writer.name(`_n${one.days}`)}`
    const paid = `${sum(v, isReached)} AS ${v}`
    if (plan.cost === null) return [players, paid]
    const recovered = `${sum(v, isReached, isSpent(k))} AS ${writer.name(`_w${one.days}`)}`
    return [players, paid, recovered, `${sum(k, isReached)} AS ${writer.name(`_k${one.days}`)}`]
  }
  const spent = [`${sum(k)} AS ${k}`, `${sum(n, isSpent(k))} AS ${writer.name('_u')}`]
  return {
    from: cells,
    figures: [
      `coalesce(${sum(n)}, 0) AS ${n}`,
      ...(plan.cost === null ? [] : spent),
      ...plan.days.flatMap(ofDay),
    ],
  }
}
