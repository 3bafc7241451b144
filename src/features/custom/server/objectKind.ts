// Custom reports as objects: everybody may read published ones; drafts are read by the publisher and by whom they are
// shared with, some of whom may make changes.
import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { grantsField } from '#server/grantees.ts'
import type { ObjectKind } from '#server/objects/types.ts'
import { type Grant, isGranted } from '#shared/grants.ts'
import { type CustomReportTable, customReport } from './tables.ts'

export type CustomReportRow = Selectable<CustomReportTable>

/** `nameOf` is needed where sharing is changed. */
export const customReportsAs = (
  nameOf: (grant: Grant) => string = ({ id }) => `#${id}`,
): ObjectKind<CustomReportRow> => ({
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
    grants: grantsField(nameOf),
  },
  seen: customReport.seen,
  refuses: (caller, { owner_id, grants }) =>
    owner_id === caller.id || isGranted(grants, caller, 'edit')
      ? null
      : '只有发布者和可以修改它的人可以修改这张报表',
  runs: { in: () => 'all' },
  // Names are unique per publisher only, so that a taken name reveals nothing about another user's draft.
  names: ({ owner_id, folder, name }) => [{ scope: `${owner_id} ${folder}`, name }],
  taken: { field: 'name', message: '此文件夹里已有你的同名报表，请换一个名称或文件夹' },
})

export const customReports = customReportsAs()
