// /config/segment: the list of segments with member counts and the state of the last computation.

import { People } from '@blueprintjs/icons'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { gamesText } from '#web/list/gameCells.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import { ListPage } from '#web/list/ListPage.tsx'
import type { Tone } from '#web/list/types.ts'
import {
  computeSegment,
  deleteSegment,
  listSegments,
  restoreSegment,
  type Segment,
  type SegmentList,
  type SegmentState,
  segmentHistory,
  segmentStateTitles,
  sourceTitles,
} from '../contract.ts'
import { SegmentForm, type SegmentOptions } from './SegmentForm.tsx'
import { SegmentPane } from './SegmentPane.tsx'

/** The points and columns available to segments, read together with the list. */
let options: SegmentOptions = {
  games: [],
  points: [],
  dims: [],
  players: [],
  mayWriteSql: false,
  refusal: null,
}

async function read(signal: AbortSignal): Promise<readonly Segment[]> {
  const { rows, ...rest }: SegmentList = await call(listSegments, {}, { ...quiet, signal })
  options = rest
  return rows
}

const tones: Record<SegmentState, Tone> = {
  none: 'muted',
  waiting: 'active',
  running: 'active',
  done: 'good',
  failed: 'bad',
}

export const segmentsList = defineList<Segment>({
  name: 'segments',
  path: pages.configSegment.path,
  title: '人群',
  noun: '人群',
  measure: '个',
  searchHint: '名称、来源、说明',
  notice: () => options.refusal,
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: 'search_config',
  source: { kind: 'whole', read },
  sort: 'name',
  columns: [
    {
      key: 'name',
      title: '名称',
      value: ({ name }) => name,
      pinyin: ({ pinyin }) => pinyin,
      width: 140,
    },
    { key: 'members', title: '玩家', unit: '人', kind: 'number', value: ({ members }) => members },
    {
      key: 'state',
      title: '状态',
      kind: 'badge',
      value: ({ state, problem }) => problem ?? segmentStateTitles[state],
      tone: ({ state }) => tones[state],
    },
    { key: 'day', title: '算到', value: ({ day }) => day ?? '' },
    { key: 'kind', title: '来源', value: ({ source }) => sourceTitles[source.kind] },
    { key: 'source', title: '内容', value: ({ sourceText }) => sourceText, width: 320 },
    { key: 'games', title: '游戏', value: ({ games }) => gamesText(options.games, games) },
    { key: 'keepDays', title: '保留', unit: '天', kind: 'number', value: ({ keepDays }) => keepDays },
    { key: 'note', title: '说明', value: ({ note }) => note },
    { key: 'owner', title: '创建者', kind: 'user', value: ({ owner }) => owner },
    { key: 'computedAt', title: '计算于', kind: 'time', value: ({ computedAt }) => computedAt },
  ],
  form: {
    view: (props) => <SegmentForm {...props} options={options} />,
    refuses: ({ editable }) => (editable ? undefined : '该人群还有你看不到的游戏，不能修改'),
  },
  remove: {
    refuses: ({ editable }) => (editable ? undefined : '该人群还有你看不到的游戏，不能删除'),
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: { detail: () => '报表里的两个维度一起删除；有报表、告警、待发的推送任务用到时会拒绝。' },
      run: ({ id }, signal) => call(deleteSegment, { params: { id }, body: {} }, { ...quiet, signal }),
      undo: ({ id }) => call(restoreSegment, { params: { id }, body: {} }, quiet),
    },
  },
  actions: [
    {
      command: 'segments.compute',
      title: '计算',
      refuses: ({ editable, state }) =>
        options.refusal ??
        (editable ? (state === 'waiting' ? '已在等待计算' : undefined) : '该人群还有你看不到的游戏'),
      each: {
        doing: '正在安排...',
        done: '已安排计算',
        run: ({ id }, signal) => call(computeSegment, { params: { id }, body: {} }, { ...quiet, signal }),
      },
    },
    {
      command: 'segments.history',
      title: '变更记录',
      start: ({ id, name }) =>
        showHistory(name, (signal) => call(segmentHistory, { params: { id } }, { ...quiet, signal })),
    },
  ],
  follow: {
    everyMs: 2_000,
    while: (rows) => rows.some(({ state }) => state === 'waiting' || state === 'running'),
  },
  empty: {
    title: '还没有人群',
    description: '人群是有名称的一组玩家：按规则、名单或 SQL 每天计算，在报表里作维度与条件。',
    icon: <People size={32} />,
  },
})

export function Page() {
  return (
    <ListPage
      list={segmentsList}
      preview={(segment) => <SegmentPane segment={segment} options={options} />}
    />
  )
}
