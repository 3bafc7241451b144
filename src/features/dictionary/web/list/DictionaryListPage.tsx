// /dictionary and /dictionary/new: all dictionaries with row counts and uses.

import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { forgetDictionaries } from '#web/api/dictionaryCache.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import {
  deleteDict,
  type ListedDictionary,
  listDictionaries,
  restoreDictionaries,
} from '#features/dictionary/contract.ts'
import { detailAddress, NewForm } from './NewForm.tsx'
import { UsesPane } from './UsesPane.tsx'

export const dictionaryList = defineList<ListedDictionary>({
  name: 'dictionaries',
  path: pages.dictionaryNew.path,
  alsoAt: pages.dictionary.path,
  title: '字典管理',
  noun: '字典',
  measure: '个',
  searchHint: '名称、拼音、表单名、列',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: 'manage_dictionary',
  source: { kind: 'whole', read: (signal) => call(listDictionaries, {}, { ...quiet, signal }) },
  columns: [
    { key: 'name', title: '名称', value: ({ name }) => name, pinyin: ({ pinyin }) => pinyin },
    { key: 'formName', title: '表单名', kind: 'code', value: ({ formName }) => formName },
    { key: 'rowCount', title: '行数', kind: 'number', value: ({ rowCount }) => rowCount },
    { key: 'attributes', title: '列', value: ({ attributes }) => attributes.join('、') },
    { key: 'uses', title: '被使用', unit: '处', kind: 'number', value: ({ uses }) => uses.length },
    {
      key: 'usedBy',
      title: '用在哪里',
      value: ({ uses }) => uses.map(({ name }) => name).join('、'),
      width: 280,
    },
    { key: 'modifiedBy', title: '修改者', kind: 'user', value: ({ modifiedBy }) => modifiedBy },
    { key: 'updateTime', title: '更新时间', kind: 'time', value: ({ updateTime }) => updateTime },
  ],
  filters: [
    {
      key: 'used',
      title: '使用',
      kind: 'select',
      options: [
        { value: 'yes', title: '正在使用' },
        { value: 'no', title: '没有使用' },
      ],
      holds: ({ uses }, value) => uses.length > 0 === (value === 'yes'),
    },
  ],
  open: ({ id }) => navigate(detailAddress(id)),
  form: { view: NewForm, refuses: () => '请打开字典编辑' },
  remove: {
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: {
        detail: (rows) =>
          rows.some(({ uses }) => uses.length > 0)
            ? '正被使用的字典不能删除，会逐个说明用在哪里。'
            : '可以撤销。',
      },
      run: async ({ id }, signal) => {
        await call(deleteDict, { params: { id: String(id) }, body: {} }, { ...quiet, signal })
        await forgetDictionaries([id])
        return null
      },
      undo: async (dictionary) => {
        await call(restoreDictionaries, { body: { ids: [dictionary.id] } }, quiet)
        return dictionary
      },
    },
  },
  actions: [
    {
      command: 'dictionaries.history',
      title: '变更记录',
      start: ({ id, name }) =>
        void import('../detail/dialogs.tsx').then(({ showPast }) => showPast(id, name)),
    },
    {
      command: 'dictionaries.export',
      title: '导出 xlsx',
      start: ({ id }) => void import('../detail/actions.ts').then(({ exportSheet }) => exportSheet(id)),
    },
  ],
  empty: { title: '还没有字典', description: '字典给数据里的代码起名：渠道、区服、状态……' },
})

export function Page() {
  return <ListPage list={dictionaryList} preview={(row) => <UsesPane key={row.id} dictionary={row} />} />
}
