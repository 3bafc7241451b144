// The definition of the list of one's runs, newest first: searched and paged by the server.

import { Button } from '@blueprintjs/core'
import { History } from '@blueprintjs/icons'
import { pages } from '#shared/pages.ts'
import { parametersText } from '#shared/sql/parameterText.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import type { ListSource, RowAction } from '#web/list/types.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { goTo } from '#web/shell/keys/run.ts'
import { copyText } from '#web/ui/copyText.ts'
import {
  cancelQuery,
  listSqlQueryHistory,
  type Run,
  type RunKind,
  type RunStatus,
  runKinds,
  runStatuses,
} from '#features/code/contract.ts'
import { kindTexts, statusTexts, statusTones } from './runTexts.ts'
import { countText, elapsedText, sqlGist } from './texts.ts'

const pageSize = 100
/** Running queries change by themselves, so the list is polled. */
const followMs = 2_000
/** In pixels: room for the beginning of a statement. */
const gistWidth = 460

const runAddress = (queryId: string, again = false): string =>
  pages.codeQuery({ run: queryId, ...(again && { start: '1' }) })

export const openRun = ({ queryId }: Run): void => goTo(runAddress(queryId))
export const runAgain = ({ queryId }: Run): void => goTo(runAddress(queryId, true))
export const copyRun = ({ sql }: Run): void => void copyText(sql, 'SQL 已复制')
export const isAtWork = ({ status }: Run): boolean => status === 'queued' || status === 'running'

const hasRows = ({ status, kind }: Run): boolean => status === 'done' && kind !== 'export'

export const stopping: RowAction<Run> = {
  command: 'run.stop',
  title: '取消',
  refuses: (run) => (isAtWork(run) ? undefined : '这次运行已经结束，不用取消'),
  each: {
    doing: '正在取消...',
    done: '已取消',
    run: async (run, signal) => ({
      ...run,
      ...(await call(cancelQuery, { params: { id: run.queryId }, body: {} }, { ...quiet, signal })),
    }),
  },
}

type Read = Extract<ListSource<Run>, { kind: 'pages' }>['read']

const readRuns: Read = ({ text, filters, page, size }, signal) => {
  const query = {
    page,
    size,
    ...(text !== '' && { text }),
    ...(filters.status && { status: filters.status as RunStatus }),
    ...(filters.kind && { kind: filters.kind as RunKind }),
  }
  return call(listSqlQueryHistory, { query }, { ...quiet, signal })
}

export const runList = defineList<Run>({
  name: 'runs',
  path: pages.codeHistory.path,
  title: '运行历史',
  noun: '运行',
  measure: '次',
  searchHint: 'SQL、标题或报错',
  columns: [
    {
      key: 'status',
      title: '状态',
      kind: 'badge',
      value: ({ status }) => statusTexts[status],
      tone: ({ status }) => statusTones[status],
    },
    { key: 'startedAt', title: '开始时间', kind: 'time', value: ({ startedAt }) => startedAt },
    { key: 'title', title: '标题', value: ({ title }) => title },
    { key: 'sql', title: 'SQL', kind: 'code', value: ({ sql }) => sqlGist(sql), width: gistWidth },
    { key: 'params', title: '参数', value: ({ params }) => parametersText(params) },
    { key: 'problem', title: '报错', value: ({ problem }) => problem?.message ?? '', tone: () => 'bad' },
    { key: 'kind', title: '类型', value: ({ kind }) => kindTexts[kind] },
    {
      key: 'rows',
      title: '行数',
      kind: 'number',
      value: (run) => (hasRows(run) ? run.rowCount : null),
      text: (run) => (hasRows(run) ? `${countText(run.rowCount)}${run.truncated ? '+' : ''}` : ''),
    },
    {
      key: 'elapsed',
      title: '耗时',
      kind: 'number',
      value: ({ status, elapsedMs }) => (status === 'queued' ? null : elapsedMs),
      text: ({ status, elapsedMs }) => (status === 'queued' ? '' : elapsedText(elapsedMs)),
    },
  ],
  filters: [
    {
      key: 'status',
      title: '状态',
      kind: 'select',
      options: runStatuses.map((value) => ({ value, title: statusTexts[value] })),
    },
    {
      key: 'kind',
      title: '类型',
      kind: 'select',
      options: runKinds.map((value) => ({ value, title: kindTexts[value] })),
    },
  ],
  idOf: ({ queryId }) => queryId,
  nameOf: ({ title, sql }) => title || sqlGist(sql).slice(0, 40),
  source: { kind: 'pages', size: pageSize, read: readRuns },
  follow: { everyMs: followMs, while: (runs) => runs.some(isAtWork) },
  open: openRun,
  actions: [
    { command: 'run.again', title: '再次运行', start: runAgain },
    { command: 'run.copy', title: '复制 SQL', start: copyRun },
    stopping,
  ],
  empty: {
    title: '还没有运行过',
    description: '在编辑器里运行的每条 SQL 都会记在这里。',
    icon: <History size={32} />,
    action: (
      <Button intent="primary" onClick={() => goTo(pages.codeQuery())}>
        去写 SQL <KeyHint command="code.open" />
      </Button>
    ),
  },
})
