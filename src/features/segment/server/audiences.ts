// Segments as audiences for other features: which segments a user may choose, and which table holds the
// newest member list.
import { segmentOfTable } from '#semantic/model/segments.ts'
import type { GameScope } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { type Dialect, locked } from '#server/jobs/rows.ts'
import { hasGame, readGames, seenGames } from '#server/objects/games.ts'
import { readSeen } from '#server/objects/telling.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { isAlive, lifeColumn, living } from '#server/scopes/life.ts'
import { sees } from '#server/scopes/predicate.ts'
import { AppError } from '#shared/errors.ts'
import { computingRefusal } from './computing/publishing.ts'
import { type StoredSegment, segments } from './objectKind.ts'

type Stores = Pick<Deps, 'metadata' | 'warehouse'>

export interface SegmentChoice {
  id: number
  name: string
  note: string
  /** The segment's games that the caller may see. */
  games: GameScope
  /** The day of the newest member list. */
  day: string | null
  /** Members on that day, in the caller's games. */
  members: number
  /** Chinese: why there is no list to read; empty when there is one. */
  problem: string
}

/** The segments that the caller sees, in creation order; empty when the warehouse can't hold member lists. */
export async function readChoices(deps: Stores, caller: Caller): Promise<SegmentChoice[]> {
  if (computingRefusal(deps) !== null) return []
  const rows = await readSeen(deps.metadata.db, segments, caller)
  if (rows.length === 0) return []
  const members = await newestMembers(deps.metadata.db, caller)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    note: row.note,
    games: seenGames(caller, readGames(row.games)),
    day: row.last_day,
    members: members.get(row.id) ?? 0,
    problem: listProblem(deps, row),
  }))
}

async function newestMembers(db: Db, caller: Caller): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('segment_day')
    .innerJoin('segment', (join) =>
      join
        .onRef('segment.id', '=', 'segment_day.segment_id')
        .onRef('segment.last_day', '=', 'segment_day.day'),
    )
    .select(['segment_day.segment_id', 'segment_day.cgi', 'segment_day.members'])
    .execute()
  const counts = new Map<number, number>()
  for (const { segment_id, cgi, members } of rows)
    if (cgi === '' || hasGame(caller, cgi)) counts.set(segment_id, (counts.get(segment_id) ?? 0) + members)
  return counts
}

const tableOf = ({ warehouse }: Stores, id: number): string | undefined =>
  warehouse.tables().find((table) => segmentOfTable(table) === id)?.name

/** A segment that can no longer be computed keeps its last list. */
function listProblem(deps: Stores, { id, state, problem, last_day }: StoredSegment): string {
  if (last_day !== null) return tableOf(deps, id) === undefined ? '数据仓库里没有它的名单，请重新计算' : ''
  if (state === 'failed') return `计算失败，没有名单${problem ? `：${problem}` : ''}`
  return state === 'none' ? '还没有计算，没有名单' : '正在计算，还没有名单'
}

/**
 * The warehouse table with the newest list. Throws object_missing, with the reason, when the reader or a task
 * of the game can no longer use the segment.
 */
export async function membersTable(deps: Stores, reader: Caller, id: number, cgi: string): Promise<string> {
  const gone = (message: string) => new AppError('object_missing', message)
  const row = await deps.metadata.db.selectFrom('segment').selectAll().where('id', '=', id).executeTakeFirst()
  const name = row ? `人群「${row.name}」` : '任务的人群'
  if (!row || !isAlive(row)) throw gone(`${name}已被删除，没有名单可发；请恢复它，或复制任务后另选人群`)
  if (!sees(segments.seen, reader, row))
    throw gone(`创建者已看不到${name}，没有名单可发；请复制任务后另选人群`)
  if (!hasGame({ games: readGames(row.games) }, cgi))
    throw gone(`${name}已不含这个应用的玩家，没有名单可发；请复制任务后另选人群`)
  const problem = listProblem(deps, row)
  const table = tableOf(deps, id)
  if (problem !== '' || table === undefined) throw gone(`${name}没有名单可发：${problem}`)
  return table
}

/**
 * Call this inside the transaction that saves a reference to the segment, so that nobody can delete it
 * meanwhile. Returns its name; throws when the segment is gone.
 */
export async function holdSegment(db: Db, dialect: Dialect, id: number): Promise<string> {
  const asked = db.selectFrom('segment').select(['id', 'name']).where('id', '=', id).where(living('segment'))
  const row = await locked(asked, dialect).executeTakeFirst()
  if (!row) throw new AppError('parameter_wrong', '人群刚刚被删除，请另选一个')
  return row.name
}

export interface SegmentName {
  name: string
  isDeleted: boolean
}

/**
 * Current names by id; permanently deleted segments are missing. Segment names need no protection, because
 * dimensions show them to everyone.
 */
export async function segmentNames(db: Db, ids: readonly number[]): Promise<Map<number, SegmentName>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('segment')
    .select(['id', 'name', lifeColumn])
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map((row) => [row.id, { name: row.name, isDeleted: !isAlive(row) }]))
}
