// Validates an edited rule: each part by itself, then by compiling it in the report engine.

import { compileReport, ReportProblem } from '#semantic/compile.ts'
import { holdsRows, type RowScope } from '#semantic/model/rowScope.ts'
import type { Model } from '#semantic/model/types.ts'
import { readFields } from '#server/objects/fields.ts'
import { assertGames, holdsGames, readGames, type SentGames, scopeOf } from '#server/objects/games.ts'
import { chunks } from '#server/objects/reading.ts'
import { cleanName, cleanText } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { presentUsers } from '#server/people.ts'
import { scopedTable } from '#server/scopes/known.ts'
import { isAlive, lifeColumn, type Mortal } from '#server/scopes/life.ts'
import { sees } from '#server/scopes/predicate.ts'
import { leavesOf } from '#shared/branches.ts'
import { businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import { holdsPermission } from '#shared/permissions.ts'
import type { AlarmRule, AlarmWatch, QuietHours } from '#features/alarm/contract.ts'
import { readModel } from '#features/config/server/index.ts'
import { maySee, readReports, readView } from '#features/statement/server/index.ts'
import { infoOf, shapeOf, watchedTypes } from '../asking.ts'
import type { AlarmDeps } from '../deps.ts'
import { cleanQueryWatch } from '../queries/cleaning.ts'
import { watchedIn } from '../queries/points.ts'
import { problemText, templatesOf } from '../text.ts'
import { cleanConditions } from './conditions.ts'
import { isTime } from './times.ts'

const wrong = (message: string) => new AppError('parameter_wrong', message)

/** `kept`: receivers that the alarm already has. */
export async function cleanRule(
  deps: AlarmDeps,
  db: Db,
  caller: Caller,
  given: AlarmRule,
  kept: ReadonlySet<number> = new Set(),
): Promise<AlarmRule> {
  const model = await readModel(deps)
  const read = await readFields<
    Omit<AlarmRule, 'watch' | 'join' | 'lasting' | 'level' | 'rearmMinutes' | 'recovery'>
  >({
    name: () => cleanName(given.name),
    games: async () => {
      await assertGames(db, caller, scopeOf(given.games as SentGames))
      return given.games === '*' ? '*' : [...new Set(given.games)].sort()
    },
    conditions: () => cleanConditions(watchedIn(model, given), given),
    quiet: () => cleanQuietHours(given.quiet),
    receiverIds: () => cleanReceivers(db, caller, given, kept),
    userIds: () => cleanUsers(db, caller, given),
    title: () => cleanTemplate(given, 'title'),
    text: () => cleanTemplate(given, 'text'),
    note: () => cleanText(given.note, '备注', 2_000),
  })
  const watch = given.watch.query
    ? await cleanQueryWatch(deps, db, caller, given.watch.query)
    : await cleanWatch(deps, db, caller, model, { ...given, conditions: read.conditions })
  const { join, lasting, level, rearmMinutes, recovery } = given
  return { ...read, watch, join, lasting, level, rearmMinutes, recovery }
}

async function cleanWatch(
  deps: AlarmDeps,
  db: Db,
  caller: Caller,
  model: Model,
  { watch, conditions, games }: AlarmRule,
): Promise<AlarmWatch> {
  const named = leavesOf(conditions).flatMap(({ point }) => point ?? [])
  const points = [...new Set([...watch.points, ...named])]
  const dims = [...new Set(watch.dims)]
  await readFields({
    points: () => assertPoints(model, points),
    dims: () => assertDims(model, dims),
    activity: () => assertActivity(model, { ...watch, points }),
  })
  const cleaned: AlarmWatch = {
    points,
    dims,
    ...(watch.filters && watch.filters.length > 0 && { filters: watch.filters }),
    grain: watch.grain,
    ...(watch.activity && { activity: watch.activity }),
    reportId: await seenReport(db, caller, watch.reportId ?? null),
  }
  const compile = (part: AlarmWatch) => compiles(deps, model, part, scopeIn(caller, games))
  await readFields({ grain: () => compile({ ...cleaned, dims: [], filters: [] }) })
  await readFields({ dims: () => compile({ ...cleaned, filters: [] }) })
  await readFields({ filters: () => compile(cleaned) })
  return cleaned
}

function assertPoints(model: Model, points: readonly number[]): void {
  if (points.length === 0) throw wrong('请至少选择一个指标')
  if (points.length > 20) throw wrong('一个告警最多监控 20 个指标，请分成几个告警')
  const known = new Set(model.points.map(({ id }) => id))
  if (points.some((id) => !known.has(id))) throw wrong('所选的指标不存在或已被删除，请重新选择')
}

function assertActivity(model: Model, { activity, points, grain }: AlarmWatch): void {
  if (!activity) return
  const [id, ...others] = points
  const point = model.points.find((one) => one.id === id)
  if (others.length > 0 || point?.types !== 'distinct')
    throw wrong('近几天的人数、黏性和流失只能看一个按人去重的指标，请只选一个，或改回看指标本身')
  if (grain !== 'day') throw wrong('近几天的人数、黏性和流失按天计算，请改为按天')
}

function assertDims(model: Model, dims: readonly number[]): void {
  for (const id of dims) {
    const known = model.dimensions.find((dimension) => dimension.id === id)
    if (!known) throw wrong('所选的维度不存在或已被删除，请重新选择')
    if (!watchedTypes.has(known.types)) throw wrong(`维度「${known.name}」是日期或时间，不能按它的值告警`)
  }
}

/** Throws the engine's errors: unreachable dimensions, hours without a time, meaningless filters. */
function compiles(deps: AlarmDeps, model: Model, watch: AlarmWatch, scope: RowScope) {
  const { zone, cutoffHour } = deps.settings
  const day = shiftDay(businessDay(deps.settings), -1)
  const info = infoOf(model, shapeOf(watch), watch.points, { from: day, to: day }, 1)
  try {
    compileReport(info, model, {
      ...scope,
      now: new Date(),
      zone,
      cutoffHour,
      dialect: deps.warehouse.dialect,
    })
  } catch (error) {
    if (error instanceof ReportProblem) throw new AppError('report_invalid', error.message)
    throw error
  }
}

/** A report that is gone, or that the caller may not see, is dropped. */
async function seenReport(db: Db, caller: Caller, id: number | null): Promise<number | null> {
  if (id === null) return null
  const report = (await readReports(db)).find((one) => one.id === id)
  const view = report && (await readView(db, report.viewMetaId))
  return view && !view.deleted && maySee(caller, view) ? id : null
}

function cleanQuietHours(quiet: QuietHours | null): QuietHours | null {
  if (quiet === null) return null
  for (const time of [quiet.from, quiet.to])
    if (!isTime(time)) throw wrong(`静默时段的「${time}」应为 00:00 到 23:59`)
  if (quiet.from === quiet.to) throw wrong('静默时段的开始和结束相同；要一直不发，请冻结告警')
  const weekdays = [...new Set(quiet.weekdays ?? [])].sort()
  return {
    from: quiet.from,
    to: quiet.to,
    ...(weekdays.length > 0 && { weekdays }),
    meanwhile: quiet.meanwhile,
  }
}

/** Receivers must cover the alarm's games, and the caller must see them. */
async function cleanReceivers(
  db: Db,
  caller: Caller,
  { receiverIds, games }: AlarmRule,
  kept: ReadonlySet<number>,
): Promise<number[]> {
  const wanted = [...new Set(receiverIds)]
  const scope = scopedTable(db, 'receiver')
  const found = new Map<number, { name: string; games: string } & Mortal>()
  for (const part of chunks(wanted, 500))
    for (const row of await db
      .selectFrom('receiver')
      .select(['id', 'name', 'games', lifeColumn])
      .where('id', 'in', part)
      .execute())
      found.set(row.id, row)
  for (const id of wanted) {
    const receiver = found.get(id)
    // A receiver chosen by somebody else stays, whoever edits the rest.
    if (kept.has(id) && receiver && isAlive(receiver)) continue
    if (!receiver || !isAlive(receiver) || !sees(scope.seen, caller, receiver))
      throw wrong('所选的通知渠道不存在或已被删除，请重新选择')
    if (!holdsGames({ games: readGames(receiver.games) }, scopeOf(games as SentGames)))
      throw wrong(`渠道「${receiver.name}」不含告警的全部游戏，不能接收；请在渠道中加上，或换一个渠道`)
  }
  return wanted
}

const scopeIn = ({ rules }: Caller, games: AlarmRule['games']): RowScope => ({
  games: scopeOf(games as SentGames),
  rules,
})

/** Notified users must see the alarm's rows. */
async function cleanUsers(db: Db, caller: Caller, { userIds, games, watch }: AlarmRule): Promise<number[]> {
  const wanted = [...new Set(userIds)]
  for (const part of chunks(wanted, 1_000)) {
    const users = await presentUsers(db, part)
    for (const id of part) {
      const user = users.get(id)
      if (!user) throw wrong('所选的用户不存在或已停用，请重新选择')
      if (watch.query && !holdsPermission(user.authorityInfo, 'search_sqlQuery'))
        throw wrong(`用户「${user.username}」没有「代码查询」权限，不能接收查询的结果`)
      const within = scopeIn(caller, games)
      if (!holdsGames(user, within.games))
        throw wrong(`用户「${user.username}」看不到告警的全部游戏，不能接收`)
      if (!holdsRows(user, within)) throw wrong(`用户「${user.username}」的数据范围比告警的小，不能接收`)
    }
  }
  return wanted
}

function cleanTemplate(given: AlarmRule, field: 'title' | 'text'): string {
  const [problem] = templatesOf(given)[field].problems
  if (problem) throw wrong(`${field === 'title' ? '标题' : '正文'}模板${problemText(problem)}`)
  const text = cleanText(given[field], field === 'title' ? '标题模板' : '正文模板')
  if (field === 'title' && text.includes('\n')) throw wrong('标题模板不能换行')
  return text
}
