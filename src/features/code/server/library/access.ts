// What a caller may do in the team's library: read once a call, in its transaction, so that what is asked later is at hand.
import { sql } from 'kysely'
import type { Seeing } from '../../../../server/http/session.ts'
import type { Dialect } from '../../../../server/metadata/table.ts'
import type { Caller, Db, ObjectKind } from '../../../../server/objects/types.ts'
import { holdsPermission } from '../../../../shared/permissions.ts'
import { type FolderGrant, type HeldRight, type QueryRight, queryRights } from '../../contract.ts'
import { type SavedQueryRow, savedQueries } from '../saved/kind.ts'
import { type FolderRow, queryFolders } from './kind.ts'

/** A session's user; of any other caller the role is read. */
export type Reader = Caller & { roleId?: number; seeing?: Seeing }

export interface LibraryFolder extends FolderRow {
  ownerName: string
  /** Its owner's account is disabled. */
  ownerGone: boolean
  /** Null where the caller has none. */
  right: QueryRight | null
}

type Placed = Pick<SavedQueryRow, 'owner_id' | 'folder_id'>

export interface Library {
  /** Those that live, also those that the caller may not know of. */
  folders: ReadonlyMap<number, LibraryFolder>
  /** Null: the query is as if it were not there. */
  rightOn(query: Placed): Exclude<HeldRight, 'shared'> | null
  /** Saved queries as objects of this caller's. */
  queries: ObjectKind<SavedQueryRow>
  /** Folders, seen by those who have a right in them, changed by their owners. */
  shelves: ObjectKind<FolderRow>
}

const rank = (right: QueryRight): number => queryRights.indexOf(right)

export const mayDo = (held: HeldRight | null, right: QueryRight): boolean =>
  held === 'own' || (held !== null && held !== 'shared' && rank(held) >= rank(right))

export const rightTexts: Record<QueryRight, string> = { read: '查看', run: '运行', edit: '编辑' }

/** The highest of those that are given to the user, to the role, to everyone. */
export function grantedRight(
  grants: readonly FolderGrant[],
  userId: number,
  roleId: number,
): QueryRight | null {
  const given = grants.filter(
    ({ kind, id }) => kind === 'everyone' || id === (kind === 'role' ? roleId : userId),
  )
  return given.reduce<QueryRight | null>(
    (best, { right }) => (best === null || rank(right) > rank(best) ? right : best),
    null,
  )
}

/** `hold`: on PostgreSQL rights stay as they are until the transaction ends; SQLite writes one at a time anyway. */
export async function readLibrary(db: Db, caller: Reader, hold?: Dialect): Promise<Library> {
  const roleId = caller.seeing?.roleId ?? caller.roleId ?? (await roleOf(db, caller.id))
  let asked = db.selectFrom('query_folder').selectAll().where('deleted_at', 'is', null)
  if (hold === 'postgres') asked = asked.modifyEnd(sql`for share`)
  const rows = await asked.execute()
  const owners = new Map(
    rows.length === 0
      ? []
      : (await db.selectFrom('user').select(['id', 'username', 'disabled']).execute()).map((user) => [
          user.id,
          user,
        ]),
  )
  const folders = new Map(
    rows.map((row): [number, LibraryFolder] => {
      const owner = owners.get(row.owner_id)
      const granted = grantedRight(JSON.parse(row.grants) as FolderGrant[], caller.id, roleId)
      const right = row.owner_id === caller.id ? 'edit' : granted
      return [row.id, { ...row, ownerName: owner?.username ?? '', ownerGone: owner?.disabled !== 0, right }]
    }),
  )
  return libraryOf(folders, caller)
}

async function roleOf(db: Db, userId: number): Promise<number> {
  const row = await db.selectFrom('user').select('role_id').where('id', '=', userId).executeTakeFirst()
  return row?.role_id ?? -1
}

function libraryOf(folders: ReadonlyMap<number, LibraryFolder>, caller: Caller): Library {
  const rightOn: Library['rightOn'] = ({ owner_id, folder_id }) => {
    if (folder_id === null) return owner_id === caller.id ? 'own' : null
    return folders.get(folder_id)?.right ?? null
  }
  const isManager = holdsPermission(caller.authorityInfo, 'manage_authority')
  const seesFolder = ({ id, owner_id, deleted_at }: FolderRow): boolean => {
    if (deleted_at !== null) return owner_id === caller.id
    const folder = folders.get(id)
    return folder !== undefined && (folder.right !== null || (isManager && folder.ownerGone))
  }
  return {
    folders,
    rightOn,
    queries: {
      ...savedQueries,
      sees: (_, row) => rightOn(row) !== null,
      refuses: (_, row) => refusal(folders, rightOn(row), row, 'edit'),
    },
    shelves: {
      ...queryFolders,
      sees: (_, row) => seesFolder(row),
      refuses: ({ id }, { owner_id }) =>
        owner_id === id ? null : '只有文件夹的所有者可以修改名称和权限，或删除它',
    },
  }
}

/** Why the caller, who sees the query, may not do it, in Chinese; null: they may. */
export function refusal(
  folders: Library['folders'],
  held: HeldRight | null,
  { folder_id }: Pick<SavedQueryRow, 'folder_id'>,
  wanted: QueryRight,
): string | null {
  if (mayDo(held, wanted)) return null
  const folder = folder_id === null ? undefined : folders.get(folder_id)
  const name = folder ? `团队文件夹「${folder.name}」` : '这个查询'
  const has = held === 'read' || held === 'run' ? `只有${rightTexts[held]}权限` : '没有权限'
  return `你对${name}${has}，不能${rightTexts[wanted]}；可以另存为自己的副本`
}

/** Whether a caller may know of a query at all: their own, their team's, or one that is shared. */
export async function knownQueries(
  db: Db,
  caller: Reader,
): Promise<(query: Placed & { share: string }) => boolean> {
  const { rightOn } = await readLibrary(db, caller)
  return (query) => query.share !== 'off' || rightOn(query) !== null
}
