// The demo's alarms, all owned by admin and sent only to admin's inbox, with the records that the first of
// them would have left in the last weeks, computed from the demo's figures.

import { allRows } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import type { Db } from '#server/objects/types.ts'
import { presentUser } from '#server/people.ts'
import {
  type AlarmDeps,
  type AlarmRule,
  alarms,
  Checker,
  storedOf,
  tell,
} from '#features/alarm/server/index.ts'
import type { UserIds } from './people.ts'

interface Ids {
  dimensions: Record<'游戏' | '渠道' | '平台', number>
  points: Record<'充值金额' | '付费率' | '退款率' | '活跃用户', number>
}

const caller = (id: number) => ({ id, ...allRows, authorityInfo: {} })

function rulesOf({ dimensions, points }: Ids, userId: number): (AlarmRule & { frozen?: true })[] {
  const usual = {
    games: '*' as const,
    join: 'or' as const,
    lasting: 1,
    level: 'warning' as const,
    quiet: null,
    rearmMinutes: 0,
    recovery: false,
    receiverIds: [],
    userIds: [userId],
    title: '',
    text: '',
    note: '',
  }
  return [
    {
      ...usual,
      name: '单款游戏充值下跌',
      watch: { points: [points.充值金额], dims: [dimensions.游戏], grain: 'day' },
      conditions: [
        {
          kind: 'change',
          point: points.充值金额,
          against: 'week',
          unit: 'percent',
          direction: 'down',
          value: 25,
        },
        {
          kind: 'change',
          point: points.充值金额,
          against: 'week',
          unit: 'percent',
          direction: 'down',
          value: 50,
          level: 'critical',
        },
      ],
      recovery: true,
      note: '先看渠道是否对账延迟，再看版本和活动。',
    },
    {
      ...usual,
      name: '付费率偏离预测',
      watch: { points: [points.付费率, points.活跃用户], dims: [dimensions.平台], grain: 'day' },
      conditions: [{ kind: 'forecast', point: points.付费率, band: 95, direction: 'either' }],
      quiet: { from: '22:00', to: '08:00', meanwhile: 'hold' },
      level: 'info',
      rearmMinutes: 1_440,
    },
    {
      ...usual,
      name: '充值数据没有按时到',
      watch: { points: [points.充值金额], dims: [], grain: 'day' },
      conditions: [{ kind: 'late', by: '10:00' }],
      level: 'critical',
    },
    {
      ...usual,
      name: '渠道退款率过高',
      watch: { points: [points.退款率, points.充值金额], dims: [dimensions.渠道], grain: 'day' },
      conditions: [
        // Where little was paid, a refund is a large share.
        {
          all: [
            { kind: 'threshold', point: points.退款率, op: 'gt', value: 0.2 },
            { kind: 'threshold', point: points.充值金额, op: 'gte', value: 1_000 },
          ],
        },
        { kind: 'threshold', point: points.退款率, op: 'gt', value: 0.5, level: 'critical' },
      ],
      lasting: 2,
      note: '结算期间退款多，先冻结。',
      frozen: true,
    },
  ]
}

/** Runs in the transaction that creates the rest of the demo. */
export async function makeAlarms(db: Db, users: UserIds, ids: Ids): Promise<void> {
  for (const { frozen, ...rule } of rulesOf(ids, users.admin)) {
    const values = { ...storedOf(rule), frozen: 0, frozen_until: null, mutes: null }
    const { id } = await addObject(db, alarms, caller(users.admin), values, { name: rule.name })
    if (frozen) await changeObject(db, alarms, caller(users.admin), { id, values: { frozen: 1 } }, () => null)
  }
}

const pastDays = 14
const dayMs = 86_400_000

/** The records that a running server would have written each morning; the newest one is in the inbox. */
export async function makeAlarmPast(deps: Deps): Promise<void> {
  const { metadata } = deps
  const { db } = metadata
  // Past messages are not sent.
  const jobs = {
    transaction: <Result>(work: (inner: Db, enqueue: () => Promise<string>) => Promise<Result>) =>
      metadata.transaction((inner) => work(inner, async () => '')),
  } as unknown as Jobs
  const past: AlarmDeps = { ...deps, jobs }
  const signal = new AbortController().signal
  const checker = new Checker(past)
  for (let day = pastDays; day > 0; day -= 1)
    await checker.pass({ now: new Date(Date.now() - day * dayMs), settleMs: 0, signal })
  const fires = await db
    .selectFrom('alarm_fire')
    .select(['id', 'alarm_id', 'owner_id', 'period'])
    .orderBy('fired_at', 'desc')
    .orderBy('id')
    .execute()
  const [newest] = fires
  for (const [what, ids] of [
    ['describe', fires.slice(0, 3)],
    ['fire', newest ? [newest] : []],
  ] as const)
    for (const { id, alarm_id, owner_id } of ids)
      await tell(
        past,
        { alarm: alarm_id, fires: [id], what },
        { owner: await presentUser(db, owner_id), signal },
      )
}
