// What stops without a saved query; each feature that runs saved queries by itself registers its own uses.
import type { Metadata } from '#server/metadata/open.ts'
import { holdsGames, type SentGames, scopeOf } from '#server/objects/games.ts'
import { userNames } from '#server/objects/history.ts'
import type { Db } from '#server/objects/types.ts'
import type { Reader } from '#server/queryRights.ts'
import { mayDo } from '#shared/sql/queryRights.ts'
import type { QueryUse } from '#features/code/contract.ts'
import { readLibrary } from '../library/access.ts'

interface Use {
  name: string
  ownerId: number
  /** The games of an alarm: its name is for those who see all of them. */
  games?: SentGames
}

const users = new Map<QueryUse['kind'], (db: Db, ids: readonly string[]) => Promise<Use[]>>()

/** Called once at registration; living uses alone. */
export function tellQueryUses(
  kind: QueryUse['kind'],
  usesOf: (db: Db, ids: readonly string[]) => Promise<Use[]>,
): void {
  users.set(kind, usesOf)
}

export async function readUses(
  { db }: Metadata,
  caller: Reader,
  ids: readonly string[],
): Promise<QueryUse[]> {
  const { rightOn } = await readLibrary(db, caller)
  const rows = await db
    .selectFrom('saved_query')
    .select(['id', 'owner_id', 'folder_id'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  const own = rows.filter((row) => mayDo(rightOn(row), 'edit')).map(({ id }) => id)
  if (own.length === 0) return []
  const found: (Use & { kind: QueryUse['kind'] })[] = []
  for (const [kind, usesOf] of users) found.push(...(await usesOf(db, own)).map((use) => ({ ...use, kind })))
  const names = await userNames(
    db,
    found.map(({ ownerId }) => ownerId),
  )
  return found.map(({ kind, name, ownerId, games }) => {
    const isKnown = ownerId === caller.id || games === undefined || holdsGames(caller, scopeOf(games))
    return { kind, name: isKnown ? name : '', owner: names.get(ownerId) ?? '' }
  })
}
