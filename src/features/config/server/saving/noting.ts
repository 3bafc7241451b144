// Writes changes of definitions that were checked as a whole (a file import, a replaced point): with the
// caller's rights, revision, history and audit, but regardless of the present revision.

import { formulaInIds } from '#semantic/model/formulaText.ts'
import { changeObject, type NewObject } from '#server/objects/changing.ts'
import { freeNames } from '#server/objects/names.ts'
import { anyTable, readObject } from '#server/objects/reading.ts'
import type { Caller, Db, ObjectKind } from '#server/objects/types.ts'
import { assertMayMake } from '#server/objects/writing.ts'
import { living } from '#server/scopes/life.ts'
import type { DefinitionKind } from '#features/config/contract.ts'
import { adoptFormulas } from '../formulas.ts'
import { kindsOf, type Naming, type Stored } from '../objectKinds.ts'
import { readDefinitions } from '../repo.ts'
import { adoptRows } from './adopt.ts'
import { namingOf } from './held.ts'

export interface NotedWrites {
  /** Returns its id. */
  add<Kind extends DefinitionKind>(kind: Kind, values: NewObject<Stored[Kind]>): Promise<number>
  change<Kind extends DefinitionKind>(kind: Kind, id: number, values: Partial<Stored[Kind]>): Promise<void>
}

/** Within the transaction. Two definitions may temporarily share a name, as in a file. */
export async function notedWrites(db: Db, caller: Caller): Promise<NotedWrites> {
  const { categories, ...definitions } = await readDefinitions(db)
  const kinds = kindsOf(namingOf(definitions, categories) satisfies Naming)
  for (const kind of Object.values(kinds)) await adoptRows(db, kind as ObjectKind<Stored[DefinitionKind]>)
  await adoptFormulas(db)
  const now = new Date().toISOString()
  return {
    add: async (kind, values) => {
      const objects = kinds[kind] as unknown as ObjectKind<Stored[DefinitionKind]>
      const row = await anyTable(db)
        .insertInto(objects.table)
        .values({ ...values, ...madeBy(caller.id, now) })
        .returningAll()
        .executeTakeFirstOrThrow()
      const added = row as unknown as Stored[DefinitionKind]
      await assertMayMake(db, objects, caller, added)
      return added.id
    },
    change: async (kind, id, values) => {
      const { names: _, ...nameless } = kinds[kind]
      const objects = nameless as unknown as ObjectKind<Stored[DefinitionKind]>
      const present = await readObject(db, objects, caller, id)
      const named = kinds[kind] as unknown as ObjectKind<Stored[DefinitionKind]>
      // The next save of the kind claims the new name.
      if ('name' in values && values.name !== present.name) await freeNames(db, named, present)
      const kept = kind === 'point' ? await withFormulaInIds(db, values as Partial<Stored['point']>) : values
      await changeObject(db, objects, caller, { id, values: kept as object }, (row) => row)
    },
  }
}

/** Points that were added in the same transaction are known here. */
async function withFormulaInIds(db: Db, values: Partial<Stored['point']>): Promise<Partial<Stored['point']>> {
  const { name_sql, table_id = null } = values
  if (name_sql === undefined || table_id !== null) return values
  const points = await db.selectFrom('point').select(['id', 'name']).where(living('point')).execute()
  return { ...values, name_sql: formulaInIds(name_sql, points) }
}

/** Who added a row, and when. */
export const madeBy = (userId: number, now: string) => ({
  owner_id: userId,
  created_at: now,
  modified_at: now,
  modified_by: userId,
})
