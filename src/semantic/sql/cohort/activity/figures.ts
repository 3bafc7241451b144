// The figures of a report of activity: those that are counted, and those that are made of them in the result.
import { lifeStates } from '#semantic/model/activity.ts'
import { activityKeys as keysOf } from '#semantic/model/activityFigures.ts'
import type { ActivityPlan } from '#semantic/plan/cohort/activity/tree.ts'
import { rowSource } from '#semantic/plan/tree/reached.ts'
import type { Writer } from '#semantic/sql/writer.ts'
import { levelName } from '../levels.ts'

/** Keys of the counted figures, as the levels have them. */
export function figureKeys({ show, windows }: ActivityPlan): string[] {
  switch (show) {
    case 'rolling':
      return [keysOf.active, ...windows.map(keysOf.rolling)]
    case 'lifecycle':
      return [keysOf.active, ...lifeStates.map((_, index) => keysOf.state(index + 1))]
    case 'flow':
      return [keysOf.active]
    case 'days':
      return windows.map(keysOf.daily)
  }
}

const own = (key: string, writer: Writer): string => `${rowSource}.${writer.name(key)}`

/** A column that is no dimension, over the levels. */
export function figureText(plan: ActivityPlan, key: string, writer: Writer): string {
  const column = plan.columns.find((one) => one.key === key)
  const { of = '', role } = column ?? {}
  if (role === 'sticky') return writer.dialect.divide(own(keysOf.active, writer), own(of, writer))
  if (role === 'share') return shareText(plan, of, writer)
  return own(key, writer)
}

/** Of the players of the row's group: those with the same state before, or those of all numbers of days. */
function shareText({ show, groups, days }: ActivityPlan, of: string, writer: Writer): string {
  const within = [levelName, ...days, ...groups, ...(show === 'flow' ? [keysOf.from] : [])]
  const window = `PARTITION BY ${within.map((key) => own(key, writer)).join(', ')}`
  const whole = writer.dialect.over('sum', [own(of, writer)], window)
  const share = writer.dialect.divide(own(of, writer), whole)
  // Of all states together there is no share.
  return show === 'flow' ? `CASE WHEN ${own(levelName, writer)} = 1 THEN ${share} END` : share
}
