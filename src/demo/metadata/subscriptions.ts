// Two subscriptions of admin's, sent to the inbox: the daily figures on Mondays, and a view when its data is
// complete.

import { allRows } from '#semantic/model/rowScope.ts'
import { priorities } from '#server/jobs/queue.ts'
import { restored } from '#server/jobs/tables.ts'
import { addObject } from '#server/objects/changing.ts'
import type { Db } from '#server/objects/types.ts'
import { pages } from '#shared/pages.ts'
import { cronOf, type Timing } from '#shared/timing.ts'
import { scheduleId, sendOne, subscriptions, writeTargets } from '#features/subscription/server/index.ts'
import type { UserIds } from './people.ts'

interface DemoSubscription {
  name: string
  view: string
  /** Absent: the whole view. */
  report?: string
  timing: Timing
  note: string
}

const made: DemoSubscription[] = [
  {
    name: '经营周一晨报',
    view: '经营日报',
    report: '核心指标',
    timing: { kind: 'weekly', weekdays: [1], time: '09:00' },
    note: '早上好，这是 {{日期}} 的核心指标。',
  },
  {
    name: '渠道日报到齐提醒',
    view: '渠道日报',
    timing: { kind: 'fresh', latest: '12:00' },
    note: '',
  },
]

export async function makeSubscriptions(db: Db, users: UserIds): Promise<void> {
  const admin = { id: users.admin, ...allRows, authorityInfo: {} }
  for (const { name, view, report, timing, note } of made) {
    const { id: view_id } = await db
      .selectFrom('view_meta')
      .select('id')
      .where('name', '=', view)
      .executeTakeFirstOrThrow()
    const chosen =
      report &&
      (await db
        .selectFrom('report')
        .select('id')
        .where('view_meta_id', '=', view_id)
        .where('report_name', '=', report)
        .executeTakeFirstOrThrow())
    const { id } = await addObject(db, subscriptions, admin, {
      name,
      view_id,
      report_id: chosen ? chosen.id : null,
      info: null,
      pivot: null,
      query_id: null,
      params: '{}',
      only_when: null,
      link: pages.statementDetail({ id: view_id, report: chosen ? chosen.id : null }),
      timing: JSON.stringify(timing),
      content: JSON.stringify({ picture: true, table: true, file: false }),
      note,
      paused_by: null,
      paused_why: null,
      paused_at: null,
      last_at: null,
      last_state: null,
      last_problem: null,
      sent_day: null,
      late_day: null,
    })
    await writeTargets(db, id, [inbox(users.admin)], [])
    await schedule(db, id, users.admin, timing)
  }
}

const inbox = (id: number) => ({
  kind: 'user' as const,
  target: `user ${id}`,
  user_id: id,
  receiver_id: null,
  mail: null,
  to_inbox: 1,
  to_mail: 0,
})

/** Like a schedule restored from a backup: its next moment is computed when the server starts. */
async function schedule(db: Db, id: number, userId: number, timing: Timing): Promise<void> {
  const cron = cronOf(timing)
  if (cron === null) return
  await db
    .insertInto('job_schedule')
    .values({
      id: scheduleId(id),
      kind: sendOne.name,
      user_id: userId,
      lane: `subscription ${userId}`,
      payload: JSON.stringify({ subscription: id, reason: 'schedule' }),
      priority: priorities.usual,
      rule: JSON.stringify({ cron }),
      catch_up: JSON.stringify({ kind: 'latest' }),
      grace_ms: 60_000,
      paused: 0,
      checked_to: restored,
      next_at: restored,
    })
    .execute()
}
