// Warehouse tables without definitions: previews their proposal, and creates it, all or nothing.

import { withoutIds } from '#semantic/model/references.ts'
import { segmentOfTable } from '#semantic/model/segments.ts'
import type { Model, PhysicalTable, ReportInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { anyTable } from '#server/objects/reading.ts'
import type { Caller, Db, ObjectKind, ObjectRow } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import type {
  DimensionChange,
  PointChange,
  PointTableChange,
  TableProposal,
  UndefinedTable,
} from '#features/config/contract.ts'
import { forgetModel, readModel } from '../model.ts'
import { assertMayDefineTables, definitionObjects } from '../objectKinds.ts'
import { adoptRows } from '../saving/adopt.ts'
import { readHeld } from '../saving/held.ts'
import type { Known } from '../saving/problems.ts'
import { beginSaving, readDictionaryIds, saveWithin } from '../saving/save.ts'
import { counted, type Made, makeProposed } from './making.ts'
import { readImported } from './profile.ts'

const shownTable = ({ name, comment, rowCount, columns, updatedAt }: PhysicalTable): UndefinedTable => ({
  name,
  comment,
  rowCount,
  columns: columns.length,
  updatedAt,
})

export async function undefinedTables(deps: Deps, caller: Caller): Promise<UndefinedTable[]> {
  assertMayDefineTables(caller)
  const model = await readModel(deps)
  const known = definedNames(model)
  return model.tables
    .filter((table) => !known.has(table.name.toLowerCase()) && segmentOfTable(table) === null)
    .map(shownTable)
}

const definedNames = ({ pointTables, dimensionTables }: Model) =>
  new Set([...pointTables, ...dimensionTables].map(({ table_truename }) => table_truename.toLowerCase()))

async function assertUndefined(deps: Deps, table: string): Promise<void> {
  const model = await readModel(deps)
  const physical = model.tables.find(({ name }) => name.toLowerCase() === table.toLowerCase())
  if (physical !== undefined && segmentOfTable(physical) !== null)
    throw new AppError('parameter_wrong', '这张数据表是人群的名单，已是维度，不用再定义')
  if (!definedNames(model).has(table.toLowerCase())) return
  throw new AppError('object_conflict', '这张数据表已有定义，请刷新后再试')
}

/** Rolls back the preview's transaction. */
class LookedAt extends Error {
  readonly made: Made
  constructor(made: Made) {
    super('nothing is kept')
    this.made = made
  }
}

export async function tableProposal(
  deps: Deps,
  caller: Caller,
  table: string,
  signal: AbortSignal,
): Promise<TableProposal> {
  assertMayDefineTables(caller)
  const imported = await readImported(deps.warehouse, table, signal)
  await assertUndefined(deps, imported.table.name)
  const made = await deps.metadata
    .transaction(async (db): Promise<Made> => {
      throw new LookedAt(await makeProposed(deps, db, imported))
    })
    .catch((error: unknown) => {
      if (error instanceof LookedAt) return error.made
      throw error
    })
  return {
    table: shownTable(imported.table),
    pointTable: fresh(made.pointTable),
    dimensions: made.dimensions.map(({ key, dimension }) => ({
      key,
      dimension: withoutNew(fresh(dimension), 'dim_typeId', made),
    })),
    points: made.points.map(({ key, point }) => ({
      key,
      point: withoutNew({ ...fresh(point), table_id: null }, 'point_typeId', made),
    })),
    categories: made.categories.map(({ kind, name }) => ({ kind, name })),
    reports: made.reports.map(({ name }) => name),
    notes: made.notes,
  }
}

/** As a new definition without id. */
const fresh = <Item extends { id: number }>({ id: _, ...rest }: Item): Omit<Item, 'id'> & { id: -1 } => ({
  ...rest,
  id: -1,
})

/** A category that would be new has no id either. */
function withoutNew<Change extends object>(change: Change, field: string, { categories }: Made): Change {
  const id = (change as Record<string, unknown>)[field]
  return categories.some((category) => category.id === id) ? { ...change, [field]: null } : change
}

interface Applied {
  table: string
  pointTable?: PointTableChange | undefined
  dimensions: { key: string; dimension?: DimensionChange | undefined }[]
  points: { key: string; point?: PointChange | undefined }[]
  reports?: boolean | undefined
}

export async function applyProposal(
  deps: Deps,
  caller: Caller,
  { table, pointTable, dimensions, points, reports = true }: Applied,
  signal: AbortSignal,
): Promise<{ pointTableId: number; viewMetaId: number; notes: string[] }> {
  assertMayDefineTables(caller)
  const imported = await readImported(deps.warehouse, table, signal)
  await assertUndefined(deps, imported.table.name)
  const { duplicateKeys = [] } = await readModel(deps)
  const applied = await deps.metadata.transaction(async (db) => {
    await beginSaving(deps, db, 'pointTable', duplicateKeys)
    const made = await makeProposed(deps, db, imported)
    const keptDimensions = chosen(made.dimensions, dimensions)
    const keptPoints = chosen(made.points, points)
    await leaveOut(db, made, {
      dims: without(
        made.dimensions.map(({ dimension }) => dimension.id),
        keptDimensions.map(({ dimension }) => dimension.id),
      ),
      points: without(
        made.points.map(({ point }) => point.id),
        keptPoints.map(({ point }) => point.id),
      ),
    })
    const viewMetaId = reports ? await usableView(db, made) : await withoutView(db, made)
    await ownedBy(db, caller.id, made)
    for (const kind of definitionObjects) await adoptRows(db, kind as ObjectKind<ObjectRow>)
    const held = async (): Promise<Known> => ({
      ...(await readHeld(deps, db, duplicateKeys)),
      dictionaries: await readDictionaryIds(db),
    })
    const { id: pointTableId, joins } = made.pointTable
    await saveWithin(db, await held(), caller, 'pointTable', { joins, ...pointTable, ...at(pointTableId) })
    let known = await held()
    for (const { dimension, given } of keptDimensions) {
      const change = { ...given.dimension, ...at(dimension.id) }
      await saveWithin(db, known, caller, 'dimension', keepCategory(change, 'dim_typeId'))
    }
    for (const { point, given } of keptPoints) {
      const change = { ...given.point, ...at(point.id) }
      const types = change.types ?? point.types
      // Proposed points use only the proposed table.
      const table_id = types === 'computed' ? null : pointTableId
      const saved = await saveWithin(db, known, caller, 'point', {
        ...keepCategory(change, 'point_typeId'),
        table_id,
      })
      // Other formulas must reference it by its new name, or are refused.
      if (saved.name !== point.name) known = await held()
    }
    await writeAudit(db, {
      userId: caller.id,
      action: 'pointTable.propose',
      detail: {
        table: imported.table.name,
        id: pointTableId,
        dimensions: keptDimensions.length,
        points: keptPoints.length,
      },
    })
    const counts = `指标表 1 个、维度 ${keptDimensions.length} 个、指标 ${keptPoints.length} 个`
    return { pointTableId, viewMetaId, notes: [`已建立${counts}`] }
  })
  forgetModel(deps.metadata)
  return applied
}

/** Created just now, so the previewed revision does not matter. */
const at = (id: number) => ({ id, revision: undefined, overwrite: undefined })

/** The category created with it was null in the preview. */
function keepCategory<Change extends object>(change: Change, field: keyof Change): Change {
  if (change[field] !== null) return change
  const { [field]: _, ...rest } = change
  return rest as Change
}

/** Throws where a chosen item is no longer proposed. */
function chosen<Item extends { key: string }, Given extends { key: string }>(
  made: readonly Item[],
  given: readonly Given[],
): (Item & { given: Given })[] {
  return given.map((one) => {
    const item = made.find(({ key }) => key === one.key)
    if (!item) throw new AppError('object_conflict', '数据表有了新的内容，请重新打开后再试')
    return { ...item, given: one }
  })
}

const without = (all: readonly number[], kept: readonly number[]): ReadonlySet<number> =>
  new Set(all).difference(new Set(kept))

/** Nobody has seen them yet: they are deleted at once, from the reports, too. */
async function leaveOut(
  db: Db,
  { reports }: Made,
  { dims, points }: { dims: ReadonlySet<number>; points: ReadonlySet<number> },
): Promise<void> {
  for (const { id } of reports) {
    const { info } = await db
      .selectFrom('report')
      .select('info')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const left = withoutIds(JSON.parse(info) as ReportInfo, { dims, points })
    if (left.points.length === 0) await db.deleteFrom('report').where('id', '=', id).execute()
    else
      await db
        .updateTable('report')
        .set({ info: JSON.stringify(left) })
        .where('id', '=', id)
        .execute()
  }
  for (const id of points) await db.deleteFrom('point').where('id', '=', id).execute()
  for (const id of dims) await db.deleteFrom('dimension').where('id', '=', id).execute()
}

/** 0 where none of its reports remains. */
async function usableView(db: Db, made: Made): Promise<number> {
  const one = await db
    .selectFrom('report')
    .select('id')
    .where('view_meta_id', '=', made.viewMetaId)
    .where(living('report'))
    .executeTakeFirst()
  return one ? made.viewMetaId : withoutView(db, made)
}

async function withoutView(db: Db, { viewMetaId, reports, before }: Made): Promise<0> {
  for (const { id } of reports) await db.deleteFrom('report').where('id', '=', id).execute()
  if (viewMetaId > (before.get('view_meta') ?? 0))
    await db.deleteFrom('view_meta').where('id', '=', viewMetaId).execute()
  await db
    .deleteFrom('view_type')
    .where('id', '>', before.get('view_type') ?? 0)
    .execute()
  return 0
}

/** The import's proposer assigns everything to the installation; here a user asked for it. */
async function ownedBy(db: Db, userId: number, { before }: Made): Promise<void> {
  const own = async (table: string, values: object) => {
    await anyTable(db)
      .updateTable(table)
      .set(values)
      .where('id', '>', before.get(table) ?? 0)
      .execute()
  }
  for (const table of counted) await own(table, { owner_id: userId, modified_by: userId })
}
