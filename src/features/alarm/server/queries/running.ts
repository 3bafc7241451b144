// One run of a watched query: with its owner's rights at this moment, judged, and recorded like any other alarm's.

import type { RowScope } from '#semantic/model/rowScope.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { JobContext } from '#server/jobs/declare.ts'
import { rowsText } from '#server/objects/rowScopes.ts'
import type { Db } from '#server/objects/types.ts'
import { presentUser } from '#server/people.ts'
import { living } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import { asPlain } from '#shared/message.ts'
import { pages } from '#shared/pages.ts'
import type { AlarmRule } from '#features/alarm/contract.ts'
import { type SentQuery, sentQueries } from '#features/code/server/index.ts'
import { readModel } from '#features/config/server/index.ts'
import { tellInboxes } from '#features/inbox/server/index.ts'
import { minuteText, wallMinute } from '../checking/periods.ts'
import { isOfTheWarehouse, problemOf } from '../checking/reading.ts'
import { type Checked, recordChecked } from '../checking/recording.ts'
import { rightsOf } from '../checking/rights.ts'
import type { AlarmDeps } from '../deps.ts'
import type { StoredAlarm } from '../objectKinds.ts'
import { isFrozen, ruleOf } from '../rule.ts'
import { noNames } from '../words.ts'
import { askQuery, comparableKey } from './answer.ts'
import { comparableRuns, keepRun, lastRun } from './history.ts'
import { judgeRuns } from './judging.ts'
import { queryOf } from './points.ts'

interface Order {
  alarm: number
  at: string
  late?: string | undefined
}

export async function runWatched(
  deps: AlarmDeps,
  { alarm: id, at, late }: Order,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<undefined> {
  const { db } = deps.metadata
  const alarm = await db
    .selectFrom('alarm')
    .selectAll()
    .where('id', '=', id)
    .where(living('alarm'))
    .executeTakeFirst()
  const now = new Date(at)
  if (!alarm || isFrozen(alarm, now)) return
  const rule = ruleOf(alarm)
  const model = await readModel(deps)
  const checked = await check(deps, alarm, rule, { now, late, signal })
  await recordChecked(deps, model, [checked], now)
  // A restarting warehouse is asked again; other problems wait for their next moment.
  if (checked.result instanceof AppError && isOfTheWarehouse(checked.result)) throw checked.result
  return
}

interface At {
  now: Date
  late: string | undefined
  signal: AbortSignal
}

async function check(
  deps: AlarmDeps,
  alarm: StoredAlarm,
  rule: AlarmRule,
  { now, late, signal }: At,
): Promise<Checked> {
  const query = queryOf(rule)
  const own = { row: alarm, rule, within: alarm.games, names: noNames, lastPeriod: null }
  try {
    if (!query) throw new AppError('report_invalid', '告警监控的内容有误，请修改告警')
    if (late !== undefined)
      throw new AppError(
        'report_invalid',
        `${late} 的数据到约定的最晚时间还没有到齐，查询所用的表没有更新，今天还没有检查；到齐后会自动检查`,
      )
    const found = await asWatched(deps.metadata.db, alarm, rule)
    const answer = await askQuery(deps, found.query, query, found, { signal })
    const minute = wallMinute(deps.settings.zone, now)
    const before = await comparableRuns(deps.metadata.db, { alarm: alarm.id, comparable: found.comparable })
    const runs = [...before.filter((run) => run.minute < minute), { ...answer, minute }]
    const period = minuteText(minute)
    const within = rowsText(found.scope)
    return {
      ...own,
      within,
      lastPeriod: period,
      result: judgeRuns(rule, runs),
      keep: async (db) => {
        await tellChange(db, alarm, found.query, now)
        const { comparable, query } = found
        await keepRun(db, {
          alarm: alarm.id,
          within,
          comparable,
          stamp: query.stamp,
          period,
          at: now,
          answer,
        })
      },
    }
  } catch (error) {
    signal.throwIfAborted()
    return { ...own, result: problemOf(error) }
  }
}

interface Watched {
  query: SentQuery
  account: SessionUser
  scope: RowScope
  comparable: string
}

/** Throws AppError where its owner may not run the query (any more), or it is gone. */
async function asWatched(db: Db, alarm: StoredAlarm, rule: AlarmRule): Promise<Watched> {
  const account = await presentUser(db, alarm.owner_id)
  const scope = rightsOf(alarm, account ?? undefined)
  const { findSentQuery } = await sentQueries()
  const watched = queryOf(rule)
  if (!account || !watched) throw new AppError('permission_missing')
  try {
    const query = await findSentQuery(db, account, watched.id)
    return { query, account, scope, comparable: comparableKey(query, watched, scope) }
  } catch (error) {
    throw error instanceof AppError ? ofOwner(error) : error
  }
}

/** In the words of who reads the alarm's list. */
function ofOwner({ code, message }: AppError): AppError {
  if (code === 'object_missing')
    return new AppError(code, '监控的查询已被删除，或所有者已无权使用，告警不运行；请恢复查询，或换一个')
  if (code === 'permission_missing') return new AppError(code, `所有者${message}，告警不运行`)
  return new AppError(code, message)
}

/** The owner is told once that somebody else changed what the alarm watches. */
async function tellChange(db: Db, alarm: StoredAlarm, query: SentQuery, now: Date): Promise<void> {
  const before = await lastRun(db, alarm.id)
  if (!before || before.stamp === query.stamp || query.modifiedBy === alarm.owner_id) return
  await tellInboxes(db, [alarm.owner_id], {
    key: `alarm ${alarm.id} query ${query.stamp}`,
    title: `告警「${alarm.name}」监控的查询已被修改`,
    text: `查询「${asPlain(query.name)}」被他人修改过，告警从现在起按新的语句运行，和以前的结果不再比较。请看看规则是否还合适。`,
    level: 'warning',
    source: { kind: 'alarm', id: alarm.id },
    link: pages.alarmEdit({ id: alarm.id }),
    at: now,
  })
}
