// Deletes unused definitions, and restores them.

import type { DimensionTable } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { isStorable } from '#server/metadata/ids.ts'
import { deleteObjects, restoreObjects } from '#server/objects/deleting.ts'
import { anyTable } from '#server/objects/reading.ts'
import type { Caller, Db, ObjectKind } from '#server/objects/types.ts'
import { deletedIn, lifeColumn } from '#server/scopes/life.ts'
import type { DefinitionKind, GoneDefinitions } from '#features/config/contract.ts'
import { forgetModel, readModel } from '../model.ts'
import { kindsOf, type Stored } from '../objectKinds.ts'
import { toDimensionTable } from '../repo.ts'
import { assertUnused } from '../using/uses.ts'
import { brokenBy } from './broken.ts'
import { readHeld, repeatedKeys } from './held.ts'
import { problemsOf, refuseProblems } from './problems.ts'
import { beginSaving, brokenText, readDictionaryIds, shownDefinition } from './save.ts'

const objectsOf = (kind: DefinitionKind) => kindsOf()[kind] as ObjectKind<Stored[DefinitionKind]>

export async function removeDefinitions(
  deps: Deps,
  caller: Caller,
  kind: DefinitionKind,
  ids: readonly number[],
): Promise<null> {
  const { duplicateKeys = [] } = await readModel(deps)
  await deps.metadata.transaction(async (db) => {
    const { model } = await beginSaving(deps, db, kind, duplicateKeys)
    // First, so that missing ones answer as such.
    await deleteObjects(db, objectsOf(kind), caller, ids)
    await assertUnused(db, model, caller, kind, new Set(ids))
  })
  forgetModel(deps.metadata)
  return null
}

/**
 * Where the category is gone meanwhile, they are restored without one; everything else is checked like a
 * save.
 */
export async function bringBackDefinitions(
  deps: Deps,
  caller: Caller,
  kind: DefinitionKind,
  ids: readonly number[],
): Promise<null> {
  const { duplicateKeys = [] } = await readModel(deps)
  const coming = kind === 'dimensionTable' ? await readDeletedTables(deps.metadata.db, ids) : []
  const repeated = [...duplicateKeys, ...(await repeatedKeys(deps, coming))]
  await deps.metadata.transaction(async (db) => {
    const before = await beginSaving(deps, db, kind, repeated)
    const rows = await restoreObjects(db, objectsOf(kind), caller, ids)
    const isKnown = (id: number) => before.categories.some((category) => category.id === id)
    const held = await readHeld(deps, db, repeated)
    const known = { ...held, dictionaries: await readDictionaryIds(db) }
    for (const row of rows) {
      const kept = await withoutGoneCategory(db, kind, row, isKnown)
      const definition = shownDefinition(kind, kept, known)
      refuseProblems(problemsOf(kind, definition, known))
      const broken = await brokenBy(kind, definition.id, before.model, held.model)
      if (broken.length > 0) refuseProblems([{ field: 'name', message: `恢复后${brokenText(broken)}` }])
    }
  })
  forgetModel(deps.metadata)
  return null
}

async function readDeletedTables(db: Db, ids: readonly number[]): Promise<DimensionTable[]> {
  const wanted = ids.filter(isStorable)
  if (wanted.length === 0) return []
  const rows = await db
    .selectFrom('dimension_table')
    .selectAll()
    .where('id', 'in', wanted)
    .where(deletedIn('dimension_table'))
    .execute()
  return rows.map(toDimensionTable)
}

async function withoutGoneCategory(
  db: Db,
  kind: DefinitionKind,
  row: Stored[DefinitionKind],
  isKnown: (id: number) => boolean,
): Promise<Stored[DefinitionKind]> {
  const column = kind === 'dimension' ? 'dim_type_id' : kind === 'point' ? 'point_type_id' : null
  if (!column) return row
  const category = (row as unknown as Record<string, number | null>)[column] ?? null
  if (category === null || isKnown(category)) return row
  await anyTable(db)
    .updateTable(kind)
    .set({ [column]: null })
    .where('id', '=', row.id)
    .execute()
  return { ...row, [column]: null }
}

export async function goneDefinitions(
  { metadata: { db } }: Pick<Deps, 'metadata'>,
  kind: DefinitionKind,
): Promise<GoneDefinitions> {
  const rows = await anyTable(db)
    .selectFrom(objectsOf(kind).table)
    .select(['id', 'name', lifeColumn])
    .where(deletedIn(objectsOf(kind).table))
    .orderBy(lifeColumn, 'desc')
    .limit(500)
    .execute()
  return rows.map(({ id, name, [lifeColumn]: at }) => ({
    id: Number(id),
    name: String(name),
    deletedAt: String(at),
  }))
}
