// Tasks as sent to the browser, and their search.
import { hasPartIn } from '#server/metadata/textParts.ts'
import { gamesOf } from '#server/objects/games.ts'
import { type HistoryEntry, readHistory, userNames } from '#server/objects/history.ts'
import { readObject } from '#server/objects/reading.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { seenBy } from '#server/scopes/condition.ts'
import type { PushRun, PushSchedule, PushTask, PushTaskQuery } from '../contract.ts'
import { segmentTitles } from './audience/segments.ts'
import type { PushDeps } from './deps.ts'
import { messageOf } from './message.ts'
import { pushTasks, type Task } from './objectKinds.ts'
import { scheduleText } from './schedules.ts'
import { pushTask } from './tables.ts'

export const scheduleOf = ({ schedule }: Pick<Task, 'schedule'>): PushSchedule =>
  JSON.parse(schedule) as PushSchedule
export const serversOfTask = ({ servers }: Pick<Task, 'servers'>): string[] => JSON.parse(servers) as string[]

async function shownTasks(
  { settings }: Pick<PushDeps, 'settings'>,
  db: Db,
  caller: Caller,
  rows: readonly Task[],
): Promise<PushTask[]> {
  const people = rows.flatMap((row) => [row.owner_id, row.modified_by, row.approved_by ?? row.owner_id])
  const [names, games, counts, segments] = await Promise.all([
    userNames(db, people),
    db.selectFrom('game').select(['cgi', 'name']).execute(),
    countsOf(
      db,
      rows.map(({ id }) => id),
    ),
    segmentTitles(
      db,
      rows.map(({ segment }) => segment),
      rows,
    ),
  ])
  const gameNames = new Map(games.map(({ cgi, name }) => [cgi, name]))
  return rows.map((row) => {
    const schedule = scheduleOf(row)
    return {
      id: row.id,
      cgi: row.cgi,
      game: gameNames.get(row.cgi) ?? row.cgi,
      servers: serversOfTask(row),
      segment: row.segment,
      segmentTitle: segments.get(row.segment) ?? row.segment,
      ...messageOf(row),
      schedule,
      scheduleText: scheduleText(schedule, settings),
      nextAt: row.next_at,
      state: row.state,
      problem: row.problem,
      reach: row.reach,
      ...(counts.get(row.id) ?? { sent: 0, failed: 0, unknown: 0 }),
      owner: names.get(row.owner_id) ?? '',
      own: row.owner_id === caller.id || row.modified_by === caller.id,
      approvedBy: row.approved_by === null ? '' : (names.get(row.approved_by) ?? ''),
      approvedAt: row.approved_at,
      createdAt: row.created_at,
      modifiedAt: row.modified_at,
      modifiedBy: names.get(row.modified_by) ?? '',
      revision: row.revision,
    }
  })
}

/** Over all runs. */
async function countsOf(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { sent: number; failed: number; unknown: number }>()
  const rows = await db
    .selectFrom('push_run')
    .select(({ fn }) => [
      'task_id',
      fn.sum<number>('sent').as('sent'),
      fn.sum<number>('failed').as('failed'),
      fn.sum<number>('unknown').as('unknown'),
    ])
    .where('task_id', 'in', [...ids])
    .groupBy('task_id')
    .execute()
  return new Map(
    rows.map(({ task_id, sent, failed, unknown }) => [
      Number(task_id),
      { sent: Number(sent), failed: Number(failed), unknown: Number(unknown) },
    ]),
  )
}

export async function shownTask(deps: PushDeps, db: Db, caller: Caller, row: Task): Promise<PushTask> {
  return (await shownTasks(deps, db, caller, [row]))[0] as PushTask
}

const columns = {
  title: 'title',
  cgi: 'cgi',
  state: 'state',
  reach: 'reach',
  createdAt: 'created_at',
  modifiedAt: 'modified_at',
} as const
const usualLimit = 200

export async function listTasks(deps: PushDeps, caller: Caller, question: PushTaskQuery) {
  const { db } = deps.metadata
  const { sort = 'modifiedAt', desc = question.sort === undefined, offset = 0, limit = usualLimit } = question
  const direction = desc ? 'desc' : 'asc'
  const found = questioned(db, caller, question)
  const [rows, { count }, games] = await Promise.all([
    found
      .selectAll()
      .orderBy(columns[sort], direction)
      .orderBy('id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    gamesOf(db, caller),
  ])
  return { rows: await shownTasks(deps, db, caller, rows), total: Number(count), games }
}

function questioned(db: Db, caller: Caller, { search = '', cgi, state }: PushTaskQuery) {
  let found = db.selectFrom('push_task').where(seenBy(db, pushTask, caller))
  if (cgi !== undefined) found = found.where('cgi', '=', cgi)
  if (state !== undefined) found = found.where('state', '=', state)
  const part = search.trim()
  return part === '' ? found : found.where(hasPartIn(db, ['title', 'body'], part))
}

const mostRuns = 100

export async function listRuns(
  { metadata: { db } }: PushDeps,
  caller: Caller,
  id: number,
): Promise<PushRun[]> {
  const task = await readObject(db, pushTasks, caller, id)
  const rows = await db
    .selectFrom('push_run')
    .selectAll()
    .where('task_id', '=', task.id)
    .orderBy('id', 'desc')
    .limit(mostRuns)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    fireAt: row.fire_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    state: row.state,
    total: row.total,
    sent: row.sent,
    failed: row.failed,
    unknown: row.unknown,
    problem: row.problem,
  }))
}

/** Segments are stored by key and shown by their present names. */
export async function taskHistory(
  { metadata: { db } }: PushDeps,
  caller: Caller,
  id: number,
): Promise<HistoryEntry[]> {
  const entries = await readHistory(db, pushTasks, caller, id)
  const isAim = ({ field }: { field: string }) => field === 'segment'
  const keys = entries.flatMap(({ changes }) => changes.filter(isAim).flatMap(({ from, to }) => [from, to]))
  const aimed = await db
    .selectFrom('push_task')
    .select(['segment', 'segment_name'])
    .where('id', '=', id)
    .execute()
  const titles = await segmentTitles(db, keys, aimed)
  const named = (key: string) => titles.get(key) ?? key
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map((change) =>
      isAim(change) ? { ...change, from: named(change.from), to: named(change.to) } : change,
    ),
  }))
}
