// What a list tells of alarms on saved queries beside their words: when they are run, and that their query was changed.

import type { Deps } from '#server/deps.ts'
import { momentsOf } from '#server/jobs/schedule/rule.ts'
import { cronOf, timingText } from '#shared/timing.ts'
import type { Alarm, AlarmRule, WatchedQuery } from '#features/alarm/contract.ts'
import { savedQueriesKnown } from '#features/code/server/index.ts'
import { queryOf } from './points.ts'

type Running = Pick<Alarm, 'timingText' | 'nextRunAt' | 'notice'>

export async function runningOf(
  deps: Deps,
  rules: readonly AlarmRule[],
  now: Date,
): Promise<(rule: AlarmRule) => Running> {
  const ids = rules.flatMap((rule) => queryOf(rule)?.id ?? [])
  const known = await savedQueriesKnown(deps.metadata.db, ids)
  return (rule) => {
    const query = queryOf(rule)
    if (!query) return { timingText: '', nextRunAt: null, notice: '' }
    const present = known.get(query.id)
    const isChanged = present !== undefined && present.stamp !== query.stamp
    return {
      timingText:
        query.timing.kind === 'fresh'
          ? `查询的表更新后，最晚 ${query.timing.latest}`
          : timingText(query.timing),
      nextRunAt: nextRunAt(deps, query, now),
      notice: isChanged ? '查询在设告警之后修改过，按新的语句运行；规则仍合适的话，打开规则再保存一次' : '',
    }
  }
}

/** The next moment by the clock; null where it waits for data. */
function nextRunAt({ settings }: Pick<Deps, 'settings'>, { timing }: WatchedQuery, now: Date) {
  const cron = cronOf(timing)
  const next = cron === null ? null : momentsOf({ cron }, settings).next(now.getTime())
  return next === null ? null : new Date(next).toISOString()
}
