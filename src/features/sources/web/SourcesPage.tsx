// /config/source: the sources of data, what each loaded last, and what can be done with them.
import { Import } from '@blueprintjs/icons'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import { ListPage } from '#web/list/ListPage.tsx'
import { DataNavigation } from '#web/shell/DataNavigation.tsx'
import {
  cancelSourceRun,
  confirmSourceChange,
  deleteSources,
  pauseSource,
  restoreSources,
  runOutcomeTitles,
  runSource,
  type Source,
  sourceHistory,
  sourceModeTitles,
  timingText,
} from '../contract.ts'
import { readSources, reference } from './reference.ts'
import { SourceForm } from './SourceForm.tsx'
import { SourcePane } from './SourcePane.tsx'
import { showSpan } from './SpanDialog.tsx'

const refuses = ({ editable }: Source) =>
  editable ? undefined : '数据源会载入所有游戏的行，只能由可看全部游戏的人设置和运行'
const isRunning = ({ last }: Source) => last?.outcome === 'running'

function stateText(source: Source): string {
  const { last, problem, paused } = source
  if (isRunning(source)) return runOutcomeTitles.running
  if (problem !== null) return problem.split('\n')[0] ?? problem
  if (paused) return '已暂停'
  return last === null ? '还没有载入过' : runOutcomeTitles[last.outcome]
}

function toneOf(source: Source) {
  const { last, problem, paused } = source
  if (isRunning(source)) return 'active'
  if (problem !== null || last?.outcome === 'failed') return 'bad'
  return paused || last === null || last.outcome === 'canceled' ? 'muted' : 'good'
}

export const sourcesList = defineList<Source>({
  name: 'sources',
  path: pages.configSource.path,
  title: '数据接入',
  noun: '数据源',
  measure: '个',
  searchHint: '名称、数据表、备注',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: 'search_config',
  source: { kind: 'whole', read: readSources },
  sort: 'name',
  columns: [
    { key: 'name', title: '名称', value: ({ name }) => name, pinyin: ({ pinyin }) => pinyin, width: 150 },
    { key: 'state', title: '状态', kind: 'badge', value: stateText, tone: toneOf, width: 200 },
    { key: 'table', title: '数据表', kind: 'code', value: ({ table }) => table },
    { key: 'lastAt', title: '最近载入', kind: 'time', value: ({ last }) => last?.startedAt ?? null },
    { key: 'rows', title: '载入', unit: '行', kind: 'number', value: ({ last }) => last?.rows ?? null },
    { key: 'next', title: '下次', kind: 'time', value: ({ nextAt }) => nextAt },
    { key: 'kind', title: '类型', value: ({ kindTitle }) => kindTitle },
    { key: 'mode', title: '载入方式', value: ({ mode }) => sourceModeTitles[mode] },
    { key: 'timing', title: '时间', value: ({ timing }) => timingText(timing) },
    { key: 'owner', title: '负责人', kind: 'user', value: ({ owner }) => owner },
    { key: 'note', title: '备注', value: ({ note }) => note },
  ],
  filters: [
    {
      key: 'kind',
      title: '类型',
      kind: 'several',
      options: () => reference().kinds.map(({ kind, title }) => ({ value: kind, title })),
      holds: ({ kind }, value) => kind === value,
    },
    {
      key: 'failed',
      title: '情况',
      kind: 'yesNo',
      yes: '上次失败',
      no: '正常',
      holds: ({ problem }) => problem !== null,
    },
  ],
  form: { view: SourceForm, refuses },
  remove: {
    refuses,
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: { detail: () => '不再从它载入；已载入的数据、数据表和报表都留着。' },
      run: async ({ id }, signal) => {
        await call(deleteSources, { body: { ids: [id] } }, { ...quiet, signal })
        return null
      },
      undo: async (source) => {
        await call(restoreSources, { body: { ids: [source.id] } }, quiet)
        return source
      },
    },
  },
  actions: [
    {
      command: 'sources.run',
      title: '现在载入',
      refuses: (source) => refuses(source) ?? (isRunning(source) ? '正在载入' : undefined),
      each: {
        doing: '正在安排...',
        done: '已开始载入',
        run: ({ id }, signal) => call(runSource, { params: { id }, body: {} }, { ...quiet, signal }),
      },
    },
    {
      command: 'sources.confirm',
      title: '照样替换',
      refuses: (source) => refuses(source) ?? (source.asks === null ? '没有要确认的替换' : undefined),
      each: {
        doing: '正在安排...',
        done: '已开始载入',
        asks: { detail: (rows) => rows.flatMap(({ problem }) => problem ?? []).join('\n') },
        run: ({ id, asks }, signal) =>
          call(confirmSourceChange, { params: { id }, body: { asks: asks ?? '' } }, { ...quiet, signal }),
      },
    },
    {
      command: 'sources.cancel',
      title: '取消载入',
      refuses: (source) => refuses(source) ?? (isRunning(source) ? undefined : '没有在载入'),
      each: {
        doing: '正在取消...',
        done: '已取消，之前载入的留着',
        run: ({ id }, signal) => call(cancelSourceRun, { params: { id }, body: {} }, { ...quiet, signal }),
      },
    },
    {
      command: 'sources.pause',
      title: '暂停或恢复',
      refuses,
      each: {
        doing: '正在保存...',
        done: '已保存',
        run: ({ id, paused }, signal) =>
          call(pauseSource, { params: { id }, body: { paused: !paused } }, { ...quiet, signal }),
        undo: ({ id, paused }) => call(pauseSource, { params: { id }, body: { paused } }, quiet),
      },
    },
    {
      command: 'sources.again',
      title: '从头补载',
      refuses: (source) => refuses(source) ?? (isRunning(source) ? '正在载入' : undefined),
      each: {
        doing: '正在安排...',
        done: '已开始从头补载',
        asks: { detail: () => '来源里现有的都再看一遍；表里已有的同样内容不会重复载入。' },
        run: ({ id }, signal) =>
          call(runSource, { params: { id }, body: { again: true } }, { ...quiet, signal }),
      },
    },
    {
      command: 'sources.span',
      title: '补载一段日期',
      refuses: (source) =>
        refuses(source) ??
        (isRunning(source) ? '正在载入' : source.push ? '推送来的行不能再取一次' : undefined),
      start: (source) => showSpan(source, put),
    },
    {
      command: 'sources.history',
      title: '变更记录',
      start: ({ id, name }) =>
        showHistory(name, (signal) => call(sourceHistory, { params: { id } }, { ...quiet, signal })),
    },
  ],
  follow: { everyMs: 1_500, while: (rows) => rows.some(isRunning) },
  empty: {
    title: '还没有数据源',
    description: '数据源把文件夹等处的数据按时自动载入成表；新建之前可以先测试连接。',
    icon: <Import size={32} />,
  },
})

const put = (source: Source): void => sourcesList.change({ put: [source] })

export function Page() {
  return (
    <ListPage
      list={sourcesList}
      lead={<DataNavigation />}
      preview={(source) => <SourcePane source={source} onRead={put} />}
    />
  )
}
