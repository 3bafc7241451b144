// /management/jobs: all background jobs, running, waiting, failed and done.

import { Time } from '@blueprintjs/icons'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import type { ListSource } from '#web/list/types.ts'
import { ManagementNavigation } from '#web/shell/ManagementNavigation.tsx'
import { cancelJob, type JobRow, jobStatuses, listJobs, retryJob } from '../contract.ts'
import { showJob } from './JobDialog.tsx'
import { spanText, statusText, statusTones, statusWords, tellsOf, tookMs } from './words.ts'
import './jobs.css'

const pageSize = 200
let kinds: readonly { name: string; title: string }[] = []
let people: readonly string[] = []
let isMore = false
/** Of the schedule that the list is narrowed to, for its chip. */
const scheduleNames = new Map<string, string>()

const read: Extract<ListSource<JobRow>, { kind: 'pages' }>['read'] = async (
  { text, filters, sort, desc, page, size },
  signal,
) => {
  const [from = '', to = ''] = (filters.day ?? '').split('..')
  const query = {
    ...(text.trim() !== '' && { search: text.trim().slice(0, 200) }),
    ...(filters.status && { status: filters.status }),
    ...(filters.kind && { kind: filters.kind }),
    ...(filters.who && { who: filters.who }),
    ...(filters.schedule && { schedule: filters.schedule }),
    ...(from && { from }),
    ...(to && { to }),
    ...(sort === 'enqueuedAt' && !desc && { oldestFirst: true }),
    offset: (page - 1) * size,
    limit: size,
  }
  const answer = await call(listJobs, { query }, { ...quiet, signal })
  kinds = answer.kinds
  people = answer.people
  isMore = answer.isMore
  for (const { schedule, scheduleName, title } of answer.rows)
    scheduleNames.set(schedule, scheduleName || title)
  return answer
}

const isOpen = ({ status }: JobRow): boolean => status === 'queued' || status === 'running'

/** What a retry may do twice, without duplicates; empty when nothing. */
function warningOf(rows: readonly JobRow[]): string {
  const risky = rows.filter(({ twice }) => twice !== '')
  if (risky.length === 0) return '将从头再运行一次。'
  const words = [...new Set(risky.map(({ twice }) => twice))]
  return `${rows.length > 1 ? `其中 ${risky.length} 个：` : ''}${words.join('；')}。请先核对，确认后才会再次执行。`
}

export const jobList = defineList<JobRow>({
  name: 'jobs',
  path: pages.managementJobs.path,
  title: '后台任务',
  noun: '任务',
  measure: '个',
  searchHint: '任务、发起人、原因、步骤，或完整编号',
  idOf: ({ id }) => id,
  nameOf: ({ title }) => title,
  permission: 'manage_authority',
  source: { kind: 'pages', size: pageSize, read },
  sort: '-enqueuedAt',
  columns: [
    {
      key: 'status',
      title: '状态',
      kind: 'badge',
      value: ({ status }) => status,
      text: statusText,
      tone: ({ status }) => statusTones[status],
      width: 110,
    },
    { key: 'title', title: '任务', value: ({ title }) => title, width: 150 },
    { key: 'who', title: '发起人', kind: 'user', value: ({ who }) => who || '（系统）', width: 110 },
    {
      key: 'enqueuedAt',
      title: '提交时间',
      kind: 'time',
      value: ({ enqueuedAt }) => enqueuedAt,
      sortable: true,
      width: 140,
    },
    { key: 'startedAt', title: '开始时间', kind: 'time', value: ({ startedAt }) => startedAt, width: 140 },
    {
      key: 'took',
      title: '用时',
      value: tookMs,
      text: (row) => spanText(tookMs(row)),
      width: 90,
    },
    {
      key: 'attempt',
      title: '次数',
      value: ({ attempt }) => attempt,
      text: ({ attempt, tries }) => (tries === null ? String(attempt) : `${attempt} / ${tries}`),
      width: 70,
    },
    { key: 'tells', title: '步骤或原因', value: tellsOf, width: 360 },
    { key: 'schedule', title: '定时', value: ({ schedule }) => (schedule === '' ? '' : '是') },
  ],
  filters: [
    {
      key: 'status',
      title: '状态',
      kind: 'several',
      options: jobStatuses.map((value) => ({ value, title: statusWords[value] })),
    },
    {
      key: 'kind',
      title: '任务',
      kind: 'select',
      options: () => kinds.map(({ name, title }) => ({ value: name, title })),
    },
    {
      key: 'who',
      title: '发起人',
      kind: 'select',
      options: () => [
        ...people.map((name) => ({ value: name, title: name })),
        { value: '-', title: '（系统）' },
      ],
    },
    { key: 'day', title: '日期', kind: 'dates' },
    { key: 'schedule', title: '定时', kind: 'chip', text: (id) => scheduleNames.get(id) ?? id },
  ],
  open: (row) => showJob(row.id),
  actions: [
    {
      command: 'jobs.retry',
      title: '重试',
      refuses: ({ noRetry }) => noRetry || undefined,
      each: {
        doing: '正在重新提交...',
        done: '已重新提交',
        asks: { detail: warningOf },
        run: ({ id, twice }, signal) =>
          call(retryJob, { body: { id, ...(twice !== '' && { confirmed: true }) } }, { ...quiet, signal }),
      },
    },
    {
      command: 'jobs.cancel',
      title: '取消',
      refuses: (row) => {
        if (!isOpen(row)) return '任务已经结束'
        return row.cancelAsked ? '正在取消' : undefined
      },
      each: {
        doing: '正在取消...',
        done: '已取消',
        asks: {
          detail: (rows) =>
            rows.some(({ status }) => status === 'running')
              ? '运行中的会尽快停下，已经生效的部分不会撤回。'
              : '还没有开始的不会再运行。',
        },
        run: ({ id }, signal) => call(cancelJob, { body: { id } }, { ...quiet, signal }),
      },
    },
  ],
  follow: { everyMs: 3_000, while: (rows) => rows.some(isOpen) },
  empty: {
    title: '还没有任务',
    description: '后台报表、导出、导入和定时任务运行后会出现在这里。',
    icon: <Time size={32} />,
  },
})

/** Older jobs can't be reached by paging. */
function More() {
  jobList.useState(({ pagesRead }) => pagesRead)
  return isMore ? <span className="jobs-muted">还有更早的，请用条件缩小范围</span> : null
}

export function Page() {
  return <ListPage list={jobList} lead={<ManagementNavigation />} actions={<More />} />
}
