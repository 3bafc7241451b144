// Corrections of fires: where a load changes a day that an alarm has told of, whoever was told gets one message with
// the former and the new figure. They go where recoveries go: an alarm that tells no recovery tells no correction.
import { restatedBy } from '#semantic/model/shown/restated.ts'
import type { Model } from '#semantic/model/types.ts'
import { presentUsers } from '#server/people.ts'
import { living } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import { asPlain } from '#shared/message.ts'
import { momentText } from '#shared/moment.ts'
import { pages } from '#shared/pages.ts'
import { type AlarmFinding, ledTo } from '#features/alarm/contract.ts'
import { readModel } from '#features/config/server/index.ts'
import { sendMessage } from '#features/receivers/server/index.ts'
import { restatedFor, restatementsSince } from '#features/restated/server/index.ts'
import { shapeOf } from '../asking.ts'
import type { ValueCell } from '../checking/figures.ts'
import { periodOf } from '../checking/periods.ts'
import { readAsks } from '../checking/reading.ts'
import { rightsOf } from '../checking/rights.ts'
import type { AlarmDeps } from '../deps.ts'
import type { StoredAlarm, StoredFire } from '../objectKinds.ts'
import { isFrozen, ruleOf } from '../rule.ts'
import { figureText } from '../words.ts'

const lookedBackDays = 35
const mostFires = 1_000
const mostLines = 20
/** Less is a matter of rounding. */
const leastShare = 0.0005

/** For loads since the last pass over the alarms; a repeated look sends nothing twice. */
export async function correctFires(deps: AlarmDeps, signal: AbortSignal): Promise<void> {
  const { db } = deps.metadata
  const pass = await db.selectFrom('alarm_pass').select('at').executeTakeFirst()
  if (!pass) return
  const loads = await restatementsSince(db, pass.at)
  const last = loads.at(-1)
  if (!last) return
  const from = loads.map(({ first_day }) => first_day).sort()[0] as string
  const to = loads
    .map(({ last_day }) => last_day)
    .sort()
    .at(-1) as string
  const fires = await db
    .selectFrom('alarm_fire')
    .selectAll()
    .where('silence', 'is', null)
    .where('fired_at', '>=', new Date(Date.now() - lookedBackDays * 86_400_000).toISOString())
    .where('fired_at', '<', last.at)
    .where('period', '>=', from)
    // An hour's text follows its day's.
    .where('period', '<=', `${to} 99`)
    .orderBy('id', 'desc')
    .limit(mostFires)
    .execute()
  if (fires.length === 0) return
  const byAlarm = Map.groupBy(fires, ({ alarm_id }) => alarm_id)
  const alarms = await db
    .selectFrom('alarm')
    .selectAll()
    .where('id', 'in', [...byAlarm.keys()])
    .where(living('alarm'))
    .execute()
  const owners = await presentUsers(
    db,
    alarms.map(({ owner_id }) => owner_id),
  )
  const model = await readModel(deps)
  for (const alarm of alarms) {
    signal.throwIfAborted()
    if (isFrozen(alarm, new Date()) || alarm.recovery !== 1) continue
    try {
      const scope = rightsOf(alarm, owners.get(alarm.owner_id))
      await correct(deps, model, { alarm, scope, fires: byAlarm.get(alarm.id) ?? [], load: last.id }, signal)
    } catch (error) {
      // Its own checks tell the owner what is wrong with it.
      if (!(error instanceof AppError) || signal.aborted) throw error
    }
  }
}

interface Told {
  alarm: StoredAlarm
  scope: ReturnType<typeof rightsOf>
  fires: readonly StoredFire[]
  load: number
}

async function correct(
  deps: AlarmDeps,
  model: Model,
  { alarm, scope, fires, load }: Told,
  signal: AbortSignal,
): Promise<void> {
  const rule = ruleOf(alarm)
  if (rule.watch.query) return
  const { grain } = rule.watch
  const points = new Map(model.points.map((point) => [point.id, point]))
  const watched = rule.watch.points.filter((id) => points.has(id))
  const days = [...new Set(fires.map(({ period }) => period.slice(0, 10)))].sort()
  const range = { from: days[0] as string, to: days.at(-1) as string }
  const since = new Date(Math.min(...fires.map(({ fired_at }) => Date.parse(fired_at))))
  const restated = await restatedFor(deps, scope, { model, points: watched, range, since })
  if (restated.length === 0) return
  const periods = fires.map(({ period }) => periodOf(grain, period))
  const ask = {
    scope,
    shape: shapeOf(rule.watch),
    points: watched,
    from: Math.min(...periods),
    to: Math.max(...periods),
  }
  const figures = (await readAsks(deps, model, [ask], { signal })).get(ask)
  if (!figures || figures instanceof AppError) return
  const lines = fires.flatMap((fire) => {
    // Those that a load changed after they were told; others were defined anew.
    const isRestated = restated.some(({ day, at }) => day === fire.period.slice(0, 10) && at > fire.fired_at)
    if (!isRestated) return []
    const value = figures.valueOf(JSON.parse(fire.cells) as ValueCell[])
    return (JSON.parse(fire.findings) as AlarmFinding[]).flatMap((finding) => {
      const { point, pointName, value: was } = finding
      if (!ledTo(finding) || point === null) return []
      const now = figures.at(value, point, periodOf(grain, fire.period))
      const show = (figure: number | null) => figureText(figure, points.get(point))
      if (!isCorrected(was, now) || show(was) === show(now)) return []
      const place = fire.label === '' ? '' : `${fire.label} `
      return [`${fire.period} ${place}${pointName} 由 ${show(was)} 改为 ${show(now)}`]
    })
  })
  if (lines.length === 0) return
  const unique = [...new Set(lines)]
  const loads = restated.map((one) => restatedBy(one, momentText(one.at, deps.settings.zone, 'short')))
  const text = [
    '告警时的数后来有修订：',
    ...unique.slice(0, mostLines).map(asPlain),
    ...(unique.length > mostLines ? [`另有 ${unique.length - mostLines} 处`] : []),
    ...[...new Set(loads)].slice(0, 3).map((one) => asPlain(`修订来自：${one}`)),
  ].join('\n')
  await deps.jobs.transaction(async (db, enqueue) => {
    await sendMessage(
      { db, enqueue },
      {
        key: `alarm ${alarm.id} corrected ${load}`,
        source: { kind: 'alarm', id: alarm.id, title: alarm.name },
        ownerId: alarm.owner_id,
        receiverIds: rule.receiverIds,
        userIds: rule.userIds,
        message: {
          title: `更正：${alarm.name}`,
          text,
          level: 'info',
          link: pages.alarmFires({ alarm: alarm.id }),
          ...scope,
          at: new Date(),
        },
      },
    )
  })
}

function isCorrected(was: number | null, now: number | null): boolean {
  const [from, to] = [was ?? 0, now ?? 0]
  return Math.abs(to - from) > leastShare * Math.max(Math.abs(from), Math.abs(to))
}
