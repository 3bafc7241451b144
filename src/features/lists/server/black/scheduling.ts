// Runs rules daily at their time, with their owner's current permissions.
import { Type } from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'
import type { Db } from '#server/objects/types.ts'
import type { ListsDeps } from '../deps.ts'
import { type BlackRule, ruleScheduleId } from '../objectKinds.ts'

export const findBlackEntries = defineJob({
  name: 'lists.findBlackEntries',
  title: '黑名单规则',
  payload: Type.Object({ rule: Type.Integer() }),
  permission: 'search_blackList',
})

// Loaded on first use.
const finding = () => import('./finding.ts')

/** Runs in the transaction that saves the rule. */
export async function scheduleRule({ jobs }: ListsDeps, db: Db, rule: BlackRule): Promise<void> {
  const { id, owner_id, daily_at } = rule
  if (daily_at === null) return jobs.schedules.remove(ruleScheduleId(id), db)
  const [hour, minute] = daily_at.split(':').map(Number)
  await jobs.schedules.save(
    {
      id: ruleScheduleId(id),
      kind: findBlackEntries,
      payload: { rule: id },
      userId: owner_id,
      rule: { cron: `${minute} ${hour} * * *` },
    },
    db,
  )
}

export function handleRules(deps: ListsDeps): void {
  deps.jobs.handle(findBlackEntries, {
    run: async ({ rule }, { owner, signal }) => {
      if (!owner) return
      const { fresh, listed } = await (await finding()).runRule(deps, owner, rule, signal)
      return { result: { fresh, listed } }
    },
    // Also records failures before the rule is read: an owner without the permission or the games.
    changed: async (db, { payload, status, problem }) => {
      if (status !== 'failed' || !problem) return
      const { noteRun } = await finding()
      await noteRun(db, (payload as { rule: number }).rule, { last_added: 0, last_problem: problem.message })
    },
  })
}
