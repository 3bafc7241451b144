// The list of custom reports on its page.

import { PanelTable } from '@blueprintjs/icons'
import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { holds } from '#web/shell/session.ts'
import { type CustomSummary, deleteCustomReport, listCustomReports } from '#features/custom/contract.ts'
import { reportAddress } from '../address.ts'

export const customList = defineList<CustomSummary>({
  name: 'custom',
  path: pages.custom.path,
  title: '自定义报表',
  noun: '自定义报表',
  measure: '张',
  searchHint: '名称、拼音、文件夹或发布者',
  columns: [
    { key: 'name', title: '名称', value: ({ name }) => name, pinyin: ({ pinyin }) => pinyin },
    { key: 'folder', title: '文件夹', value: ({ folder }) => folder },
    {
      key: 'state',
      title: '状态',
      kind: 'badge',
      value: ({ published }) => (published ? '已发布' : '草稿'),
      tone: ({ published }) => (published ? 'good' : 'muted'),
    },
    { key: 'owner', title: '发布者', kind: 'user', value: ({ owner }) => owner },
    { key: 'modified', title: '修改时间', kind: 'time', value: ({ modifiedAt }) => modifiedAt },
    { key: 'describe', title: '说明', value: ({ describe }) => describe },
  ],
  filters: [
    {
      key: 'folder',
      title: '文件夹',
      kind: 'select',
      options: (reports) =>
        [...new Set(reports.map(({ folder }) => folder))]
          .filter((folder) => folder !== '')
          .sort((one, other) => one.localeCompare(other, 'zh-CN'))
          .map((folder) => ({ value: folder, title: folder })),
      holds: ({ folder }, value) => folder === value,
    },
    {
      key: 'mine',
      title: '发布者',
      kind: 'yesNo',
      yes: '我的',
      no: '他人的',
      holds: ({ own }) => own,
    },
  ],
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  source: { kind: 'whole', read: (signal) => call(listCustomReports, {}, { ...quiet, signal }) },
  permission: 'search_sqlQuery',
  open: ({ id }) => navigate(reportAddress(id)),
  create: () => navigate(reportAddress('new')),
  remove: {
    refuses: ({ own }) => (own ? undefined : '只有发布者可以删除这张报表'),
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: { detail: () => '其他人打开它的链接时会看到它已被删除。' },
      run: async ({ id }, signal) => {
        await call(deleteCustomReport, { params: { id }, body: {} }, { ...quiet, signal })
        return null
      },
      undo: async (report) => {
        await call(deleteCustomReport, { params: { id: report.id }, body: { restored: true } }, quiet)
        return report
      },
    },
  },
  empty: {
    title: '还没有自定义报表',
    icon: <PanelTable size={32} />,
    description: () =>
      holds('search_sqlQuery')
        ? '写一条 SQL，给它参数和图表，发布后其他人就能使用。'
        : '等有代码查询权限的同事发布后再来看。',
  },
})
