// Declares a list of entries for the shared list component; the black and the white list differ in calls and
// texts.

import { call, quiet } from '#web/api/client.ts'
import { defineList, type List } from '#web/list/defineList.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import type { ListColumn, ListFilter, ListQuestion, RowAction } from '#web/list/types.ts'
import {
  type EntryCalls,
  type EntryQuery,
  entryKinds,
  entryKindTitles,
  entrySources,
  entrySourceTitles,
  type ListEntry,
} from '#features/lists/contract.ts'
import { entryForm } from './EntryForm.tsx'
import { entryPaste } from './EntryPaste.tsx'
import type { EntryList, EntryListWords } from './entryList.ts'

const pageSize = 500

const columns: readonly ListColumn<ListEntry>[] = [
  { key: 'value', title: '值', kind: 'code', value: ({ value }) => value, sortable: true, width: 190 },
  { key: 'cgi', title: '游戏', value: ({ game }) => game, sortable: true },
  { key: 'kind', title: '类型', value: ({ kind }) => entryKindTitles[kind], sortable: true },
  { key: 'reason', title: '原因', value: ({ reason }) => reason, sortable: true },
  {
    key: 'expiresOn',
    title: '有效期至',
    kind: 'badge',
    value: ({ expiresOn }) => expiresOn,
    text: ({ expiresOn, expired }) =>
      expiresOn === null ? '长期' : `${expiresOn}${expired ? ' 已过期' : ''}`,
    tone: ({ expired }) => (expired ? 'muted' : 'good'),
    sortable: true,
  },
  {
    key: 'source',
    title: '来源',
    value: ({ source, rule }) => (rule === '' ? entrySourceTitles[source] : `规则：${rule}`),
    sortable: true,
  },
  { key: 'owner', title: '添加者', kind: 'user', value: ({ owner }) => owner },
  { key: 'createdAt', title: '添加时间', kind: 'time', value: ({ createdAt }) => createdAt, sortable: true },
  {
    key: 'modifiedAt',
    title: '修改时间',
    kind: 'time',
    value: ({ modifiedAt }) => modifiedAt,
    sortable: true,
  },
  { key: 'note', title: '备注', value: ({ note }) => note },
]

const filtersOf = (list: EntryList): ListFilter<ListEntry>[] => [
  {
    key: 'game',
    title: '游戏',
    kind: 'select',
    options: () => list.games.map(({ cgi, name }) => ({ value: cgi, title: name })),
  },
  {
    key: 'kind',
    title: '类型',
    kind: 'select',
    options: entryKinds.map((kind) => ({ value: kind, title: entryKindTitles[kind] })),
  },
  {
    key: 'source',
    title: '来源',
    kind: 'select',
    options: entrySources.map((source) => ({ value: source, title: entrySourceTitles[source] })),
  },
  {
    key: 'state',
    title: '状态',
    kind: 'select',
    options: [
      { value: 'active', title: '有效' },
      { value: 'expired', title: '已过期' },
    ],
  },
]

/** The request for the address's filters; the call itself refuses unknown values. */
function queryOf({ text, filters, sort, desc }: ListQuestion): EntryQuery {
  const { game, kind, source, state } = filters
  return {
    ...(text !== '' && { search: text }),
    ...(game && { cgi: game }),
    ...(kind && { kind: kind as NonNullable<EntryQuery['kind']> }),
    ...(source && { source: source as NonNullable<EntryQuery['source']> }),
    ...(state && { state: state as NonNullable<EntryQuery['state']> }),
    ...(sort !== '' && { sort: sort as NonNullable<EntryQuery['sort']>, desc }),
  }
}

export function defineEntries(
  calls: EntryCalls,
  words: EntryListWords,
  actions: readonly RowAction<ListEntry>[] = [],
): List<ListEntry> {
  const list: EntryList = { calls, words, games: [], refusal: null }
  return defineList<ListEntry>({
    name: words.name,
    path: words.path,
    title: words.title,
    noun: '条目',
    measure: '条',
    searchHint: '值、原因、备注',
    notice: () => list.refusal,
    columns,
    filters: filtersOf(list),
    sort: '-modifiedAt',
    idOf: ({ id }) => String(id),
    nameOf: ({ value }) => value,
    permission: words.permission,
    source: {
      kind: 'pages',
      size: pageSize,
      read: async (question, signal) => {
        const { page, size } = question
        const query = { ...queryOf(question), offset: (page - 1) * size, limit: size }
        const { rows, total, games, refusal } = await call(calls.list, { query }, { ...quiet, signal })
        Object.assign(list, { games, refusal })
        return { rows, total }
      },
    },
    form: { view: entryForm(list) },
    paste: entryPaste(list),
    remove: {
      each: {
        doing: '正在删除...',
        done: '已删除',
        asks: {},
        run: async ({ id }, signal) => call(calls.remove, { params: { id }, body: {} }, { ...quiet, signal }),
        undo: async (row) => {
          await call(calls.restore, { body: { ids: [row.id] } }, quiet)
          return row
        },
      },
    },
    actions: [
      ...actions,
      {
        command: 'lists.history',
        title: '变更记录',
        start: ({ id, value }) =>
          showHistory(value, (signal) => call(calls.history, { params: { id } }, { ...quiet, signal })),
      },
    ],
    empty: { title: `还没有${words.title}条目`, description: words.empty },
  })
}
