// What a maintenance window held back, as one message to the same people: which alarms fired, how often, and whether
// they still do.

import type { JobContext, JobDone } from '#server/jobs/declare.ts'
import { chunks } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import { asPlain } from '#shared/message.ts'
import { pages } from '#shared/pages.ts'
import {
  type AlarmMute,
  alarmLevels,
  alarmLevelTitles,
  type FireSilence,
  muteSpan,
} from '#features/alarm/contract.ts'
import { sendMessage } from '#features/receivers/server/index.ts'
import { mutesOf } from '../checking/mutes.ts'
import { rightsOf } from '../checking/rights.ts'
import type { AlarmDeps } from '../deps.ts'
import type { StoredAlarm, StoredFire } from '../objectKinds.ts'
import { isFrozen, ruleOf } from '../rule.ts'
import { mayRead } from './readers.ts'
import { messageKey, silence } from './untold.ts'

interface MutedTelling {
  alarm: number
  fires: number[]
}

const mostListed = 20

export async function tellMuted(
  deps: AlarmDeps,
  { alarm: id, fires: ids }: MutedTelling,
  { owner }: Pick<JobContext, 'owner'>,
): Promise<JobDone | undefined> {
  const now = new Date()
  const { db } = deps.metadata
  const group = await groupOf(db, id)
  const [first] = group
  const present = group.filter((alarm) => !isFrozen(alarm, now))
  if (!first || !present.some((alarm) => alarm.id === id))
    return { commit: (inner) => silenceHeld(inner, ids, 'frozen') }
  let scope: ReturnType<typeof rightsOf>
  try {
    scope = rightsOf(first, owner ?? undefined)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { commit: (inner) => silenceHeld(inner, ids, 'owner') }
  }
  await deps.jobs.transaction(async (inner, enqueue) => {
    const fires = await heldFires(inner, present, now)
    const [lead] = fires
    if (!lead) return
    for (const part of chunks(fires, 1_000))
      await inner
        .updateTable('alarm_fire')
        .set({ told_with: lead.id })
        .where(
          'id',
          'in',
          part.map((fire) => fire.id),
        )
        .execute()
    const named = new Map(present.map((alarm) => [alarm.id, alarm]))
    const isOfQuery = present.some((alarm) => ruleOf(alarm).watch.query)
    const leading = named.get(lead.alarm_id) ?? first
    await sendMessage(
      { db: inner, enqueue },
      {
        key: messageKey('fire', lead.id),
        source: { kind: 'alarm', id: lead.alarm_id, title: leading.name },
        ownerId: first.owner_id,
        receiverIds: JSON.parse(first.receiver_ids) as number[],
        userIds: await mayRead(inner, JSON.parse(first.user_ids) as number[], isOfQuery),
        message: {
          ...summaryOf(present, fires, deps.settings.zone),
          link: pages.alarmFires.path,
          ...scope,
          at: now,
        },
      },
    )
  })
  return
}

/** Those that were told early, as the window was canceled, keep being told. */
async function silenceHeld(db: Db, ids: readonly number[], why: FireSilence): Promise<void> {
  const held: number[] = []
  for (const part of chunks(ids, 1_000))
    held.push(
      ...(
        await db
          .selectFrom('alarm_fire')
          .select('id')
          .where('id', 'in', part)
          .where('told_with', 'is', null)
          .execute()
      ).map(({ id }) => id),
    )
  await silence(db, held, why)
}

/** Living alarms of the same owner in the same games that tell the same people. */
async function groupOf(db: Db, id: number): Promise<StoredAlarm[]> {
  const own = await db
    .selectFrom('alarm')
    .selectAll()
    .where('id', '=', id)
    .where(living('alarm'))
    .executeTakeFirst()
  if (!own) return []
  return db
    .selectFrom('alarm')
    .selectAll()
    .where(living('alarm'))
    .where('owner_id', '=', own.owner_id)
    .where('games', '=', own.games)
    .where('receiver_ids', '=', own.receiver_ids)
    .where('user_ids', '=', own.user_ids)
    .orderBy('id')
    .execute()
}

async function heldFires(db: Db, alarms: readonly StoredAlarm[], now: Date): Promise<StoredFire[]> {
  const fires: StoredFire[] = []
  for (const part of chunks(alarms, 500)) {
    const ids = part.map(({ id }) => id)
    fires.push(
      ...(await db
        .selectFrom('alarm_fire')
        .selectAll()
        .where('alarm_id', 'in', ids)
        .where('mute', 'is not', null)
        .where('silence', 'is', null)
        .where('told_with', 'is', null)
        .where('held_until', '<=', now.toISOString())
        .orderBy('id')
        .execute()),
    )
  }
  return fires
}

function summaryOf(alarms: readonly StoredAlarm[], fires: readonly StoredFire[], zone: string) {
  const named = new Map(alarms.map((alarm) => [alarm.id, alarm]))
  const windows = new Map<string, AlarmMute>(
    alarms.flatMap((alarm) => mutesOf(alarm).map((mute) => [mute.id, mute] as const)),
  )
  const about = [...new Set(fires.map(({ mute }) => mute ?? ''))].flatMap((id) => windows.get(id) ?? [])
  const level = alarmLevels.findLast((one) => fires.some((fire) => fire.level === one)) ?? 'info'
  const byAlarm = [...Map.groupBy(fires, ({ alarm_id }) => alarm_id)]
  const lines = byAlarm.slice(0, mostListed).map(([id, own]) => {
    const last = own.at(-1)
    const open = new Set(own.filter(({ state }) => state !== 'recovered').map(({ value_key }) => value_key))
    const stands = open.size > 0 ? `现在仍有 ${open.size} 项` : '现在已恢复'
    const worst = alarmLevels.findLast((one) => own.some((fire) => fire.level === one)) ?? 'info'
    const label = last?.label ? `${last.label}，` : ''
    return asPlain(
      `${alarmLevelTitles[worst]}「${named.get(id)?.name ?? ''}」触发 ${own.length} 次，${stands}；最近 ${last?.period ?? ''} ${label}${last?.reason ?? ''}`,
    )
  })
  const more = byAlarm.length > mostListed ? [`另有 ${byAlarm.length - mostListed} 个告警`] : []
  const spans = about.map((mute) => asPlain(`${mute.reason}：${muteSpan(mute, zone)}`))
  return {
    title: `维护窗口结束：期间有 ${byAlarm.length} 个告警触发`,
    text: [...spans, ...lines, ...more].join('\n'),
    level,
  }
}
