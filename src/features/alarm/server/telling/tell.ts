// The job that reports fires: first records their data, then sends one message for all of them.

import type { JobContext, JobDone } from '#server/jobs/declare.ts'
import { chunks } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { pages } from '#shared/pages.ts'
import { type AlarmFinding, ledTo } from '#features/alarm/contract.ts'
import { readModel } from '#features/config/server/index.ts'
import { sendMessage } from '#features/receivers/server/index.ts'
import { orderMuted } from '../checking/fires.ts'
import { muteAt, mutesOf } from '../checking/mutes.ts'
import { rightsOf } from '../checking/rights.ts'
import type { AlarmDeps } from '../deps.ts'
import { namesTold } from '../labels.ts'
import type { StoredAlarm, StoredFire } from '../objectKinds.ts'
import { watchedIn } from '../queries/points.ts'
import { isFrozen, ruleOf } from '../rule.ts'
import { wordsOf } from '../words.ts'
import { describeFire, type MomentData } from './describing.ts'
import { eventOf, gamesText, messageOf, ownerName } from './message.ts'
import { drawMoment } from './picture.ts'
import { mayRead } from './readers.ts'
import { recoveriesOf } from './recovered.ts'
import { messageKey, silence, type Telling } from './untold.ts'

/** Of many values that fire together, those with the largest change. */
const mostDescribed = 5

export async function tell(
  deps: AlarmDeps,
  { alarm: id, fires: ids, what, now = [] }: Telling,
  { owner, signal }: Pick<JobContext, 'owner' | 'signal'>,
): Promise<JobDone | undefined> {
  const { db } = deps.metadata
  const alarm = await db
    .selectFrom('alarm')
    .selectAll()
    .where('id', '=', id)
    .where(living('alarm'))
    .executeTakeFirst()
  const fires = await readMany(db, ids)
  if (fires.length === 0) return
  if (!alarm || (what === 'fire' && isFrozen(alarm, new Date())))
    return { commit: (inner) => silence(inner, ids, 'frozen') }
  if (what === 'fire' && (await isMuted(deps, alarm, ids))) return
  const rule = ruleOf(alarm)
  const scope = rightsOf(alarm, owner ?? undefined)
  const model = await readModel(deps)
  if (what !== 'recovery') await describe(deps, model, { rule, scope }, fires, signal)
  if (what === 'describe') return
  const points = watchedIn(model, rule)
  const described = await readMany(db, ids)
  if (described.length === 0) return
  const names = await namesTold(deps, model, [rule.watch], scope, signal)
  const message = messageOf({
    rule,
    words: (await wordsOf(db, model, [rule], names))(rule),
    state: what === 'fire' ? '触发' : '恢复',
    events: what === 'recovery' ? recoveriesOf(described, now, points) : described.map(eventOf),
    games: await gamesText(db, alarm.games),
    owner: await ownerName(db, alarm.owner_id),
    points,
  })
  const [first] = described
  const shown = described.find(({ data }) => data !== '{}') ?? first
  const point = shown && (JSON.parse(shown.findings) as AlarmFinding[]).find(ledTo)?.point
  const data = shown && shown.data !== '{}' ? (JSON.parse(shown.data) as MomentData) : null
  const png =
    what === 'fire' && shown && data && rule.receiverIds.length > 0
      ? await drawMoment(rule, { label: shown.label, data, point: points.get(point ?? 0) }, deps.log, signal)
      : null
  await deps.jobs.transaction(async (inner, enqueue) => {
    await sendMessage(
      { db: inner, enqueue },
      {
        key: messageKey(what, first?.id ?? 0),
        source: { kind: 'alarm', id: alarm.id, title: alarm.name },
        ownerId: alarm.owner_id,
        receiverIds: rule.receiverIds,
        userIds: await mayRead(inner, rule.userIds, Boolean(rule.watch.query)),
        message: {
          ...message,
          ...(what === 'recovery' && { level: 'info' as const }),
          link: pages.alarmFire({ id: first?.id }),
          ...scope,
          ...(png && { picture: { name: 'alarm.png', png } }),
          at: new Date(),
        },
      },
    )
  })
  return
}

/** A message that would be sent in the middle of a maintenance window, as after quiet hours, waits for its end. */
function isMuted(
  { jobs, settings }: AlarmDeps,
  alarm: StoredAlarm,
  ids: readonly number[],
): Promise<boolean> {
  const found = muteAt(mutesOf(alarm), new Date(), settings)
  if (!found) return Promise.resolve(false)
  const { id, meanwhile } = found.mute
  const held_until = found.until.toISOString()
  return jobs.transaction(async (db, enqueue) => {
    for (const part of chunks(ids, 1_000)) {
      await db
        .updateTable('alarm_fire')
        .set(meanwhile === 'skip' ? { mute: id } : { mute: id, held_until, told_with: null })
        .where('id', 'in', part)
        .execute()
      if (meanwhile === 'skip') await silence(db, part, 'muted')
      else
        await orderMuted(
          { enqueue },
          alarm,
          part.map((fire) => ({ id: fire, held_until })),
        )
    }
    return true
  })
}

async function readMany(db: Db, ids: readonly number[]): Promise<StoredFire[]> {
  const found: StoredFire[] = []
  for (const part of chunks(ids, 500))
    found.push(
      ...(await db.selectFrom('alarm_fire').selectAll().where('id', 'in', part).orderBy('id').execute()),
    )
  return found
}

async function describe(
  deps: AlarmDeps,
  model: Awaited<ReturnType<typeof readModel>>,
  watched: Parameters<typeof describeFire>[2],
  fires: readonly StoredFire[],
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps.metadata
  const moved = (fire: StoredFire) =>
    Math.max(
      0,
      ...(JSON.parse(fire.findings) as AlarmFinding[]).map(({ change, value, expected }) =>
        Math.abs(change ?? (value !== null && expected ? value / expected - 1 : 0)),
      ),
    )
  const open = fires.filter(({ movers }) => movers === null)
  const ranked = open.toSorted((one, other) => moved(other) - moved(one))
  for (const fire of ranked.slice(0, mostDescribed)) {
    const { data, movers, moverProblem } = await describeFire(deps, model, watched, fire, signal)
    await db
      .updateTable('alarm_fire')
      .set({ data: JSON.stringify(data), movers: JSON.stringify(movers), mover_problem: moverProblem })
      .where('id', '=', fire.id)
      .execute()
  }
  const rest = ranked.slice(mostDescribed).map(({ id }) => id)
  for (const part of chunks(rest, 1_000))
    await db
      .updateTable('alarm_fire')
      .set({ movers: '[]', mover_problem: `同时触发的很多，只为变化最大的 ${mostDescribed} 个找变化来源` })
      .where('id', 'in', part)
      .execute()
}
