// A definition's history, and restoring any of its states.

import { formulaInNames, idsIn } from '#semantic/model/formulaText.ts'
import type { Deps } from '#server/deps.ts'
import { readPast, stateAfter } from '#server/objects/past.ts'
import type { Caller, Db, ObjectKind } from '#server/objects/types.ts'
import { deletedIn } from '#server/scopes/life.ts'
import type { DefinitionHistory, DefinitionKind } from '#features/config/contract.ts'
import { forgetModel } from '../model.ts'
import { dictionaryLine, kindsOf, type Stored } from '../objectKinds.ts'
import type { Changes, Definitions } from './drafts.ts'
import { beginSaving, keysBefore, type Saved, saveWithin, shownDefinition } from './save.ts'

const objectsOf = <Kind extends DefinitionKind>(kind: Kind) => kindsOf()[kind] as ObjectKind<Stored[Kind]>

/** Newest first. */
export async function definitionHistory(
  { metadata: { db } }: Pick<Deps, 'metadata'>,
  caller: Caller,
  kind: DefinitionKind,
  id: number,
): Promise<DefinitionHistory> {
  const history = await readPast(
    db,
    objectsOf(kind),
    caller,
    id,
    (row) => row.created_at || ('create_time' in row ? row.create_time : ''),
  )
  return kind === 'dimension' ? withDictionaries(db, history) : history
}

/** A dimension's dictionary is recorded by its id. */
async function withDictionaries(db: Db, history: DefinitionHistory): Promise<DefinitionHistory> {
  const rows = await db.selectFrom('dictionary').select(['id', 'name']).execute()
  const names = new Map(rows.map(({ id, name }) => [String(id), name]))
  const told = (text: string) =>
    text.replace(dictionaryLine, (line, id: string) => line.replace(id, names.get(id) ?? `#${id}`))
  return history.map((entry) => ({
    ...entry,
    changes: entry.changes.map((change) =>
      change.field === 'info' ? { ...change, from: told(change.from), to: told(change.to) } : change,
    ),
  }))
}

/** The state right after the entry becomes a save like any other. */
export async function backToChange<Kind extends DefinitionKind>(
  deps: Deps,
  caller: Caller,
  kind: Kind,
  { id, change, revision }: { id: number; change: number; revision?: number | undefined },
): Promise<Saved<Kind>> {
  const { db } = deps.metadata
  const sought = await stateAfter(db, objectsOf(kind), caller, id, change)
  const repeated = await keysBefore(deps, kind, { ...sought, id } as never)
  const saved = await deps.metadata.transaction(async (within) => {
    const known = await beginSaving(deps, within, kind, repeated)
    const row = await stateAfter(within, objectsOf(kind), caller, id, change)
    const definition = await withLastNames(within, kind, shownDefinition(kind, row, known))
    const whole = { ...definition, ...(revision !== undefined && { revision }) } as unknown as Changes[Kind]
    return saveWithin(within, known, caller, kind, whole)
  })
  forgetModel(deps.metadata)
  return saved
}

/** A formula's past state may hold points that are deleted: the refusal says their names. */
async function withLastNames<Kind extends DefinitionKind>(
  db: Db,
  kind: Kind,
  definition: Definitions[Kind],
): Promise<Definitions[Kind]> {
  if (kind !== 'point') return definition
  const point = definition as Definitions['point']
  if (idsIn(point.name_sql).length === 0) return definition
  const gone = await db.selectFrom('point').select(['id', 'name']).where(deletedIn('point')).execute()
  return { ...point, name_sql: formulaInNames(point.name_sql, gone) } as Definitions[Kind]
}
