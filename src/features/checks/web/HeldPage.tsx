// /config/source/held: loads that checks held back, and what became of them.
import { Tick } from '@blueprintjs/icons'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import type { Tone } from '#web/list/types.ts'
import { DataNavigation } from '#web/shell/DataNavigation.tsx'
import { timeText } from '#web/ui/timeText.ts'
import {
  discardHold,
  type Hold,
  type HoldState,
  holdStates,
  holdStateTitles,
  listHolds,
  releaseHold,
} from '../contract.ts'
import './checks.css'

const tones: Record<HoldState, Tone> = {
  held: 'warning',
  releasing: 'active',
  released: 'good',
  discarded: 'muted',
}
const refuses = ({ state }: Hold) =>
  state === 'held' ? undefined : state === 'releasing' ? '正在发布' : `${holdStateTitles[state]}，不能再改`

export const heldList = defineList<Hold>({
  name: 'held',
  path: pages.configSourceHeld.path,
  title: '扣下的数据',
  noun: '数据',
  measure: '份',
  searchHint: '数据表、来源、原因',
  idOf: ({ id }) => String(id),
  nameOf: ({ table, source }) => `${table} ← ${source}`,
  permission: 'search_config',
  source: { kind: 'whole', read: async (signal) => call(listHolds, {}, { ...quiet, signal }) },
  sort: 'state',
  columns: [
    {
      key: 'state',
      title: '状态',
      kind: 'badge',
      value: ({ state }) => holdStateTitles[state],
      tone: ({ state }) => tones[state],
      rank: ({ state, at }) => `${holdStates.indexOf(state)} ${9e15 - Date.parse(at)}`,
      width: 100,
    },
    { key: 'table', title: '数据表', kind: 'code', value: ({ table }) => table, width: 160 },
    { key: 'source', title: '来源', value: ({ source }) => source, width: 200 },
    { key: 'rows', title: '行数', kind: 'number', value: ({ rows }) => rows },
    { key: 'problems', title: '为什么', value: ({ problems }) => problems.join('；'), width: 420 },
    { key: 'at', title: '扣下于', kind: 'time', value: ({ at }) => at },
    { key: 'by', title: '由谁载入', kind: 'user', value: ({ by }) => by },
    { key: 'decided', title: '由谁决定', kind: 'user', value: ({ decidedBy }) => decidedBy },
  ],
  filters: [
    {
      key: 'state',
      title: '状态',
      kind: 'several',
      options: holdStates.map((state) => ({ value: state, title: holdStateTitles[state] })),
      holds: ({ state }, value) => state === value,
    },
  ],
  actions: [
    {
      command: 'held.release',
      title: '仍然发布',
      refuses,
      each: {
        doing: '正在安排...',
        done: '已开始发布',
        asks: { detail: () => '这些行会进入数据表，没有通过的日期在报表里标出。' },
        run: async (hold, signal) => {
          await call(releaseHold, { params: { id: hold.id }, body: {} }, { ...quiet, signal })
          return { ...hold, state: 'releasing' as const }
        },
      },
    },
    {
      command: 'held.discard',
      title: '丢弃',
      refuses,
      each: {
        doing: '正在丢弃...',
        done: '已丢弃',
        asks: { detail: () => '这些行不会进入数据表，也不能找回；数据源接着载入后面的。' },
        run: async (hold, signal) => {
          await call(discardHold, { params: { id: hold.id }, body: {} }, { ...quiet, signal })
          return { ...hold, state: 'discarded' as const }
        },
      },
    },
  ],
  follow: { everyMs: 1_500, while: (rows) => rows.some(({ state }) => state === 'releasing') },
  empty: {
    title: '没有扣下的数据',
    description: '「没有通过时」选了扣下的校验不通过，载入的数据就留在这里等人决定。',
    icon: <Tick size={32} />,
  },
})

export function Page() {
  return <ListPage list={heldList} lead={<DataNavigation />} preview={(hold) => <HeldPane hold={hold} />} />
}

function HeldPane({ hold }: { hold: Hold }) {
  const { table, source, rows, at, by, problems, problem, state, decidedAt, decidedBy } = hold
  return (
    <div className="checks-pane">
      <h2>{source}</h2>
      <p>
        {rows.toLocaleString('en-US')} 行要载入 {table}，{timeText(at)} 扣下{by && `，由 ${by} 载入`}
      </p>
      <h3>没有通过的</h3>
      <ul className="checks-days">
        {problems.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {problem !== null && <p className="checks-bad">{problem}</p>}
      {decidedAt && state !== 'held' && (
        <p>
          {holdStateTitles[state]}：{decidedBy} {timeText(decidedAt)}
        </p>
      )}
    </div>
  )
}
