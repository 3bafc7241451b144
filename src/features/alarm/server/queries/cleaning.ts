// Validates which saved query a rule watches: the caller must be allowed to run it.

import { cleanTiming } from '#server/jobs/timings.ts'
import { readFields } from '#server/objects/fields.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { businessDay } from '#shared/businessDay.ts'
import { AppError } from '#shared/errors.ts'
import type { AlarmWatch, WatchedQuery } from '#features/alarm/contract.ts'
import { sentQueries } from '#features/code/server/index.ts'
import { assertAllGiven, valuesOnDay } from '#features/custom/server/index.ts'
import type { AlarmDeps } from '../deps.ts'

const wrong = (message: string) => new AppError('parameter_wrong', message)

export async function cleanQueryWatch(
  deps: AlarmDeps,
  db: Db,
  caller: Caller,
  given: WatchedQuery,
): Promise<AlarmWatch> {
  const { findSentQuery } = await sentQueries()
  const { query } = await readFields({ query: () => findSentQuery(db, caller, given.id) })
  const columns = once(given.columns)
  const keys = once(given.keys)
  const known = new Set(query.params.map(({ name }) => name))
  const params = Object.fromEntries(Object.entries(given.params).filter(([name]) => known.has(name)))
  const { timing } = await readFields({
    columns: () => {
      const both = columns.find((name) => keys.some((key) => isSame(key, name)))
      if (both !== undefined) throw wrong(`「${both}」列既用来区分又当数值，请只选一处`)
    },
    parameters: async () =>
      assertAllGiven(query, await valuesOnDay(deps, query.params, params, businessDay(deps.settings))),
    timing: () => cleanTiming(deps.jobs, given.timing, '检查'),
  })
  return {
    points: [],
    dims: [],
    grain: 'day',
    query: { id: query.id, columns, keys, params, timing, stamp: query.stamp },
  }
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Columns are found whatever their case. */
const once = (names: readonly string[]): string[] =>
  names.filter((name, at) => names.findIndex((other) => isSame(other, name)) === at)
