// A rule in the code's form and in its stored form.

import type { NewObject } from '#server/objects/changing.ts'
import { gamesText, readGames, type SentGames, scopeOf, sentGames } from '#server/objects/games.ts'
import { type Branch, branchOf, leavesOf } from '#shared/branches.ts'
import {
  type AlarmCondition,
  type AlarmPart,
  type AlarmRule,
  type AlarmWatch,
  isOfTables,
  type QuietHours,
} from '../contract.ts'
import type { StoredAlarm } from './objectKinds.ts'

export const ruleOf = (row: StoredAlarm): AlarmRule => ({
  name: row.name,
  games: sentGames(readGames(row.games)) as AlarmRule['games'],
  watch: JSON.parse(row.watch) as AlarmWatch,
  join: row.join_by,
  conditions: JSON.parse(row.conditions) as AlarmPart[],
  lasting: row.lasting,
  level: row.level,
  quiet: row.quiet === null ? null : (JSON.parse(row.quiet) as QuietHours),
  rearmMinutes: row.rearm_minutes,
  recovery: row.recovery === 1,
  receiverIds: JSON.parse(row.receiver_ids) as number[],
  userIds: JSON.parse(row.user_ids) as number[],
  title: row.title,
  text: row.body,
  note: row.note,
})

/** Everything except the frozen state and the maintenance windows. */
export const storedOf = (
  rule: AlarmRule,
): Omit<NewObject<StoredAlarm>, 'frozen' | 'frozen_until' | 'mutes'> => ({
  name: rule.name,
  games: gamesText(scopeOf(rule.games as SentGames)),
  watch: JSON.stringify(rule.watch),
  join_by: rule.join,
  conditions: JSON.stringify(rule.conditions),
  lasting: rule.lasting,
  level: rule.level,
  quiet: rule.quiet && JSON.stringify(rule.quiet),
  rearm_minutes: rule.rearmMinutes,
  recovery: rule.recovery ? 1 : 0,
  receiver_ids: JSON.stringify(rule.receiverIds),
  user_ids: JSON.stringify(rule.userIds),
  title: rule.title,
  body: rule.text,
  note: rule.note,
})

export const isFrozen = (
  { frozen, frozen_until }: Pick<StoredAlarm, 'frozen' | 'frozen_until'>,
  now: Date,
): boolean => frozen === 1 && (frozen_until === null || frozen_until > now.toISOString())

/** Whether a rule asks for anything beyond late data and checks of it. */
export const asksFigures = ({ conditions }: Pick<AlarmRule, 'conditions'>): boolean =>
  leavesOf(conditions).some(({ kind }) => !isOfTables(kind))

/** The conditions as one group. */
export const conditionTree = ({
  join,
  conditions,
}: Pick<AlarmRule, 'join' | 'conditions'>): Branch<AlarmCondition> =>
  branchOf<AlarmCondition>(join === 'and' ? 'all' : 'any', conditions)
