// How many checks the data of a rule's tables does not meet: of the last days, and of the tables as a whole.
import type { Model } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { leavesOf } from '#shared/branches.ts'
import { businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import type { AlarmRule } from '#features/alarm/contract.ts'
import { doubtsFor } from '#features/checks/server/index.ts'

/** Older days are history. */
const watchedDays = 7

export async function doubtsIn(
  deps: Deps,
  model: Model,
  { conditions, watch }: AlarmRule,
  now: Date,
): Promise<{ doubts?: number }> {
  if (!leavesOf(conditions).some(({ kind }) => kind === 'checks')) return {}
  const to = businessDay(deps.settings, now)
  const range = { from: shiftDay(to, -watchedDays), to: shiftDay(to, 1) }
  // Which checks, without a figure: the owner may see some games alone.
  const reader = { games: 'all' as const, rules: [] }
  const found = await doubtsFor(deps, reader, { model, points: watch.points, range })
  return { doubts: new Set(found.map(({ table, name }) => `${table} ${name}`)).size }
}
