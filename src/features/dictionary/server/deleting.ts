// Deletes dictionaries, which can be restored, and rows, which leave an entry in the history.
import type { Deps } from '#server/deps.ts'
import { isStorable } from '#server/metadata/ids.ts'
import { deleteObjects, restoreObjects } from '#server/objects/deleting.ts'
import { untaken } from '#server/objects/names.ts'
import { holdObject, readObjects } from '#server/objects/reading.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { dictionaries } from './objectKind.ts'
import { headOf } from './repo.ts'
import { hasForeign, saveIn } from './saving.ts'
import { assertUnused, readUses } from './uses.ts'

/** Throws parameter_wrong when a path has no valid id: `undefined`, -1 or nothing. */
function idOf(text: string): number {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0
  if (id <= 0) throw new AppError('parameter_wrong')
  if (!isStorable(id)) throw new AppError('object_missing')
  return id
}

export async function deleteDictionary(deps: Deps, caller: Caller, text: string): Promise<null> {
  const id = idOf(text)
  return deps.metadata.transaction(async (db) => {
    const row = await holdObject(db, deps.metadata.dialect, dictionaries, caller, id)
    assertUnused((await readUses({ ...deps, metadata: { ...deps.metadata, db } }, caller))(row))
    if (await hasForeign(db, caller, row))
      throw new AppError('permission_missing', '字典里有你看不到的游戏的行，只有可看全部游戏的人可以删除它')
    await deleteObjects(db, dictionaries, caller, [id])
    const freed = { name: `deleted ${id} ${Date.now()}`, kept_name: row.name }
    await db.updateTable('dictionary').set(freed).where('id', '=', id).execute()
    return null
  })
}

/** Throws name_taken when another dictionary has taken one of the names meanwhile. */
export function restoreDictionaries(
  { metadata }: Deps,
  caller: Caller,
  ids: readonly number[],
): Promise<null> {
  return metadata.transaction(async (db) => {
    const rows = await readObjects(db, dictionaries, caller, ids, { deleted: true })
    for (const { id, kept_name, name } of rows) {
      const back = { name: kept_name ?? name, kept_name: null }
      await untaken(dictionaries, () => db.updateTable('dictionary').set(back).where('id', '=', id).execute())
    }
    await restoreObjects(db, dictionaries, caller, ids)
    return null
  })
}

export async function deleteRow(deps: Deps, caller: Caller, text: string): Promise<null> {
  const dataId = idOf(text)
  return deps.metadata.transaction(async (db) => {
    const row = await db
      .selectFrom('dictionary_data')
      .select('dict_id')
      .where('id', '=', dataId)
      .executeTakeFirst()
    if (!row) throw new AppError('object_missing')
    const dictionary = await holdObject(db, deps.metadata.dialect, dictionaries, caller, row.dict_id)
    const { id, name, attributes } = headOf(dictionary)
    await saveIn(deps, db, caller, { id, name, attributes, removed: [dataId] })
    return null
  })
}
