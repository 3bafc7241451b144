// The job that computes a segment: it gathers the members with the owner's permissions, publishes them and
// records the day.

import type { GameScope } from '#semantic/model/types.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { JobContext, JobDone } from '#server/jobs/declare.ts'
import { holdsGames, readGames } from '#server/objects/games.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { shiftDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { forgetModel } from '#features/config/server/index.ts'
import type { Source } from '#features/segment/contract.ts'
import type { SegmentDeps } from '../deps.ts'
import type { StoredSegment } from '../objectKind.ts'
import { gatherMembers } from './gathering.ts'
import { assertComputable, publishMembers } from './publishing.ts'
import { memberDay } from './rules.ts'

export async function computeSegment(
  deps: SegmentDeps,
  id: number,
  { owner, signal, progress }: JobContext,
): Promise<JobDone | undefined> {
  const { db } = deps.metadata
  const row = await readLiving(db, id)
  if (!row || !owner) return undefined
  assertComputable(deps, id)
  const source = JSON.parse(row.source) as Source
  const games = rightsOf(row, source, owner)
  // If the clock was set back, the job never writes a day before the last one.
  const day = [memberDay(deps), row.last_day ?? ''].sort().at(-1) as string
  progress(0.1, '查找玩家')
  const gathered = await gatherMembers(deps, {
    segment: id,
    source,
    players: JSON.parse(row.players) as string[],
    games,
    rules: owner.rules,
    personal: owner.personal,
    userId: owner.id,
    signal,
  })
  progress(0.6, '写入数据仓库')
  // If somebody deleted or changed the segment meanwhile, this result is discarded.
  const present = await readLiving(db, id)
  if (!present || present.revision !== row.revision) return undefined
  const { counts } = await publishMembers(deps, gathered, {
    segment: id,
    name: row.name,
    day,
    keepDays: row.keep_days,
    signal,
  })
  await deps.metadata.transaction((inner) => noteDay(inner, row, day, counts))
  forgetModel(deps.metadata)
  return { result: { day, members: [...counts.values()].reduce((sum, count) => sum + count, 0) } }
}

const readLiving = (db: Db, id: number): Promise<StoredSegment | undefined> =>
  db.selectFrom('segment').selectAll().where('id', '=', id).where(living('segment')).executeTakeFirst()

/** The owner's current permissions; throws when they are no longer sufficient. */
function rightsOf(row: StoredSegment, source: Source, owner: SessionUser): GameScope {
  const games = readGames(row.games)
  if (!holdsGames(owner, games))
    throw new AppError('permission_missing', '创建者已看不到这个人群的全部游戏，请由可看这些游戏的人重新建立')
  if (source.kind === 'sql' && !holdsPermission(owner.authorityInfo, 'search_sqlQuery'))
    throw new AppError('permission_missing', '创建者已没有代码查询权限，SQL 人群不再计算')
  return games
}

async function noteDay(
  db: Db,
  { id, keep_days, kept_from, computations }: StoredSegment,
  day: string,
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  const horizon = shiftDay(day, 1 - keep_days)
  const keptFrom = [kept_from ?? day, horizon].sort().at(-1) as string
  await db
    .updateTable('segment')
    .set({
      kept_from: keptFrom,
      last_day: day,
      computed_at: new Date().toISOString(),
      computations: computations + 1,
    })
    .where('id', '=', id)
    .execute()
  await db
    .deleteFrom('segment_day')
    .where('segment_id', '=', id)
    .where((where) => where.or([where('day', '=', day), where('day', '<', keptFrom)]))
    .execute()
  const rows = counts.size === 0 ? [['', 0] as const] : [...counts]
  await db
    .insertInto('segment_day')
    .values(rows.map(([cgi, members]) => ({ segment_id: id, day, cgi, members })))
    .execute()
}
