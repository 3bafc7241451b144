// The context for checking a definition while it is typed, outside any transaction: nothing is stored.

import type { Deps } from '#server/deps.ts'
import { AppError } from '#shared/errors.ts'
import type { DefinitionKind } from '#features/config/contract.ts'
import { readModel } from '../model.ts'
import { readCategories } from '../repo.ts'
import type { Changes, Definitions } from '../saving/drafts.ts'
import { newId } from '../saving/drafts.ts'
import { namingOf } from '../saving/held.ts'
import type { Known } from '../saving/problems.ts'
import { drawn, keysBefore, readDictionaryIds } from '../saving/save.ts'

/** `change` says which dimension table's new key is checked in the warehouse. */
export async function readKnown<Kind extends DefinitionKind>(
  deps: Deps,
  kind: Kind,
  change: Changes[Kind],
): Promise<Known> {
  const { db } = deps.metadata
  const model = { ...(await readModel(deps)), duplicateKeys: await keysBefore(deps, kind, change) }
  const categories = await readCategories(db)
  return {
    model,
    categories,
    naming: namingOf(model, categories),
    dictionaries: await readDictionaryIds(db),
  }
}

type ModelKind = Exclude<DefinitionKind, 'category'>

const parts = {
  dimension: 'dimensions',
  point: 'points',
  dimensionTable: 'dimensionTables',
  pointTable: 'pointTables',
} as const

/** The definition as it would be saved. Throws object_missing where the edited one is gone. */
export function draftOf<Kind extends ModelKind>(
  { metadata: { db } }: Pick<Deps, 'metadata'>,
  kind: Kind,
  change: Changes[Kind],
  { model }: Known,
): Promise<Definitions[Kind]> {
  const { id = newId } = change
  const all: readonly { id: number }[] = model[parts[kind]]
  const present = id > 0 ? all.find((one) => one.id === id) : null
  if (present === undefined) throw new AppError('object_missing')
  return drawn(db, kind, change, present as Definitions[Kind] | null, model)
}
