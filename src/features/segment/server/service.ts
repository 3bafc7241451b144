// Saves and returns segments: saving includes their dimensions and starts a job that computes members; counts
// cover the caller's games.

import { segmentTable } from '#semantic/model/segments.ts'
import type { Model } from '#semantic/model/types.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { deleteObjects, restoreObjects } from '#server/objects/deleting.ts'
import { gamesOf, hasGame, readGames, seenGames, sentGames } from '#server/objects/games.ts'
import { readObject } from '#server/objects/reading.ts'
import { readSeen, telling } from '#server/objects/telling.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { assertEditable } from '#server/objects/writing.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { AppError } from '#shared/errors.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { forgetModel, readModel, segmentDimensions } from '#features/config/server/index.ts'
import type { Segment, SegmentChange, SegmentDays, SegmentList, Source } from '../contract.ts'
import { cleanSegment } from './cleaning.ts'
import { assertComputable, computingRefusal } from './computing/publishing.ts'
import type { SegmentDeps } from './deps.ts'
import { computeMembers, computingLane } from './jobs.ts'
import { keepList } from './list.ts'
import { type StoredSegment, segments } from './objectKind.ts'
import { playerColumns } from './playerColumns.ts'
import { namesIn, sourceText } from './sourceText.ts'
import { unmade } from './unmade.ts'

const daysTold = 30

export async function listSegments(deps: SegmentDeps, caller: Caller): Promise<SegmentList> {
  const { db } = deps.metadata
  const model = await readModel(deps)
  const rows = await readSeen(db, segments, caller)
  return {
    rows: await shownSegments(model, db, caller, rows),
    games: await gamesOf(db, caller),
    ...optionsOf(model),
    mayWriteSql: holdsPermission(caller.authorityInfo, 'search_sqlQuery'),
    refusal: computingRefusal(deps),
  }
}

function optionsOf(model: Model): Pick<SegmentList, 'points' | 'dims' | 'players'> {
  const players = playerColumns(model)
  const facts = factsWith(model, players)
  const points = model.points.filter(
    ({ types, table_id }) =>
      table_id !== null && facts.has(table_id) && (types === 'additive' || types === 'distinct'),
  )
  const dims = model.dimensions.filter(
    ({ types, info }) =>
      (types === 'string' || types === 'number' || types === 'dictionary') && info.segment === undefined,
  )
  return {
    points: points.map(({ id, name, info }) => ({ id, name, unit: info.unit ?? '' })),
    dims: dims.map(({ id, name, info }) => ({ id, name, dictId: info.dictId ?? null })),
    players,
  }
}

/** Ids of the point tables that have one of the columns; of all point tables when no point counts players. */
function factsWith({ pointTables, tables }: Model, columns: readonly string[]): ReadonlySet<number> {
  const named = new Set(columns.map((column) => column.toLowerCase()))
  const holding = new Set(
    tables
      .filter((table) => table.columns.some(({ name }) => named.has(name.toLowerCase())))
      .map(({ name }) => name.toLowerCase()),
  )
  const facts = pointTables.filter(
    ({ table_truename }) => columns.length === 0 || holding.has(table_truename.toLowerCase()),
  )
  return new Set(facts.map(({ id }) => id))
}

async function shownSegments(
  model: Model,
  db: Db,
  caller: Caller,
  rows: readonly StoredSegment[],
): Promise<Segment[]> {
  const told = await telling(db, segments, caller, rows)
  const days = await membersByDay(db, caller, rows)
  const sources = rows.map(({ source }) => JSON.parse(source) as Source)
  const nameOf = await namesIn(db, model, sources, caller.games)
  return rows.map((row, at): Segment => {
    const source = sources[at] as Source
    const own = days.get(row.id) ?? []
    return {
      ...told(row),
      name: row.name,
      pinyin: pinyinOf(row.name),
      games: sentGames(seenGames(caller, readGames(row.games))),
      note: row.note,
      players: JSON.parse(row.players) as string[],
      keepDays: row.keep_days,
      source,
      sourceText: sourceText(source, model, nameOf),
      dims: { now: row.now_dim ?? 0, day: row.day_dim ?? 0 },
      table: segmentTable(row.id),
      state: row.state,
      problem: row.problem,
      computedAt: row.computed_at,
      keptFrom: row.kept_from,
      day: row.last_day,
      members: row.last_day === null ? null : (own.at(-1)?.members ?? 0),
      recent: own.slice(-daysTold).map(({ members }) => members),
    }
  })
}

/** Members of all kept days in the caller's games, oldest first; a day without such members is missing. */
async function membersByDay(
  db: Db,
  caller: Caller,
  rows: readonly Pick<StoredSegment, 'id'>[],
): Promise<Map<number, SegmentDays>> {
  const days = new Map<number, SegmentDays>()
  if (rows.length === 0) return days
  const found = await db
    .selectFrom('segment_day')
    .selectAll()
    .where(
      'segment_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('segment_id')
    .orderBy('day')
    .execute()
  for (const { segment_id, day, cgi, members } of found) {
    const own = days.get(segment_id) ?? []
    days.set(segment_id, own)
    const count = cgi === '' || hasGame(caller, cgi) ? members : 0
    const last = own.at(-1)
    if (last?.day === day) last.members += count
    else own.push({ day, members: count })
  }
  return days
}

export async function segmentDays(
  { metadata: { db } }: SegmentDeps,
  caller: Caller,
  id: number,
): Promise<SegmentDays> {
  const row = await readObject(db, segments, caller, id)
  return (await membersByDay(db, caller, [row])).get(id) ?? []
}

/** Without id, or with -1, it adds a segment. Members are computed at once; where they can't be, nothing is added. */
export async function saveSegment(
  deps: SegmentDeps,
  caller: Caller,
  change: SegmentChange,
): Promise<Segment> {
  const { id = -1, revision, overwrite } = change
  // A new segment would never have members; what there is can still be changed.
  const refusal = computingRefusal(deps)
  if (id <= 0 && refusal !== null) throw new AppError('warehouse_readonly', refusal)
  const model = await readModel(deps)
  const dimensions = await segmentDimensions()
  const known = id > 0 ? await readObject(deps.metadata.db, segments, caller, id) : null
  // A long list takes time to parse, so this runs outside the store's write queue.
  const { list, source, ...own } = await cleanSegment(deps, deps.metadata.db, caller, change, known)
  const saved = await deps.jobs.transaction(async (db, enqueue) => {
    const present = id > 0 ? await readObject(db, segments, caller, id) : null
    const values = { ...own, source: JSON.stringify(source) }
    const shown = async (row: StoredSegment) => (await shownSegments(model, db, caller, [row]))[0] as Segment
    const row = present
      ? await changeObject(db, segments, caller, { id, values, revision, overwrite }, shown)
      : await addObject(db, segments, caller, { ...values, ...unmade }, { name: values.name })
    if (list) await keepList(db, row.id, list)
    const named = {
      id: row.id,
      name: row.name,
      // Everybody can read a dimension's note, whatever their games, so only segments of all games pass
      // theirs on.
      note: readGames(row.games) === 'all' ? row.note : '',
      players: JSON.parse(row.players) as string[],
    }
    const held = row.now_dim && row.day_dim ? { now: row.now_dim, day: row.day_dim } : null
    const dims = await dimensions.putSegmentDimensions(deps, db, caller, named, held)
    const made = { now_dim: dims.now, day_dim: dims.day }
    await db.updateTable('segment').set(made).where('id', '=', row.id).execute()
    const isSame = present !== null && row.revision === present.revision && list === null
    const state = isSame || refusal !== null ? row.state : await order(db, enqueue, row)
    return { ...row, ...made, state }
  })
  forgetModel(deps.metadata)
  return (await shownSegments(await readModel(deps), deps.metadata.db, caller, [saved]))[0] as Segment
}

type Enqueue = Parameters<Parameters<SegmentDeps['jobs']['transaction']>[0]>[1]

/** A running job has no effect once the segment has changed, so a new job is queued behind it. */
async function order(db: Db, enqueue: Enqueue, { id, owner_id }: StoredSegment): Promise<'waiting'> {
  await enqueue({
    kind: computeMembers,
    payload: { segment: id },
    userId: owner_id,
    lane: computingLane,
  })
  await db.updateTable('segment').set({ state: 'waiting', problem: null }).where('id', '=', id).execute()
  return 'waiting'
}

export async function orderComputing(deps: SegmentDeps, caller: Caller, id: number): Promise<Segment> {
  const row = await readObject(deps.metadata.db, segments, caller, id)
  await assertEditable(deps.metadata.db, segments, caller, row)
  assertComputable(deps, id)
  const state = await deps.jobs.transaction(async (db, enqueue) => {
    const present = await readObject(db, segments, caller, id)
    return present.state === 'waiting' ? present.state : order(db, enqueue, present)
  })
  const model = await readModel(deps)
  const shown = await shownSegments(model, deps.metadata.db, caller, [{ ...row, state, problem: null }])
  return shown[0] as Segment
}

/** The table stays for as long as the segment can be restored. */
export async function deleteSegment(deps: SegmentDeps, caller: Caller, id: number): Promise<null> {
  const dimensions = await segmentDimensions()
  await deps.metadata.transaction(async (db) => {
    const [row] = await deleteObjects(db, segments, caller, [id])
    if (row?.now_dim && row.day_dim)
      await dimensions.removeSegmentDimensions(deps, db, caller, { now: row.now_dim, day: row.day_dim })
  })
  forgetModel(deps.metadata)
  return null
}

export async function restoreSegment(deps: SegmentDeps, caller: Caller, id: number): Promise<Segment> {
  const dimensions = await segmentDimensions()
  const row = await deps.metadata.transaction(async (db) => {
    const [restored] = await restoreObjects(db, segments, caller, [id])
    if (restored?.now_dim && restored.day_dim)
      await dimensions.bringBackSegmentDimensions(deps, db, caller, {
        now: restored.now_dim,
        day: restored.day_dim,
      })
    return restored as StoredSegment
  })
  forgetModel(deps.metadata)
  return (await shownSegments(await readModel(deps), deps.metadata.db, caller, [row]))[0] as Segment
}
