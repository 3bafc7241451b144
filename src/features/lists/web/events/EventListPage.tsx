// /others/eventList: the events of the facts by code, with meaning and uses.

import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { gamesText } from '#web/list/gameCells.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import { ListPage } from '#web/list/ListPage.tsx'
import { useMissing } from '#web/ui/missing/notes.ts'
import {
  deleteEvent,
  type EventState,
  eventHistory,
  eventStates,
  eventStateTitles,
  type ListedEvent,
  listEvents,
  restoreEvents,
} from '#features/lists/contract.ts'
import { EventForm } from './EventForm.tsx'
import { EventPane } from './EventPane.tsx'
import { eventOptions, readOptions, useEventOptions } from './options.ts'

const tones = { planned: 'warning', active: 'good', retired: 'muted' } as const satisfies Record<
  EventState,
  string
>

/** The form's options come from the warehouse and may be slow: the rows wait only for the names of games. */
async function read(signal: AbortSignal): Promise<readonly ListedEvent[]> {
  void readOptions(signal).then(() => eventList.change({}))
  return call(listEvents, {}, { ...quiet, signal })
}

export const eventList = defineList<ListedEvent>({
  name: 'eventList',
  path: pages.othersEventList.path,
  title: '事件列表',
  noun: '事件',
  measure: '个',
  searchHint: '代码、名称、拼音、分类、说明',
  idOf: ({ id }) => String(id),
  nameOf: ({ code }) => code,
  permission: 'search_eventList',
  source: { kind: 'whole', read },
  sort: 'code',
  columns: [
    { key: 'code', title: '事件代码', kind: 'code', value: ({ code }) => code },
    { key: 'name', title: '名称', value: ({ name }) => name, pinyin: ({ pinyin }) => pinyin },
    { key: 'category', title: '分类', value: ({ category }) => category },
    { key: 'games', title: '游戏', value: ({ games }) => gamesText(eventOptions().games, games) },
    {
      key: 'state',
      title: '状态',
      kind: 'badge',
      value: ({ state }) => eventStateTitles[state],
      tone: ({ state }) => tones[state],
    },
    { key: 'uses', title: '被使用', unit: '处', kind: 'number', value: ({ uses }) => uses },
    { key: 'params', title: '参数', value: ({ params }) => params.map(({ name }) => name).join('、') },
    { key: 'describe', title: '说明', value: ({ describe }) => describe },
    { key: 'modifiedBy', title: '修改者', kind: 'user', value: ({ modifiedBy }) => modifiedBy },
    { key: 'modifiedAt', title: '修改时间', kind: 'time', value: ({ modifiedAt }) => modifiedAt },
  ],
  filters: [
    {
      key: 'state',
      title: '状态',
      kind: 'select',
      options: eventStates.map((state) => ({ value: state, title: eventStateTitles[state] })),
      holds: ({ state }, value) => state === value,
    },
    {
      key: 'category',
      title: '分类',
      kind: 'select',
      options: (rows) =>
        [...new Set(rows.map(({ category }) => category))]
          .filter((category) => category !== '')
          .sort()
          .map((category) => ({ value: category, title: category })),
      holds: ({ category }, value) => category === value,
    },
    {
      key: 'game',
      title: '游戏',
      kind: 'select',
      options: () => eventOptions().games.map(({ cgi, name }) => ({ value: cgi, title: name })),
      holds: ({ games }, value) => games === '*' || games.includes(value),
    },
  ],
  form: { view: EventForm, refuses: ({ editable }) => (editable ? undefined : foreignGames) },
  remove: {
    refuses: ({ editable }) => (editable ? undefined : foreignGames),
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: {
        detail: (rows) =>
          rows.some(({ uses }) => uses > 0) ? '正被使用的事件不能删除，会逐个说明用在哪里。' : '可以撤销。',
      },
      run: async ({ id }, signal) => call(deleteEvent, { params: { id }, body: {} }, { ...quiet, signal }),
      undo: async (event) => {
        await call(restoreEvents, { body: { ids: [event.id] } }, quiet)
        return event
      },
    },
  },
  actions: [
    {
      command: 'lists.history',
      title: '变更记录',
      start: ({ id, code }) =>
        showHistory(code, (signal) => call(eventHistory, { params: { id } }, { ...quiet, signal })),
    },
  ],
  empty: { title: '还没有事件', description: '新建时可从数据仓库里见过、还没有名称的事件代码中选择。' },
})

const foreignGames = '该事件还属于你看不到的游戏'

export function Page() {
  const failure = useEventOptions((state) => state.failure)
  useMissing(
    '游戏的名称和没有名称的事件读取失败',
    failure,
    () => void readOptions().then(() => eventList.change({})),
  )
  return <ListPage list={eventList} preview={(event) => <EventPane key={event.id} event={event} />} />
}
