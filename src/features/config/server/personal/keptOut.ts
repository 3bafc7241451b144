// Whose rows loads leave out: ids that were erased, by keyed hashes, and the columns that may hold such ids.
import { marksOf } from '#semantic/model/personal.ts'
import type { Model } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { Db } from '#server/objects/types.ts'
import { personalKey } from '#server/personalKey.ts'
import { identityHash } from '#server/warehouse/identity.ts'
import type { KeptOut } from '#server/warehouse/import/keepingOut.ts'
import { type IdentityKind, identityKinds } from '#shared/personal.ts'
import { readDefinitions } from '../repo.ts'
import { readMarks } from './marks.ts'
import { placesIn, playerNames } from './places.ts'
import { proposedByName } from './proposing.ts'
import { countIn } from './telling.ts'

export async function keptOutOf({ db }: Metadata, dataDir: string, table: string): Promise<KeptOut | null> {
  const listed = await db.selectFrom('kept_out').select(['kind', 'hash']).execute()
  if (listed.length === 0) return null
  const kinds = await kindsOfColumns(db, table)
  const known = new Set(listed.map(({ kind }) => kind))
  return {
    key: personalKey(dataDir),
    hashes: listed.map(({ hash }) => hash),
    kindsOf: (column) => kinds(column).filter((kind) => known.has(kind)),
  }
}

/** A column that nobody marked counts by its name: a table that is new has no marks. */
export async function kindsOfColumns(db: Db, table: string): Promise<(column: string) => IdentityKind[]> {
  const { points, dimensions } = await readDefinitions(db)
  const players = playerNames({ points, dimensions })
  const marks = marksOf(table, await readMarks(db))
  return (column) => {
    const name = column.toLowerCase()
    const kind = marks.get(name) ?? proposedByName(column)?.kind
    return [...(players.has(name) ? (['player'] as const) : []), ...(kind ? [kind] : [])]
  }
}

/** As what the id stands in the tables now. */
export async function foundKinds(
  deps: Deps,
  model: Model,
  id: string,
  signal: AbortSignal,
): Promise<Set<IdentityKind>> {
  const found = new Set<IdentityKind>()
  // One table after another: nobody waits for it.
  for (const place of placesIn(model)) {
    const kinds = await kindsOfColumns(deps.metadata.db, place.table.name)
    const { columns } = await countIn(deps, model, place, id, signal)
    for (const { name } of columns) for (const kind of kinds(name)) found.add(kind)
  }
  return found
}

/** Listed under the kinds under which it was found; an id that was nowhere, under all that are one person's. */
export function keptOutRows(dataDir: string, id: string, found: ReadonlySet<IdentityKind>) {
  const key = personalKey(dataDir)
  const kinds = found.size > 0 ? new Set<IdentityKind>(['player', ...found]) : new Set(ownKinds)
  return [...kinds].map((kind) => ({ kind, hash: identityHash(key, kind, id) }))
}

/** Names and addresses of the network are many people's. */
const ownKinds = identityKinds.filter((kind) => !['name', 'ip', 'other'].includes(kind))
