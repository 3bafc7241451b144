// What stops without a saved query, or once its owner may not run the query any more; each feature that runs saved queries by itself registers its own uses.
import type { Metadata } from '#server/metadata/open.ts'
import { holdsGames, type SentGames, scopeOf } from '#server/objects/games.ts'
import { userNames } from '#server/objects/history.ts'
import type { Db } from '#server/objects/types.ts'
import { presentUsers } from '#server/people.ts'
import { type Reader, readFolderRights } from '#server/queryRights.ts'
import { type Grant, grantedRight, mayDo } from '#shared/sql/queryRights.ts'
import type { QueryUse, UsesQuestion } from '#features/code/contract.ts'
import { readLibrary } from '../library/access.ts'
import type { SavedQueryRow } from './objectKind.ts'

interface Use {
  name: string
  ownerId: number
  queryId: string
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
  { ids = [], folder, after }: UsesQuestion,
): Promise<QueryUse[]> {
  const { rightOn } = await readLibrary(db, caller)
  const rows = await db
    .selectFrom('saved_query')
    .select(['id', 'owner_id', 'folder_id'])
    .where((is) =>
      is.or([
        ...(ids.length > 0 ? [is('id', 'in', [...new Set(ids)])] : []),
        ...(folder === undefined ? [] : [is('folder_id', '=', folder)]),
      ]),
    )
    .execute()
  const own = new Map(rows.filter((row) => mayDo(rightOn(row), 'edit')).map((row) => [row.id, row]))
  if (own.size === 0) return []
  const found: (Use & { kind: QueryUse['kind'] })[] = []
  for (const [kind, usesOf] of users)
    found.push(...(await usesOf(db, [...own.keys()])).map((use) => ({ ...use, kind })))
  const loses = after ? await losers(db, caller, own, found, after) : () => true
  const names = await userNames(
    db,
    found.map(({ ownerId }) => ownerId),
  )
  return found.filter(loses).map(({ kind, name, ownerId, games }) => {
    const isKnown = ownerId === caller.id || games === undefined || holdsGames(caller, scopeOf(games))
    return { kind, name: isKnown ? name : '', owner: names.get(ownerId) ?? '' }
  })
}

type Placed = Pick<SavedQueryRow, 'owner_id' | 'folder_id'>

/** Whether the owner of a use may run its query today, and may not after the change. */
async function losers(
  db: Db,
  caller: Reader,
  queries: ReadonlyMap<string, Placed>,
  uses: readonly Use[],
  { folderId, grants }: NonNullable<UsesQuestion['after']>,
): Promise<(use: Use) => boolean> {
  const owners = await presentUsers(db, [...new Set(uses.map(({ ownerId }) => ownerId))])
  const folders = await readFolderRights(db, caller)
  const byId = new Map(folders.map((row) => [row.id, row]))
  return ({ ownerId, queryId }) => {
    const owner = owners.get(ownerId)
    const query = queries.get(queryId)
    if (!owner || !query) return false
    const mayRun = ({ owner_id, folder_id }: Placed, granted?: readonly Grant[]) => {
      if (folder_id === null) return owner_id === ownerId
      const folder = byId.get(folder_id)
      if (!folder || folder.owner_id === ownerId) return folder !== undefined
      const given = granted ?? (JSON.parse(folder.grants) as Grant[])
      return mayDo(grantedRight(given, ownerId, owner.role ?? -1), 'run')
    }
    const moved = folderId === undefined ? query : { ...query, folder_id: folderId }
    return mayRun(query) && !mayRun(moved, grants)
  }
}
