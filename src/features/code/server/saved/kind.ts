// Saved queries as objects: their owner's alone, whose names in a folder are all different.
import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { ObjectKind } from '../../../../server/objects/types.ts'
import type { ShareMode } from '../../contract.ts'
import type { SavedQueryTable } from '../tables.ts'

export type SavedQueryRow = Selectable<SavedQueryTable>

export const shareTexts: Record<ShareMode, string> = { off: '未分享', query: 'SQL', result: 'SQL 和结果' }

export const savedQueries: ObjectKind<SavedQueryRow> = {
  table: 'saved_query',
  name: 'savedQuery',
  // 128 random bits: the id stands in shared addresses and must not be guessed.
  makeId: () => randomBytes(16).toString('base64url'),
  fields: {
    name: { title: '名称' },
    folder: { title: '文件夹' },
    tags: { title: '标签', show: (tags) => (JSON.parse(String(tags)) as string[]).join('、') },
    sql: { title: 'SQL' },
    params: { title: '参数' },
    looks: { title: '图表、排序和筛选' },
    share: { title: '分享', show: (share) => shareTexts[share as ShareMode] },
  },
  sees: ({ id }, { owner_id }) => owner_id === id,
  names: ({ owner_id, folder, name }) => [{ scope: `${owner_id} ${folder}`, name }],
  taken: { field: 'name', message: '此文件夹里已有同名的查询，请换一个名称或文件夹' },
}
