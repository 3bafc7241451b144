// What a caller may do in the team's library, read once per call in its transaction.
import type { Dialect } from '#server/metadata/table.ts'
import type { Caller, Db, ObjectKind } from '#server/objects/types.ts'
import { type Reader, readFolderRights } from '#server/queryRights.ts'
import { alive, either, every, oneOf } from '#server/scopes/seen.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { type HeldRight, mayDo, type QueryRight } from '#shared/sql/queryRights.ts'
import { type SavedQueryRow, savedQueries } from '../saved/objectKind.ts'
import { type FolderRow, queryFolders } from './objectKind.ts'

export interface LibraryFolder extends FolderRow {
  ownerName: string
  /** Its owner's account is disabled. */
  ownerGone: boolean
  /** Null where the caller has no right. */
  right: QueryRight | null
}

type Placed = Pick<SavedQueryRow, 'owner_id' | 'folder_id'>

export interface Library {
  /** Existing folders, including those the caller may not know of. */
  folders: ReadonlyMap<number, LibraryFolder>
  /** Null: the query must seem not to exist. */
  rightOn(query: Placed): Exclude<HeldRight, 'shared'> | null
  /** Saved queries as objects, with this caller's rights. */
  queries: ObjectKind<SavedQueryRow>
  /** Folders, visible to users with a right to them, changed by their owners. */
  shelves: ObjectKind<FolderRow>
}

export const rightTexts: Record<QueryRight, string> = { read: '查看', run: '运行', edit: '编辑' }

/** `hold`: the store's dialect, to lock the rows where a change depends on them. */
export async function readLibrary(db: Db, caller: Reader, hold?: Dialect): Promise<Library> {
  const rows = await readFolderRights(db, caller, hold)
  const people =
    rows.length === 0 ? [] : await db.selectFrom('user').select(['id', 'username', 'disabled']).execute()
  const owners = new Map(people.map((user) => [user.id, user]))
  const folders = new Map(
    rows.map((row): [number, LibraryFolder] => {
      const owner = owners.get(row.owner_id)
      return [row.id, { ...row, ownerName: owner?.username ?? '', ownerGone: owner?.disabled !== 0 }]
    }),
  )
  return libraryOf(folders, caller)
}

function libraryOf(folders: ReadonlyMap<number, LibraryFolder>, caller: Caller): Library {
  const rightOn: Library['rightOn'] = ({ owner_id, folder_id }) => {
    if (folder_id === null) return owner_id === caller.id ? 'own' : null
    return folders.get(folder_id)?.right ?? null
  }
  const isManager = holdsPermission(caller.authorityInfo, 'manage_authority')
  const idsOf = (isSeen: (folder: LibraryFolder) => boolean) =>
    [...folders.values()].flatMap((folder) => (isSeen(folder) ? [folder.id] : []))
  const granted = idsOf(({ right }) => right !== null)
  const known = idsOf(({ right, ownerGone }) => right !== null || (isManager && ownerGone))
  return {
    folders,
    rightOn,
    queries: {
      ...savedQueries,
      seen: either(savedQueries.seen, oneOf('folder_id', granted)),
      refuses: (_, row) => refusal(folders, rightOn(row), row, 'edit'),
    },
    shelves: {
      ...queryFolders,
      seen: either(queryFolders.seen, every(alive, oneOf('id', known))),
      refuses: ({ id }, { owner_id }) =>
        owner_id === id ? null : '只有文件夹的所有者可以修改名称和权限，或删除它',
    },
  }
}

/** Why the caller, who can see the query, may not do this, in Chinese; null: allowed. */
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
