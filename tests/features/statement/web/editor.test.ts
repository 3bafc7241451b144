// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '#web/api/callError.ts'
import { useMessages } from '#web/shell/message.ts'
import type { Report } from '#features/statement/contract.ts'
import {
  changeDraft,
  changeKind,
  closeEditor,
  leaveEditor,
  openEditor,
} from '#features/statement/web/editor/actions.ts'
import { nothingAside } from '#features/statement/web/editor/aside.ts'
import { fieldOf } from '#features/statement/web/editor/fieldOf.ts'
import { refusalOf, roleAt } from '#features/statement/web/editor/kinds.ts'
import { optionsText } from '#features/statement/web/editor/optionsText.ts'
import { saveDraft } from '#features/statement/web/editor/saving.ts'
import { emptyEditor, useEditor } from '#features/statement/web/editor/store.ts'
import { emptyReport, useReport } from '#features/statement/web/report/store.ts'

const report: Report = {
  id: 3,
  reportName: '分渠道',
  remark: '',
  order: 1,
  viewMetaId: 1,
  info: { dims: [1], points: [5], dateRange: { relative: 'last7' } },
  owner: 'admin',
  editable: true,
  revision: 1,
  modifiedAt: '2026-10-12T00:00:00Z',
}

interface Asked {
  path: string
  body: Record<string, unknown>
  requestId: string | null
  signal: AbortSignal | undefined
  answer: (data: unknown, failure?: { code: string; msg: string }) => void
}
let asked: Asked[] = []

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => {
    const url = new URL(typeof input === 'string' ? input : input.url, location.href)
    return new Promise<Response>((resolve, reject) => {
      const signal = init?.signal ?? undefined
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      asked.push({
        path: url.pathname.replace('/api/s1/data/', ''),
        body: JSON.parse(String(init?.body ?? '{}')),
        requestId: new Headers(init?.headers).get('request-id'),
        signal,
        answer: (data, failure) =>
          resolve(
            new Response(
              JSON.stringify({ isSuccess: !failure, data, msg: failure?.msg ?? '', code: failure?.code }),
              { headers: { 'content-type': 'application/json' } },
            ),
          ),
      })
    })
  })
  history.replaceState(null, '', '/statement/detail?id=1')
  useReport.setState({
    ...emptyReport,
    viewId: 1,
    status: 'ready',
    reports: [report],
    present: { report, saved: report.info, info: report.info },
  })
})
afterEach(() => {
  leaveEditor()
  useReport.setState(emptyReport)
  vi.unstubAllGlobals()
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const previews = () => asked.filter(({ path }) => path === 'getReportDataByInfo')
const until = (isTrue: () => boolean) => vi.waitUntil(isTrue)

describe('the draft', () => {
  it('is the report in front, and a preview is asked for at once', async () => {
    openEditor()
    await until(() => previews().length === 1)
    expect(useEditor.getState().draft).toMatchObject({ name: '分渠道', info: report.info })
    expect(previews()[0]?.body).toMatchObject({ reportId: 3, info: { points: [5], limit: 200 } })
  })

  it('asks once for changes in a row, under an id of its own, and ends the question before', async () => {
    openEditor()
    await until(() => previews().length === 1)
    changeDraft({ points: [5, 6] })
    changeDraft({ points: [5, 6, 7] })
    await until(() => previews().length === 2)
    await pause(400)
    expect(previews()).toHaveLength(2)
    expect(previews()[0]?.signal?.aborted).toBe(true)
    expect(previews()[1]?.body).toMatchObject({ info: { points: [5, 6, 7] } })
    expect(previews()[1]?.requestId).not.toBe(previews()[0]?.requestId)
  })

  it('keeps the refusal of the engine for the field that it is about', async () => {
    openEditor()
    await until(() => previews().length === 1)
    previews()[0]?.answer(null, { code: 'report_invalid', msg: '占比：最小值不能算占比' })
    await until(() => useEditor.getState().failure !== null)
    const { failure, draft } = useEditor.getState()
    if (!failure || !draft) throw new Error('there is a failure')
    expect(fieldOf(failure, draft, null)).toBe('options')
  })

  it('leaves what belongs to another kind behind, and comes back after it was closed', () => {
    openEditor()
    changeDraft({ compare: 'week', subtotals: true })
    changeKind('retention')
    expect(useEditor.getState().draft?.info).toEqual({
      ...report.info,
      kind: 'retention',
      retention: { days: [1, 3, 7, 14, 30] },
    })
    closeEditor()
    expect(useEditor.getState()).toEqual(emptyEditor)
    useMessages.getState().messages.at(-1)?.action?.onClick()
    expect(useEditor.getState().draft?.info.kind).toBe('retention')
  })

  it('shows a conflict and writes nothing over it', async () => {
    openEditor()
    changeDraft({ points: [6] })
    void saveDraft()
    await until(() => asked.some(({ path }) => path === 'addOrUpdateReportMeta'))
    const saving = asked.find(({ path }) => path === 'addOrUpdateReportMeta')
    expect(saving?.body).toMatchObject({ id: 3, revision: report.revision, info: { points: [6] } })
    const present = { ...report, revision: 2, info: { ...report.info, limit: 9 } }
    const conflict = { present, by: '别人', at: '2026-10-12T00:00:01Z' }
    saving?.answer(conflict, { code: 'object_conflict', msg: '已被他人修改' })
    await until(() => useEditor.getState().dialog === 'conflict')
    expect(useEditor.getState().draft?.info.points).toEqual([6])
  })
})

describe('fields', () => {
  const draft = { report: null, name: '', info: { dims: [1], points: [5] }, aside: nothingAside }
  const params = {
    dimensions: [{ id: 1, name: '渠道' }],
    points: [{ id: 5, name: '充值金额' }],
  } as never
  const about = (message: string) =>
    fieldOf(new CallError({ status: 200, code: 'report_invalid', message }), draft, params)

  it('are found by what a refusal names', () => {
    expect(about('指标「充值金额」不能按维度「渠道」分组')).toBe('dims')
    expect(about('指标「充值金额」的公式有误')).toBe('points')
    expect(about('筛选：数值太多')).toBe('filters')
    expect(about('日期范围太长')).toBe('days')
    expect(about('指标「充值金额」不能按日期筛选：「订单」没有日期列')).toBe('days')
    expect(about('仓库忙')).toBeNull()
  })
})

describe('kinds', () => {
  it('say what a point stands for and why another cannot', () => {
    expect([roleAt('retention', 0), roleAt('retention', 1), roleAt('funnel', 2)]).toEqual([
      '谁',
      '回来',
      '第 3 步',
    ])
    expect(refusalOf('table', { types: 'computed' }, 9)).toBe('')
    expect(refusalOf('retention', { types: 'additive' }, 0)).toContain('去重')
    expect(refusalOf('distribution', { types: 'additive' }, 1)).toBe('')
    expect(refusalOf('distribution', { types: 'distinct' }, 2)).toContain('两个')
    expect([0, 1, 2, 3].map((place) => roleAt('ltv', place))).toEqual(['谁', '收入', '成本', '多余'])
    expect(refusalOf('ltv', { types: 'additive' }, 0)).toContain('去重')
    expect(refusalOf('ltv', { types: 'distinct' }, 1)).toContain('求和')
    expect(refusalOf('ltv', { types: 'additive' }, 2)).toBe('')
    expect(refusalOf('ltv', { types: 'additive' }, 3)).toContain('三个')
    expect([0, 1].map((place) => roleAt('activity', place))).toEqual(['谁', '多余'])
    expect(refusalOf('activity', { types: 'additive' }, 0)).toContain('去重')
    expect(refusalOf('activity', { types: 'distinct' }, 1)).toContain('一个')
  })

  it('have their options in a line', () => {
    expect(optionsText({ dims: [], points: [] })).toBe('默认')
    expect(optionsText({ dims: [], points: [], compare: 'week', subtotals: true })).toBe('周同比、小计')
    expect(optionsText({ dims: [], points: [], kind: 'funnel' })).toBe('7 天内')
    expect(optionsText({ dims: [], points: [], kind: 'ltv', ltv: { days: [1, 7] } })).toBe('前 1、7 天')
    expect(optionsText({ dims: [], points: [], kind: 'activity' })).toBe('滚动活跃与黏性，7、30 天')
  })
})
