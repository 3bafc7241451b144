// Maintenance windows over many alarms: made, ended early, and for whose alarms they can be made. All or none.
import { randomUUID } from 'node:crypto'
import { changeObject } from '#server/objects/changing.ts'
import { readGames } from '#server/objects/games.ts'
import { chunks, readObjects } from '#server/objects/reading.ts'
import { readSeen, telling } from '#server/objects/telling.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { dayNumber, isDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import { momentText } from '#shared/moment.ts'
import type {
  AlarmMute,
  AlarmWatch,
  MuteBody,
  MuteDone,
  MuteTargets,
  UnmuteBody,
} from '#features/alarm/contract.ts'
import { maySee, readReports, readView } from '#features/statement/server/index.ts'
import { orderMuted } from '../checking/fires.ts'
import { isOver, mutedUntil, mutesOf } from '../checking/mutes.ts'
import type { AlarmDeps } from '../deps.ts'
import { alarms, type StoredAlarm } from '../objectKinds.ts'

const mostMutes = 10
const dayMs = 86_400_000
const longestDays = 31
const longestWeeklyDays = 6
const aheadDays = 366
const longestReason = 200

const wrong = (message: string): AppError => new AppError('parameter_wrong', message)

export async function mute(deps: AlarmDeps, caller: Caller, body: MuteBody): Promise<MuteDone> {
  const now = new Date()
  const made: AlarmMute = { id: randomUUID(), ...cleanWindow(body, deps.settings.zone, now) }
  return deps.metadata.transaction(async (db) => {
    const ids = await idsOf(db, caller, body)
    for (const row of await readObjects(db, alarms, caller, ids)) {
      const mutes = [...mutesOf(row).filter((one) => !isOver(one, now, deps.settings)), made]
      if (mutes.length > mostMutes) throw wrong(`「${row.name}」已有 ${mostMutes} 个维护窗口，请先取消不用的`)
      await changeObject(
        db,
        alarms,
        caller,
        { id: row.id, values: { mutes: JSON.stringify(mutes) } },
        () => null,
      )
    }
    return { id: made.id, ids }
  })
}

/** What was held back is sent at once, unless another window goes on. */
export function unmute(deps: AlarmDeps, caller: Caller, { ids, mute: only }: UnmuteBody): Promise<null> {
  const now = new Date()
  return deps.jobs.transaction(async (db, enqueue) => {
    for (const row of await readObjects(db, alarms, caller, ids)) {
      const mutes = mutesOf(row)
      const kept = mutes.filter(({ id }) => only !== undefined && id !== only)
      if (kept.length === mutes.length) continue
      const values = { mutes: kept.length > 0 ? JSON.stringify(kept) : null }
      await changeObject(db, alarms, caller, { id: row.id, values }, () => null)
      const until = (mutedUntil(kept, now, deps.settings) ?? now).toISOString()
      const held = await db
        .updateTable('alarm_fire')
        .set({ held_until: until })
        .where('alarm_id', '=', row.id)
        .where('mute', 'is not', null)
        .where('silence', 'is', null)
        .where('told_with', 'is', null)
        .where('held_until', '>', until)
        .returning(['id', 'held_until'])
        .execute()
      for (const part of chunks(held, 1_000)) await orderMuted({ enqueue }, row, part)
    }
    return null
  })
}

function cleanWindow(
  { from, until, weekly, lastDay, reason, meanwhile }: MuteBody,
  zone: string,
  now: Date,
): Omit<AlarmMute, 'id'> {
  const [begin, end] = [momentOf('开始时间', from), momentOf('结束时间', until)]
  if (end <= begin) throw wrong('结束时间应晚于开始时间')
  if (!weekly && end <= now.getTime()) throw wrong('结束时间已经过去，请选择以后的时间')
  const most = weekly ? longestWeeklyDays : longestDays
  if (end - begin > most * dayMs) throw wrong(`${weekly ? '每周重复的' : ''}维护窗口最长 ${most} 天`)
  if (Math.abs(begin - now.getTime()) > aheadDays * dayMs) throw wrong('开始时间应在一年以内')
  const said = reason.trim()
  if (said === '') throw wrong('请写明维护原因')
  if (said.length > longestReason) throw wrong(`原因最多 ${longestReason} 个字`)
  const last = weekly ? lastDay : null
  if (last !== null && !isDay(last)) throw wrong(`最后一天「${last}」不是有效的日期`)
  const made = {
    from: new Date(begin).toISOString(),
    until: new Date(end).toISOString(),
    weekly,
    lastDay: last,
    reason: said,
    meanwhile,
  }
  if (last !== null && dayNumber(last) < dayNumber(momentText(begin, zone, 'day')))
    throw wrong('最后一天不能早于开始时间')
  if (isOver({ id: '', ...made }, now, { zone })) throw wrong('最后一次维护已经过去，请选择以后的日期')
  return made
}

function momentOf(title: string, text: string): number {
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw wrong(`${title}「${text}」不是有效的时间`)
  return at
}

async function idsOf(db: Db, caller: Caller, body: MuteBody): Promise<number[]> {
  const { ids, game, view, owner } = body
  if ([ids, game, view, owner].filter((one) => one !== undefined).length !== 1)
    throw wrong('请选择要静默的告警：所选的，或一个游戏、一个视图、一个负责人的')
  if (ids) return ids
  const own = await readOwn(db, caller)
  const reports = view === undefined ? new Set<number>() : await reportsOf(db, caller, view)
  const meant = own.filter((row) => {
    if (owner !== undefined) return row.owner_id === owner
    if (game !== undefined) return gamesOf(row).includes(game)
    return reports.has(reportOf(row) ?? 0)
  })
  if (meant.length === 0) throw wrong('没有你能修改的告警')
  return meant.map(({ id }) => id)
}

/** Alarms that the caller may change. */
async function readOwn(db: Db, caller: Caller): Promise<StoredAlarm[]> {
  const seen = await readSeen(db, alarms, caller)
  const told = await telling(db, alarms, caller, seen)
  return seen.filter((row) => told(row).editable)
}

/** Of one that watches all games: «*», not each of them. */
const gamesOf = ({ games }: StoredAlarm): readonly string[] => {
  const own = readGames(games)
  return own === 'all' ? ['*'] : own
}

const reportOf = ({ watch }: StoredAlarm) => (JSON.parse(watch) as AlarmWatch).reportId

async function reportsOf(db: Db, caller: Caller, id: number): Promise<Set<number>> {
  const view = await readView(db, id)
  if (!view || view.deleted || !maySee(caller, view)) return new Set()
  const reports = await readReports(db)
  return new Set(reports.filter(({ viewMetaId }) => viewMetaId === id).map(({ id }) => id))
}

export async function muteTargets({ metadata: { db } }: AlarmDeps, caller: Caller): Promise<MuteTargets> {
  const own = await readOwn(db, caller)
  const told = await telling(db, alarms, caller, own)
  const [games, owners, views] = [
    new Map<string, number>(),
    new Map<number, { name: string; count: number }>(),
    new Map<number, number>(),
  ]
  const reports = new Map((await readReports(db)).map(({ id, viewMetaId }) => [id, viewMetaId]))
  for (const row of own) {
    for (const cgi of gamesOf(row)) games.set(cgi, (games.get(cgi) ?? 0) + 1)
    const before = owners.get(row.owner_id)
    owners.set(row.owner_id, { name: told(row).owner, count: (before?.count ?? 0) + 1 })
    const view = reports.get(reportOf(row) ?? 0)
    if (view !== undefined) views.set(view, (views.get(view) ?? 0) + 1)
  }
  const names = new Map(
    (await db.selectFrom('game').select(['cgi', 'name']).execute()).map(({ cgi, name }) => [cgi, name]),
  )
  const shownViews: MuteTargets['views'] = []
  for (const [id, count] of views) {
    const view = await readView(db, id)
    if (view && !view.deleted && maySee(caller, view)) shownViews.push({ id, name: view.name, count })
  }
  return {
    games: [...games].map(([cgi, count]) => ({
      cgi,
      name: cgi === '*' ? '全部游戏' : (names.get(cgi) ?? cgi),
      count,
    })),
    views: shownViews,
    owners: [...owners].map(([id, { name, count }]) => ({ id, name, count })),
  }
}
