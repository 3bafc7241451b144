// Custom reports as objects: everybody may read published ones; only the publisher may read drafts and make
// changes.
import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { ObjectKind } from '#server/objects/types.ts'
import { type CustomReportTable, customReport } from './tables.ts'

export type CustomReportRow = Selectable<CustomReportTable>

export const customReports: ObjectKind<CustomReportRow> = {
  table: 'custom_report',
  name: 'customReport',
  makeId: () => randomBytes(16).toString('base64url'),
  fields: {
    name: { title: '名称' },
    folder: { title: '文件夹', beside: true },
    describe: { title: '说明' },
    sql: { title: 'SQL' },
    params: { title: '参数' },
    chart: { title: '图表' },
    published: { title: '状态', show: (published) => (published === 1 ? '已发布' : '草稿'), beside: true },
  },
  seen: customReport.seen,
  refuses: ({ id }, { owner_id }) => (owner_id === id ? null : '只有发布者可以修改这张报表'),
  runs: { in: () => 'all' },
  // Names are unique per publisher only, so that a taken name reveals nothing about another user's draft.
  names: ({ owner_id, folder, name }) => [{ scope: `${owner_id} ${folder}`, name }],
  taken: { field: 'name', message: '此文件夹里已有你的同名报表，请换一个名称或文件夹' },
}
