// Team folders as objects, which only their owners change.
import type { Selectable } from 'kysely'
import type { ObjectKind } from '#server/objects/types.ts'
import type { FolderGrant, QueryRight } from '#features/code/contract.ts'
import { type QueryFolderTable, queryFolder } from '../tables.ts'

export type FolderRow = Selectable<QueryFolderTable>

const titles: Record<QueryRight, string> = { read: '查看', run: '运行', edit: '编辑' }
export const subjects = { everyone: '所有人', role: '角色', user: '用户' } as const

/** The history records roles and users by id, because they may be renamed, and is read with their names. */
const grantsText = (stored: unknown): string =>
  (JSON.parse(String(stored)) as FolderGrant[])
    .map(({ kind, id, right }) => `${subjects[kind]}${id === null ? '' : ` #${id}`}：${titles[right]}`)
    .join('；') || '仅所有者'

/** A role or user in a recorded text; the owner stands alone. */
export const numbered = new RegExp(`(${subjects.role} |${subjects.user} |^)#(\\d+)`, 'g')

export const queryFolders: ObjectKind<FolderRow> = {
  table: 'query_folder',
  name: 'queryFolder',
  fields: {
    name: { title: '名称' },
    note: { title: '说明' },
    grants: { title: '权限', show: grantsText, beside: true },
    owner_id: { title: '所有者', show: (id) => `#${id}`, beside: true },
  },
  seen: queryFolder.seen,
  refuses: ({ id }, { owner_id }) => (owner_id === id ? null : '只有文件夹的所有者可以修改'),
  runs: 'never',
  // Unique per owner: a name clash must not reveal folders that the caller may not know.
  names: ({ owner_id, name }) => [{ scope: String(owner_id), name }],
  taken: { field: 'name', message: '你已有同名的团队文件夹，请换一个名称' },
}
