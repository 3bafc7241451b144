// Saves a dictionary: name, columns and the touched rows, all or nothing. Changes by others to different rows
// are merged; changes to the same rows are reported as conflicts.
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { addObject, conflictOf, stamp, writeRow } from '#server/objects/changing.ts'
import { differences, noteChanges } from '#server/objects/history.ts'
import { claimNames, freeNames } from '#server/objects/names.ts'
import { holdObject } from '#server/objects/reading.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import {
  type DictionaryChange,
  mostRows,
  type RowSave,
  type SavedDictionary,
  type SavedRow,
} from '../contract.ts'
import { type CellProblem, keyOf, readRows, refuseCells } from './cells.ts'
import { countEffects, type RowEffect, rowChanges } from './changes.ts'
import { movedDocument } from './documents.ts'
import { columnOfGame, seesRow } from './games.ts'
import { type DictionaryObject, dictionaries } from './objectKind.ts'
import { headOf } from './repo.ts'
import { cleanShape, harmsForeign, isSameShape, movesColumns, type Shape } from './shape.ts'
import {
  allRows,
  countRows,
  insertRows,
  removeRows,
  rowsByCode,
  rowsById,
  type StoredRow,
  updateRows,
} from './stored.ts'

const now = (): string => new Date().toISOString()

export const saveDictionary = (
  deps: Deps,
  caller: Caller,
  change: DictionaryChange,
): Promise<SavedDictionary> => deps.metadata.transaction((db) => saveIn(deps, db, caller, change))

export async function saveRow(
  deps: Deps,
  caller: Caller,
  { dictId, dataId, data, ...rest }: RowSave,
): Promise<SavedRow> {
  return deps.metadata.transaction(async (db) => {
    const present = await holdObject(db, deps.metadata.dialect, dictionaries, caller, dictId)
    const { name, attributes } = headOf(present)
    const change = { id: dictId, name, attributes, values: [{ dataId, data }], ...rest }
    const { revision, added } = await saveIn(deps, db, caller, change)
    const id = added[0] ?? dataId
    const saved = (await rowsById(db, dictId, [id])).get(id)
    return { dataId: id, data: saved?.data ?? [], revision }
  })
}

export async function saveIn(
  { settings, metadata }: Deps,
  db: Db,
  caller: Caller,
  change: DictionaryChange,
): Promise<SavedDictionary> {
  const { id = -1 } = change
  const present = id > 0 ? await holdObject(db, metadata.dialect, dictionaries, caller, id) : null
  const shape = await cleanShape(db, change, present)
  const work = await planRows(db, caller, present, shape, change)
  const stampDocument = movedDocument(shape, settings.zone)
  for (const { row, before } of work.changed) stampDocument(row, before.data)
  for (const row of work.added) stampDocument(row, null)
  if (!present) {
    const { columns: _, formName: form_name, ...own } = shape
    const values = {
      ...own,
      form_name,
      attributes: JSON.stringify(shape.attributes),
      shape_revision: 1,
      update_time: now(),
      kept_name: null,
    }
    const made = await addObject(db, dictionaries, caller, values, {
      name: shape.name,
      rows: work.added.length,
    })
    return told(made, await insertRows(db, made.id, work.added, { last: 0, revision: 1 }))
  }
  return writeChanges(db, caller, present, shape, work)
}

const told = (row: DictionaryObject, added: number[]): SavedDictionary => ({
  ...headOf(row),
  revision: row.revision,
  added,
})

interface RowWork {
  added: string[][]
  changed: { row: string[]; before: StoredRow }[]
  removed: StoredRow[]
}

/** Plans the row changes; throws invalid rows and conflicts. */
async function planRows(
  db: Db,
  caller: Caller,
  present: DictionaryObject | null,
  shape: Shape,
  { values = [], removed = [], revision, overwrite = false }: DictionaryChange,
): Promise<RowWork> {
  const { rows, problems } = await readRows(
    values.map(({ data }) => data),
    shape,
    caller.games,
  )
  refuseCells(problems)
  const ids = values.flatMap(({ dataId }) => (dataId > 0 ? [dataId] : []))
  if (new Set(ids).size < ids.length) throw new AppError('parameter_wrong', '同一行出现了两次')
  const known = present ? await rowsById(db, present.id, [...ids, ...removed]) : new Map<number, StoredRow>()
  assertSeen(present, known, caller)
  const touched = values.map(({ dataId }, at) => ({
    dataId,
    row: rows.get(at) as string[],
    stored: known.get(dataId),
  }))
  if (present && revision !== undefined && !overwrite) {
    const isOther = ({ data }: StoredRow, row: string[]) => JSON.stringify(data) !== JSON.stringify(row)
    const theirs = [
      ...touched.flatMap(({ row, stored }) =>
        stored && stored.revision > revision && isOther(stored, row) ? [stored] : [],
      ),
      ...removed.flatMap((one) => known.get(one) ?? []).filter((stored) => stored.revision > revision),
    ]
    const gone = ids.filter((one) => !known.has(one))
    const isReshaped = present.shape_revision > revision && !isSameShape(present, shape)
    if (isReshaped || theirs.length > 0 || gone.length > 0) throw await conflictIn(db, present, theirs, gone)
  } else if (!overwrite && ids.some((one) => !known.has(one))) throw new AppError('object_missing')
  const work = await workOf(touched, removed, known, shape)
  await assertCodes(db, present, shape, work, touched)
  return work
}

/** Rows of games that the editor may not see answer as if they did not exist. */
function assertSeen(
  present: DictionaryObject | null,
  known: Map<number, StoredRow>,
  { games }: Caller,
): void {
  if (!present) return
  const column = columnOfGame(headOf(present))
  for (const { data } of known.values())
    if (!seesRow(column, data, games)) throw new AppError('object_missing')
}

async function conflictIn(db: Db, present: DictionaryObject, theirs: readonly StoredRow[], gone: number[]) {
  const values = theirs.map(({ id, data }) => ({ dataId: id, data }))
  const { id, name, formName, attributes } = headOf(present)
  return conflictOf(db, present, { id, name, formName, attributes, revision: present.revision, values, gone })
}

interface Touched {
  dataId: number
  row: string[]
  stored: StoredRow | undefined
}

const asColumns = (data: readonly string[], columns: readonly number[]): string[] =>
  columns.map((place) => (place < 0 ? '' : (data[place] ?? '')))

async function workOf(
  touched: readonly Touched[],
  removed: readonly number[],
  known: Map<number, StoredRow>,
  { columns }: Shape,
): Promise<RowWork> {
  const work: RowWork = { added: [], changed: [], removed: [] }
  const going = new Set(removed)
  for (const { dataId, row, stored } of touched) {
    await breathe()
    if (going.has(dataId)) continue
    if (!stored) work.added.push(row)
    else if (JSON.stringify(asColumns(stored.data, columns)) !== JSON.stringify(row))
      work.changed.push({ row, before: stored })
  }
  for (const id of going) {
    const stored = known.get(id)
    if (stored) work.removed.push(stored)
  }
  return work
}

/**
 * If two rows have one code, the second is refused with the other's line number; rows that were duplicates
 * before may stay.
 */
async function assertCodes(
  db: Db,
  present: DictionaryObject | null,
  shape: Shape,
  work: RowWork,
  touched: readonly Touched[],
): Promise<void> {
  const game = columnOfGame(shape)
  const old = present && columnOfGame(headOf(present))
  const isNew = ({ row, stored }: Touched) =>
    !stored || old === null || keyOf(stored.data, old) !== keyOf(row, game)
  const problems: CellProblem[] = []
  const seen = new Map<string, number>()
  for (const [at, one] of touched.entries()) {
    await breathe()
    const key = keyOf(one.row, game)
    const first = seen.get(key)
    if (first === undefined) seen.set(key, at)
    else if (isNew(one) || isNew(touched[first] as Touched))
      problems.push({ row: at, column: 0, problem: `代码「${one.row[0]}」与第 ${first + 1} 行重复` })
  }
  if (present && shape.columns[0] === 0) {
    const going = new Set([...work.removed.map(({ id }) => id), ...touched.map(({ dataId }) => dataId)])
    const fresh = touched.filter(isNew)
    const others = await rowsByCode(
      db,
      present.id,
      fresh.map(({ row }) => row[0] ?? ''),
    )
    const taken = new Set(
      others
        .filter(({ id }) => !going.has(id))
        .map(({ data }) => keyOf(asColumns(data, shape.columns), game)),
    )
    for (const [at, one] of touched.entries()) {
      await breathe()
      if (taken.has(keyOf(one.row, game)) && isNew(one))
        problems.push({ row: at, column: 0, problem: `代码「${one.row[0]}」已在字典里` })
    }
  }
  refuseCells(problems)
}

async function writeChanges(
  db: Db,
  caller: Caller,
  present: DictionaryObject,
  shape: Shape,
  work: RowWork,
): Promise<SavedDictionary> {
  const { id } = present
  const isReshaped = !isSameShape(present, shape)
  const game = columnOfGame(shape)
  const effects: RowEffect[] = [
    ...work.added.map((after) => ({ after })),
    ...work.changed.map(({ row, before }) => ({ before: asColumns(before.data, shape.columns), after: row })),
    ...work.removed.map(({ data }) => ({ before: asColumns(data, shape.columns) })),
  ]
  if (!isReshaped && effects.length === 0) return told(present, [])
  if (isReshaped) await assertForeign(db, caller, present, shape)
  const values = { name: shape.name, form_name: shape.formName, attributes: JSON.stringify(shape.attributes) }
  const stamped = stamp(caller, present)
  const next: DictionaryObject = {
    ...present,
    ...values,
    ...stamped,
    update_time: stamped.modified_at,
    shape_revision: isReshaped ? stamped.revision : present.shape_revision,
  }
  await freeNames(db, dictionaries, present)
  if (!(await writeRow(db, dictionaries, present, next))) throw await conflictIn(db, present, [], [])
  await claimNames(db, dictionaries, next)
  await removeRows(
    db,
    id,
    work.removed.map(({ id: one }) => one),
  )
  const changed = work.changed.map(({ row, before }) => ({ ...before, data: row }))
  if (movesColumns(shape.columns, headOf(present).attributes.length))
    await rebuildRows(db, next, shape, new Set(changed.map(({ id: one }) => one)))
  await updateRows(db, id, changed, next.revision)
  const { count, last } = await countRows(db, id)
  if (count + work.added.length > mostRows)
    throw new AppError('parameter_wrong', `一个字典最多 ${mostRows.toLocaleString('en-US')} 行`)
  const added = await insertRows(db, id, work.added, { last, revision: next.revision })
  const changes = [...differences(dictionaries, present, values), ...rowChanges(effects, game)]
  await noteChanges(db, dictionaries, caller, 'change', [{ id, changes }])
  const detail = {
    id,
    fields: changes.map(({ field }) => field.split(' ')[0]).filter((field) => field !== 'row'),
    ...countEffects(effects),
  }
  await writeAudit(db, { userId: caller.id, action: 'dictionary.change', detail })
  return told(next, added)
}

/** Rows of games the editor may not see must not lose a column or change their game. */
async function assertForeign(db: Db, caller: Caller, present: DictionaryObject, shape: Shape): Promise<void> {
  if (caller.games === 'all' || !harmsForeign(present, shape)) return
  if (await hasForeign(db, caller, present))
    throw new AppError('permission_missing', '字典里有你看不到的游戏的行，只有可看全部游戏的人可以这样改列')
}

export async function hasForeign(db: Db, { games }: Caller, present: DictionaryObject): Promise<boolean> {
  const column = columnOfGame(headOf(present))
  if (games === 'all' || column < 0) return false
  for await (const page of allRows(db, present.id))
    if (page.some(({ data }) => !seesRow(column, data, games))) return true
  return false
}

/** Rewrites all rows in the new column order, except those that are written anyway. */
async function rebuildRows(
  db: Db,
  { id, revision }: DictionaryObject,
  shape: Shape,
  left: ReadonlySet<number>,
): Promise<void> {
  const game = columnOfGame(shape)
  const seen = new Set<string>()
  const moves = shape.columns[0] !== 0
  for await (const page of allRows(db, id)) {
    const rows = page
      .filter((row) => !left.has(row.id))
      .map((row) => ({ ...row, data: asColumns(row.data, shape.columns) }))
    if (moves)
      for (const { data } of rows) {
        const key = keyOf(data, game)
        if (data[0] === '' || seen.has(key))
          throw new AppError('parameter_wrong', `第一列是代码，不能为空或重复，「${data[0]}」不能成为代码`)
        seen.add(key)
      }
    await updateRows(db, id, rows, revision)
    await breathe()
  }
}
