// Evaluates an alarm immediately and returns the findings; on request sends a message marked as a test.

import { randomBytes } from 'node:crypto'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { gamesText as storedGames } from '#server/objects/games.ts'
import { AppError } from '#shared/errors.ts'
import { pages } from '#shared/pages.ts'
import type { AlarmRun, Outcome, WhichAlarm } from '#features/alarm/contract.ts'
import { type ReceiverKind, receiverTakes, sendMessage, showing } from '#features/receivers/server/index.ts'
import { type Evaluation, evaluate, lateKey } from '../checking/evaluating.ts'
import { reasonOf } from '../checking/fires.ts'
import { findingsOf, rankOf } from '../checking/judging.ts'
import { spanOf } from '../checking/needs.ts'
import { periodText } from '../checking/periods.ts'
import { tellingOf } from '../checking/silence.ts'
import type { AlarmDeps } from '../deps.ts'
import { labellingWithin, namesTold } from '../labels.ts'
import { queryOf, watchedIn } from '../queries/points.ts'
import { type Event, gamesText, messageOf } from '../telling/message.ts'
import { mayRead } from '../telling/readers.ts'
import { wordsOf } from '../words.ts'
import { targetOf } from './target.ts'
import { type Asked, askedAlarm } from './which.ts'

const mostShown = 200

export async function runAlarm(
  deps: AlarmDeps,
  caller: SessionUser,
  { send = false, ...which }: WhichAlarm & { send?: boolean | undefined },
  signal: AbortSignal,
): Promise<AlarmRun> {
  const begun = performance.now()
  const asked = await askedAlarm(deps, caller, which)
  const { rule } = asked
  const now = new Date()
  const { found, period } = queryOf(rule)
    ? await (await import('../queries/trying.ts')).judgeNow(deps, asked, caller, { now, signal })
    : await judgeNow(deps, asked, { now, signal })
  const values = await shownValues(deps, asked, found, { now, signal })
  const firing = values.filter(({ outcome }) => fires(outcome))
  const told = await messageFor(deps, asked, caller, values, signal)
  const message = told('触发')
  const sent = send && (await sendTest(deps, asked, caller, told('测试'), now))
  const { db } = deps.metadata
  await writeAudit(db, {
    userId: caller.id,
    action: send ? 'alarm.test' : 'alarm.run',
    detail: { id: asked.stored?.id ?? null, name: rule.name },
  })
  return {
    period,
    problem: period !== null || values.length > 0 ? '' : '监控的数据还没有完整的一期，暂时无法判断',
    values: values.slice(0, mostShown).map(({ period: _, ...value }) => value),
    checked: found.values.length,
    fires: firing.length,
    title: message.title,
    text: message.text,
    shown: await shownTo(asked, message, now),
    sent,
    elapsedMs: Math.round(performance.now() - begun),
  }
}

async function judgeNow(
  deps: AlarmDeps,
  { model, rule, scope }: Asked,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<{ found: Evaluation; period: string | null }> {
  const target = await targetOf(
    deps,
    model,
    rule,
    scope,
    (freshness, minute) => spanOf(rule, freshness, null, minute, deps.settings),
    { now, signal },
  )
  const [found] = await evaluate(deps, model, [target], { signal })
  if (!found || found instanceof AppError) throw found ?? new AppError('query_failed')
  return { found, period: target.span ? periodText(rule.watch.grain, target.span.last) : null }
}

const fires = (outcome: Outcome): boolean => outcome === 'fire' || outcome === 'quiet' || outcome === 'held'

type ShownValue = AlarmRun['values'][number] & { period: string }

async function shownValues(
  deps: AlarmDeps,
  { model, rule, scope }: Asked,
  { values, labelOf: ownLabel }: Evaluation,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<ShownValue[]> {
  const labelOf = ownLabel ?? (await labellingWithin(deps, model, rule.watch.dims, scope, signal))
  const points = watchedIn(model, rule)
  const shown = values.map(({ value, periods }): ShownValue => {
    const last = periods.at(-1)
    const { level, found, met } = last?.judged ?? { level: rule.level, found: [], met: false }
    const told = tellingOf({ ...rule, rearmMinutes: 0 }, level, null, now, deps.settings)
    const silent: Outcome = told.silence === null ? (told.heldUntil ? 'held' : 'fire') : 'quiet'
    return {
      key: value.key,
      cells: [...value.cells],
      label: value.key === lateKey ? '' : labelOf(rule.watch.dims, value.cells),
      outcome: last?.fires ? silent : met ? 'met' : 'clear',
      level,
      findings: findingsOf(rule, found, points),
      period: last?.text ?? '',
    }
  })
  const rank = ({ outcome, level }: ShownValue) =>
    (fires(outcome) ? 10 : outcome === 'met' ? 5 : 0) + rankOf(level)
  return shown.toSorted((one, other) => rank(other) - rank(one))
}

async function messageFor(
  deps: AlarmDeps,
  { model, rule, stored, scope }: Asked,
  caller: SessionUser,
  values: readonly ShownValue[],
  signal: AbortSignal,
) {
  const firing = values.filter(({ outcome }) => fires(outcome))
  // A test without a fire shows what was evaluated.
  const said = (firing.length > 0 ? firing : values.slice(0, 1)).map(
    ({ label, level, findings, period }): Event => ({
      label,
      period,
      level,
      findings,
      reason: reasonOf(findings) || findings.map(({ text }) => text).join('；'),
      movers: [],
    }),
  )
  const names = await namesTold(deps, model, [rule.watch], scope, signal)
  const told = {
    rule,
    words: (await wordsOf(deps.metadata.db, model, [rule], names))(rule),
    events: said,
    games: await gamesText(deps.metadata.db, stored?.games ?? storedGames(scope.games)),
    owner: caller.username,
    points: watchedIn(model, rule),
  }
  return (state: '触发' | '测试') => messageOf({ ...told, state })
}

type Told = ReturnType<typeof messageOf>

/** An inbox shows the text alone. */
async function shownTo(asked: Asked, message: Told, at: Date): Promise<AlarmRun['shown']> {
  const { shownBy, jsonShown } = await showing()
  return (Object.keys(receiverTakes) as ReceiverKind[]).map((kind) => {
    const told = { ...message, at }
    const { title, text, table } = shownBy(kind, told)
    return kind === 'url'
      ? {
          kind,
          title,
          text: jsonShown(told, { kind: 'alarm', id: asked.stored?.id ?? 0, title: asked.rule.name }),
          table: null,
        }
      : { kind, title, text, table }
  })
}

async function sendTest(
  deps: AlarmDeps,
  { rule, stored, scope }: Asked,
  caller: SessionUser,
  message: Told,
  now: Date,
): Promise<boolean> {
  if (rule.receiverIds.length + rule.userIds.length === 0)
    throw new AppError('parameter_wrong', '还没有选择通知渠道或用户，无处可发')
  await deps.jobs.transaction(async (db, enqueue) => {
    await sendMessage(
      { db, enqueue },
      {
        key: `alarm test ${randomBytes(12).toString('base64url')}`,
        source: { kind: 'alarm', id: stored?.id ?? 0, title: rule.name },
        ownerId: caller.id,
        receiverIds: rule.receiverIds,
        userIds: await mayRead(db, rule.userIds, Boolean(rule.watch.query)),
        message: {
          ...message,
          ...(stored && { link: pages.alarmEdit({ id: stored.id }) }),
          ...scope,
          at: now,
        },
      },
    )
  })
  return true
}
