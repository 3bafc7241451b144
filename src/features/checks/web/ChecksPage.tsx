// /config/source/checks: the checks of all tables, how each stands, and what can be done with them.
import { Tick } from '@blueprintjs/icons'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import { ListPage } from '#web/list/ListPage.tsx'
import type { Tone } from '#web/list/types.ts'
import { DataNavigation } from '#web/shell/DataNavigation.tsx'
import {
  type Check,
  type CheckState,
  checkActionTitles,
  checkHistory,
  checkStates,
  checkStateTitles,
  deleteChecks,
  pauseCheck,
  restoreChecks,
  runCheck,
  whenText,
} from '../contract.ts'
import { CheckForm } from './CheckForm.tsx'
import { CheckPane } from './CheckPane.tsx'
import { readChecks, reference } from './reference.ts'
import { renewsChecks } from './renewing.ts'
import { showSuggestions } from './Suggestions.tsx'
import './checks.css'

const refuses = ({ editable }: Check) =>
  editable ? undefined : '校验会读所有游戏的行，只能由可看全部游戏的人设置和运行'

const tones: Record<CheckState, Tone> = {
  failed: 'bad',
  broken: 'warning',
  idle: 'muted',
  passed: 'good',
  never: 'muted',
}

const stateText = ({ running, paused, state }: Check): string =>
  running ? '正在校验' : paused ? '已暂停' : checkStateTitles[state]

export const checksList = defineList<Check>({
  name: 'checks',
  path: pages.configSourceChecks.path,
  title: '数据校验',
  noun: '校验',
  measure: '个',
  searchHint: '名称、数据表、结果、备注',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: 'search_config',
  source: { kind: 'whole', read: readChecks },
  sort: 'state',
  columns: [
    {
      key: 'state',
      title: '状态',
      kind: 'badge',
      value: stateText,
      tone: ({ running, paused, state }) => (running ? 'active' : paused ? 'muted' : tones[state]),
      rank: ({ state, table }) => `${checkStates.indexOf(state)} ${table}`,
      width: 90,
    },
    { key: 'table', title: '数据表', kind: 'code', value: ({ table }) => table, width: 140 },
    { key: 'name', title: '名称', value: ({ name }) => name, pinyin: ({ pinyin }) => pinyin, width: 320 },
    { key: 'found', title: '上次结果', value: ({ last }) => last?.text ?? '', width: 300 },
    { key: 'at', title: '上次运行', kind: 'time', value: ({ last }) => last?.at ?? null },
    { key: 'action', title: '没有通过时', value: ({ action }) => checkActionTitles[action] },
    { key: 'when', title: '何时', value: ({ timing }) => whenText(timing) },
    { key: 'kind', title: '类型', value: ({ kindTitle }) => kindTitle },
    { key: 'owner', title: '负责人', kind: 'user', value: ({ owner }) => owner },
    { key: 'note', title: '备注', value: ({ note }) => note },
  ],
  filters: [
    {
      key: 'table',
      title: '数据表',
      kind: 'several',
      options: (rows) =>
        [...new Set(rows.map(({ table }) => table))].sort().map((table) => ({ value: table, title: table })),
      holds: ({ table }, value) => table === value,
    },
    {
      key: 'state',
      title: '状态',
      kind: 'several',
      options: checkStates.map((state) => ({ value: state, title: checkStateTitles[state] })),
      holds: ({ state }, value) => state === value,
    },
  ],
  form: { view: CheckForm, refuses },
  remove: {
    refuses,
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: { detail: () => '不再校验，它标出的日期不再标出；已载入的数据不变。' },
      run: async ({ id }, signal) => {
        await call(deleteChecks, { body: { ids: [id] } }, { ...quiet, signal })
        return null
      },
      undo: async (check) => {
        await call(restoreChecks, { body: { ids: [check.id] } }, quiet)
        return check
      },
    },
  },
  actions: [
    {
      command: 'checks.run',
      title: '立即校验',
      refuses: (check) => refuses(check) ?? (check.running ? '正在校验' : undefined),
      each: {
        doing: '正在安排...',
        done: '已开始校验',
        run: ({ id }, signal) => call(runCheck, { params: { id }, body: {} }, { ...quiet, signal }),
      },
    },
    {
      command: 'checks.suggest',
      title: '建议的校验',
      start: ({ table }) => showSuggestions(table),
    },
    {
      command: 'checks.pause',
      title: '暂停或恢复',
      refuses,
      each: {
        doing: '正在保存...',
        done: '已保存',
        run: ({ id, paused }, signal) =>
          call(pauseCheck, { params: { id }, body: { paused: !paused } }, { ...quiet, signal }),
        undo: ({ id, paused }) => call(pauseCheck, { params: { id }, body: { paused } }, quiet),
      },
    },
    {
      command: 'checks.history',
      title: '变更记录',
      start: ({ id, name }) =>
        showHistory(name, (signal) => call(checkHistory, { params: { id } }, { ...quiet, signal })),
    },
  ],
  follow: { everyMs: 1_500, while: (rows) => rows.some(({ running }) => running) },
  empty: {
    title: '还没有数据校验',
    description: () => (
      <button type="button" className="checks-offer" onClick={() => showSuggestions()}>
        看看一张表有哪些建议的校验
      </button>
    ),
    icon: <Tick size={32} />,
  },
})
renewsChecks(() => void checksList.refresh())

function Lead() {
  // The number comes with the list, which this renders again for.
  checksList.useState(({ readAt }) => readAt)
  const { held } = reference()
  return (
    <>
      {/* Beside the line about held loads its links have less room, and show the present one anew. */}
      <DataNavigation key={held === 0 ? 'whole' : 'less'} />
      {held > 0 && (
        <Link className="checks-held" href={pages.configSourceHeld()}>
          <span className="checks-held-more">有 {held} 份数据被扣下，等待决定</span>
          <span className="checks-held-less">扣下 {held} 份</span>
        </Link>
      )}
    </>
  )
}

export function Page() {
  return <ListPage list={checksList} lead={<Lead />} preview={(check) => <CheckPane check={check} />} />
}
