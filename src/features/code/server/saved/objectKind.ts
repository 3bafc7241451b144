// Saved queries as objects: private to their owner unless in a team folder (`library/access.ts` decides the
// rights there); names are unique within a folder.
import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { ObjectKind } from '#server/objects/types.ts'
import { type Audience, readAudience } from '#shared/audience.ts'
import type { ShareMode } from '#features/code/contract.ts'
import { type SavedQueryTable, savedQuery } from '../tables.ts'

export type SavedQueryRow = Selectable<SavedQueryTable>

export const shareTexts: Record<ShareMode, string> = { off: '未分享', query: 'SQL', result: 'SQL 和结果' }

const audienceTexts = { anyone: '任何人', signedIn: '所有登录的人' } as const

export function audienceText({ kind, roles, users }: Audience): string {
  if (kind !== 'some') return audienceTexts[kind]
  const parts = [roles.length > 0 && `${roles.length} 个角色`, users.length > 0 && `${users.length} 个用户`]
  return parts.filter(Boolean).join('、')
}

export const savedQueries: ObjectKind<SavedQueryRow> = {
  table: 'saved_query',
  name: 'savedQuery',
  // 128 random bits: the id is part of shared addresses and must not be guessable.
  makeId: () => randomBytes(16).toString('base64url'),
  fields: {
    name: { title: '名称' },
    folder: { title: '文件夹', beside: true },
    folder_id: { title: '团队文件夹', show: (id) => (id === null ? '' : `#${id}`), beside: true },
    tags: { title: '标签', show: (tags) => (JSON.parse(String(tags)) as string[]).join('、') },
    sql: { title: 'SQL' },
    params: { title: '参数' },
    looks: { title: '图表、排序和筛选' },
    audience: {
      title: '分享给',
      show: (audience) => audienceText(readAudience(audience as string | null)),
      beside: true,
    },
    share: { title: '分享', show: (share) => shareTexts[share as ShareMode], beside: true },
  },
  seen: savedQuery.seen,
  // Rows belong to whoever runs the query; shared rows are the owner's own runs of the saved text.
  runs: 'never',
  names: ({ owner_id, folder_id, folder, name }) => [
    { scope: folder_id === null ? `${owner_id} ${folder}` : `team ${folder_id} ${folder}`, name },
  ],
  taken: { field: 'name', message: '此文件夹里已有同名的查询，请换一个名称或文件夹' },
}
