// The demo's pushes: one sent, one interrupted, one stopped, one awaiting approval. All are past: nothing is
// sent.

import { allRows } from '#semantic/model/rowScope.ts'
import { addObject } from '#server/objects/changing.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { pushTasks } from '#features/push/server/index.ts'
import type { UserIds } from './people.ts'

type Outcome = 'sent' | 'failed' | 'unknown'

interface DemoPush {
  cgi: string
  segment: string
  title: string
  body: string
  uri: string
  state: 'done' | 'unknown' | 'stopped' | 'approval'
  problem: string
  schedule: object
  reach: number
  /** The first player, and the outcomes in order; none where the push never began. */
  people: { from: number; outcomes: readonly [Outcome, number, string][] }
}

const taken = '网关返回 200'
const none = { from: 0, outcomes: [] }

const pushes: readonly DemoPush[] = [
  {
    cgi: 'yhxt',
    segment: 'silent14',
    title: '仙友，云海有新的去处',
    body: '「北溟」版本已开放，回归即送十连抽。',
    uri: 'yhxt://activity/return',
    state: 'done',
    problem: '',
    schedule: { kind: 'now' },
    reach: 64,
    people: {
      from: 10_000_020,
      outcomes: [
        ['sent', 38, taken],
        ['failed', 2, '设备已卸载应用'],
        ['sent', 23, taken],
        ['failed', 1, '没有通知权限'],
      ],
    },
  },
  {
    cgi: 'fhsg',
    segment: 'payers30',
    title: '烽火令已发',
    body: '今晚八点，跨服争霸开战。',
    uri: 'fhsg://battle',
    state: 'unknown',
    problem: '连续 3 批没有被接受，已停下，其余的人没有发送：响应超时，结果未知',
    schedule: { kind: 'now' },
    reach: 120,
    people: { from: 20_000_100, outcomes: [['unknown', 30, '响应超时，结果未知']] },
  },
  {
    cgi: 'xgwy',
    segment: 'active7',
    title: '星港每日补给',
    body: '补给舱已装满，登录领取。',
    uri: '',
    state: 'stopped',
    problem: '',
    schedule: { kind: 'daily', time: '12:00', until: '2026-12-31' },
    reach: 3_200,
    people: none,
  },
  {
    cgi: 'mcxy',
    segment: 'all',
    title: '小院冬日大扫除',
    body: '全服礼包，限时三天。',
    uri: 'https://mcxy.example.com/winter',
    state: 'approval',
    problem: '',
    schedule: { kind: 'now' },
    reach: 48_000,
    people: none,
  },
]

export async function makePushes(db: Db, users: UserIds): Promise<void> {
  const admin = { id: users.admin, ...allRows, authorityInfo: {} }
  for (const push of pushes) await makePush(db, admin, push)
}

async function makePush(db: Db, admin: Caller, { people, schedule, ...own }: DemoPush): Promise<void> {
  const unsaid = {
    servers: '[]',
    segment_name: '',
    action: '',
    media: '',
    icon: '',
    next_at: null,
    request_id: null,
  }
  const unapproved = { approved_by: null, approved_at: null, approved_revision: null, request_digest: null }
  const task = await addObject(db, pushTasks, admin, {
    ...own,
    ...unsaid,
    ...unapproved,
    schedule: JSON.stringify(schedule),
  })
  if (people.outcomes.length === 0) return
  const targets = people.outcomes.flatMap(([outcome, count, answer]) =>
    Array.from({ length: count }, () => ({ outcome, answer })),
  )
  const counted = (wanted: Outcome) => targets.filter(({ outcome }) => outcome === wanted).length
  const at = task.created_at
  const { id } = await db
    .insertInto('push_run')
    .values({
      task_id: task.id,
      revision: 1,
      user_id: admin.id,
      cgi: own.cgi,
      title: own.title,
      fire_at: at,
      started_at: at,
      ended_at: at,
      state: own.state,
      problem: own.problem,
      total: own.reach,
      sent: counted('sent'),
      failed: counted('failed'),
      unknown: counted('unknown'),
      turn: 1,
      refusals: 0,
      reached: String(people.from + targets.length - 1),
      day: at.slice(0, 10),
      kept: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const records = targets.map((one, index) => ({
    run_id: id,
    seq: index + 1,
    target: String(people.from + index),
    at,
    ...one,
  }))
  await db.insertInto('push_record').values(records).execute()
}
