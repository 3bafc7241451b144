// Lists, saves, orders and returns checks.
import { addObject, changeObject } from '#server/objects/changing.ts'
import { deleteObjects, restoreObjects } from '#server/objects/deleting.ts'
import { readFields } from '#server/objects/fields.ts'
import { userNames } from '#server/objects/history.ts'
import { readObject } from '#server/objects/reading.ts'
import { refuseRuled } from '#server/objects/ruled.ts'
import { readSeen } from '#server/objects/telling.ts'
import { cleanLine, cleanText } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { assertEditable } from '#server/objects/writing.ts'
import { deletedAt } from '#server/scopes/life.ts'
import { isImported, tableKey } from '#server/warehouse/import/publishing.ts'
import { writesOwn } from '#server/warehouse/written.ts'
import { AppError } from '#shared/errors.ts'
import { readHeads } from '#features/dictionary/server/index.ts'
import {
  type Check,
  type CheckChange,
  type CheckedTable,
  type CheckList,
  type CheckProblems,
  type CheckRun,
  type Hold,
  type HoldState,
  holdStates,
} from '../contract.ts'
import { cleanValues } from './cleaning.ts'
import type { ChecksDeps } from './deps.ts'
import { runChecksJob } from './jobs.ts'
import { columnType } from './judging/evaluate.ts'
import { dateColumnOf } from './judging/looking.ts'
import { checkKinds, kindNamed } from './kinds/index.ts'
import { checks, ruleOf, type StoredCheck } from './objectKind.ts'
import { scheduleCheck } from './running.ts'
import { lastRuns, shownCheck, shownChecks, shownRun } from './shown.ts'

const what = '数据校验'
const shownMost = 200

export async function listChecks(deps: ChecksDeps, caller: Caller): Promise<CheckList> {
  const { db } = deps.metadata
  const rows = await readSeen(db, checks, caller)
  return {
    rows: await shownChecks(deps, db, caller, rows),
    kinds: checkKinds.map(({ kind, title, fields }) => ({ kind, title, fields: [...fields] })),
    tables: await checkedTables(deps),
    dictionaries: (await readHeads(db)).map(({ id, name }) => ({ id, name })),
    held: seesAll(caller) ? (await readHolds(db, open)).length : 0,
  }
}

const seesAll = ({ games, rules }: Caller): boolean => games === 'all' && rules.length === 0

async function checkedTables(deps: ChecksDeps): Promise<CheckedTable[]> {
  const tables: CheckedTable[] = []
  for (const table of deps.warehouse.tables())
    tables.push({
      name: table.name,
      loaded: isLoaded(deps, table),
      dateColumn: await dateColumnOf(deps, table),
      columns: table.columns.map(({ name, type }) => ({ name, type: columnType(type) })),
    })
  return tables
}

const isLoaded = ({ warehouse }: ChecksDeps, table: { comment: string; name: string }): boolean =>
  writesOwn(warehouse) && isImported(table)

const open = ['held', 'releasing'] as const

/** Whose rows they are nobody knows before they are loaded: told to those who see all. */
export const listHolds = async ({ metadata }: ChecksDeps, caller: Caller): Promise<Hold[]> =>
  seesAll(caller) ? readHolds(metadata.db, holdStates) : []

async function readHolds(db: Db, states: readonly HoldState[]): Promise<Hold[]> {
  const rows = await db
    .selectFrom('data_hold')
    .selectAll()
    .where('state', 'in', [...states])
    .orderBy('id', 'desc')
    .limit(shownMost)
    .execute()
  const names = await userNames(
    db,
    rows.flatMap(({ by, decided_by }) => [by ?? [], decided_by ?? []].flat()),
  )
  return rows.map((row) => ({
    id: row.id,
    table: row.table_name,
    source: row.source,
    rows: row.rows,
    at: row.at,
    by: row.by === null ? '' : (names.get(row.by) ?? ''),
    state: row.state,
    problems: JSON.parse(row.problems) as string[],
    problem: row.problem,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by === null ? '' : (names.get(row.decided_by) ?? ''),
  }))
}

/** Without id, or with -1, it adds a check. */
export async function saveCheck(deps: ChecksDeps, caller: Caller, change: CheckChange): Promise<Check> {
  const { metadata } = deps
  const { id = -1, revision, overwrite } = change
  await refuseRuled(metadata.db, caller, what)
  const own = await cleanCheck(deps, change)
  return metadata.transaction(async (db) => {
    const shown = (row: StoredCheck) => shownCheck(deps, db, caller, row)
    const present = id > 0 ? await readObject(db, checks, caller, id) : null
    const values = { ...own, paused: present?.paused ?? 0 }
    const row = present
      ? await changeObject(db, checks, caller, { id, values, revision, overwrite }, shown)
      : await addObject(db, checks, caller, values, { name: own.name, table: own.table_name })
    // What was found under another rule says nothing of this one.
    if (present && (present.settings !== row.settings || present.table_name !== row.table_name))
      await db.deleteFrom('data_check_mark').where('check_id', '=', row.id).execute()
    await scheduleCheck(deps, db, row)
    return shown(row)
  })
}

async function cleanCheck(deps: ChecksDeps, change: CheckChange) {
  const kind = kindNamed(change.kind)
  const { table, note, ...read } = await readFields({
    name: () => cleanLine(change.name, '名称', 100),
    table: () => knownTable(deps, change.table),
    kind: () => {
      if (!kind) throw new AppError('parameter_wrong', '没有这种校验')
      return change.kind
    },
    note: () => cleanText(change.note ?? '', '备注', 2_000),
  })
  // Its problems are at fields of its own.
  const values = kind ? cleanValues(kind, change.values) : {}
  if (kind?.dated && (await dateColumnOf(deps, table)) === null)
    throw fieldProblem('kind', `表「${table.name}」没有日期列，不能用这种校验`)
  if (kind?.marksAlone && change.action === 'hold')
    throw fieldProblem('action', `「${kind.title}」只能标记：扣下只会更晚`)
  const settings = JSON.stringify(values)
  const named = read.name || [...ruleOf({ kind: change.kind, settings })].slice(0, 100).join('')
  return {
    name: named,
    games: '"*"' as const,
    table_name: table.name,
    kind: change.kind,
    settings,
    action: change.action,
    timing: JSON.stringify(change.timing),
    note,
  }
}

const fieldProblem = (field: string, message: string): AppError =>
  new AppError('parameter_wrong', message, { fields: { [field]: message } })

async function knownTable({ warehouse }: ChecksDeps, typed: string) {
  const table = warehouse.tables().find(({ name }) => tableKey(name) === tableKey(typed))
  if (!table) throw new AppError('parameter_wrong', `没有数据表「${typed.slice(0, 50)}」`)
  return table
}

export const deleteChecks = (deps: ChecksDeps, caller: Caller, ids: readonly number[]): Promise<null> =>
  deps.metadata.transaction(async (db) => {
    const rows = await deleteObjects(db, checks, caller, ids)
    const gone = deletedAt(new Date().toISOString())
    for (const row of rows) {
      await scheduleCheck(deps, db, { ...row, ...gone })
      await db.deleteFrom('data_check_mark').where('check_id', '=', row.id).execute()
    }
    return null
  })

export const restoreChecks = (deps: ChecksDeps, caller: Caller, ids: readonly number[]): Promise<null> =>
  deps.metadata.transaction(async (db) => {
    const rows = await restoreObjects(db, checks, caller, ids)
    for (const row of rows) await scheduleCheck(deps, db, { ...row, ...deletedAt(null) })
    return null
  })

export const pauseCheck = (deps: ChecksDeps, caller: Caller, id: number, paused: boolean): Promise<Check> =>
  deps.metadata.transaction(async (db) => {
    const shown = (row: StoredCheck) => shownCheck(deps, db, caller, row)
    const row = await changeObject(db, checks, caller, { id, values: { paused: paused ? 1 : 0 } }, shown)
    // Nobody looks any more: the marks would stay for ever.
    if (paused) await db.deleteFrom('data_check_mark').where('check_id', '=', id).execute()
    await scheduleCheck(deps, db, row)
    return shown(row)
  })

export async function orderRun(deps: ChecksDeps, caller: Caller, id: number): Promise<Check> {
  const { db } = deps.metadata
  await refuseRuled(db, caller, what)
  const row = await readObject(db, checks, caller, id)
  await assertEditable(db, checks, caller, row)
  const before = await shownCheck(deps, db, caller, row)
  if (before.running) throw new AppError('parameter_wrong', `「${row.name}」正在运行，请稍候`)
  await deps.jobs.enqueue({ kind: runChecksJob, payload: { checks: [id] }, userId: caller.id })
  return shownCheck(deps, db, caller, row)
}

export async function readRuns(deps: ChecksDeps, caller: Caller, id: number): Promise<CheckRun[]> {
  const { db } = deps.metadata
  await readObject(db, checks, caller, id)
  const rows = await db
    .selectFrom('data_check_run')
    .selectAll()
    .where('check_id', '=', id)
    .orderBy('id', 'desc')
    .limit(shownMost)
    .execute()
  return rows.map(shownRun)
}

const toldMost = 4

export async function listProblems(deps: ChecksDeps, caller: Caller): Promise<CheckProblems> {
  const { db } = deps.metadata
  const rows = await readSeen(db, checks, caller)
  const last = await lastRuns(
    db,
    rows.map(({ id }) => id),
  )
  const failed = rows.flatMap(({ id, name, table_name, paused }) => {
    const own = last.get(id)
    return own && own.state === 'failed' && own.hold_id === null && paused === 0
      ? [{ id, name, table: table_name, text: own.text }]
      : []
  })
  const holds = seesAll(caller) ? await readHolds(db, open) : []
  return {
    holds: holds.slice(0, toldMost).map(({ table, source, at }) => ({ table, source, at })),
    checks: failed.slice(0, toldMost),
    total: holds.length + failed.length,
  }
}
