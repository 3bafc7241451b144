// @vitest-environment jsdom
// Preloading a view while another page is open: its requests, and that it stays invisible until opened.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useMessages } from '#web/shell/message.ts'
import { useSettings } from '#web/shell/settings.ts'
import type { Report } from '#features/statement/contract.ts'
import { makeReady } from '#features/statement/web/report/asking/makeReady.ts'
import { followAddress, leaveReport } from '#features/statement/web/report/follow.ts'
import { emptyReport, useReport } from '#features/statement/web/report/store.ts'
import { useTree } from '#features/statement/web/tree/store.ts'

const report: Report = {
  id: 11,
  reportName: '报表',
  remark: '',
  order: 1,
  viewMetaId: 1,
  info: { dims: [1], points: [5], dateRange: { relative: 'last7' } },
  owner: 'admin',
  editable: true,
  revision: 1,
  modifiedAt: '2026-10-12T00:00:00Z',
}
const figures = { columns: [], data: [], rowCount: 1, truncated: false, summary: null, range: null, sql: '' }

let asked: string[]
let fails: string
const answerTo = (path: string): unknown => {
  if (path.startsWith('getReportByViewMetaId')) return [report]
  if (path === 'getReportUpdateTime') return []
  if (path.startsWith('getReportQueryParam')) return { dimensions: [], points: [] }
  return { ...figures, elapsedMs: 1, cached: false, updateTime: null }
}

beforeEach(() => {
  asked = []
  fails = 'nothing'
  localStorage.clear()
  useReport.setState(emptyReport)
  useMessages.setState({ messages: [] })
  useTree.setState({ recents: [], cursor: null })
  useSettings.setState({ autoLoadReportData: true, autoLoadOnDimChange: false })
  history.replaceState(null, '', '/statement?of=another')
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    init?.signal?.throwIfAborted()
    const path = new URL(typeof input === 'string' ? input : input.url, location.href).pathname
    const name = path.replace('/api/s1/data/', '').split('/')[0] as string
    asked.push(name)
    const isSuccess = name !== fails
    const body = { isSuccess, data: isSuccess ? answerTo(name) : null, msg: '坏了', code: 'internal' }
    return new Response(JSON.stringify(body), {
      status: isSuccess ? 200 : 500,
      headers: { 'content-type': 'application/json' },
    })
  })
})
afterEach(() => {
  leaveReport()
  vi.unstubAllGlobals()
})

const figuresAsked = () => asked.filter((name) => name === 'getReportDataByInfo').length

describe('a view that is made ready', () => {
  it('has its figures and what its bar offers, and is in no list of what was opened', async () => {
    expect(await makeReady('?id=1', new AbortController().signal)).toBe(true)
    const { viewId, status, result, params } = useReport.getState()
    expect({ viewId, status }).toEqual({ viewId: 1, status: 'ready' })
    expect(result?.table.rowCount).toBe(1)
    expect(params).not.toBeNull()
    expect(useTree.getState()).toMatchObject({ recents: [], cursor: null })
  })

  it('asks for nothing more when it is opened, and is noted then', async () => {
    await makeReady('?id=1', new AbortController().signal)
    const { present, result } = useReport.getState()
    history.replaceState(null, '', '/statement/detail?id=1')
    await followAddress('?id=1')
    expect(figuresAsked()).toBe(1)
    // The same, so that nothing is drawn anew.
    expect(useReport.getState().present).toBe(present)
    expect(useReport.getState().result).toBe(result)
    expect(useTree.getState().recents).toEqual([1])
  })

  it('leaves nothing when it is called off, before its reports came or after', async () => {
    const calling = new AbortController()
    const early = makeReady('?id=1', calling.signal)
    calling.abort()
    expect(await early).toBe(false)
    expect(useReport.getState()).toMatchObject({ viewId: null, status: 'idle', asking: null })
    const later = new AbortController()
    await makeReady('?id=1', later.signal)
    later.abort()
    expect(useReport.getState()).toMatchObject({ viewId: null, status: 'idle', result: null })
  })

  it('asks for no figures where people ask for them by hand', async () => {
    useSettings.setState({ autoLoadReportData: false })
    expect(await makeReady('?id=1', new AbortController().signal)).toBe(true)
    expect(figuresAsked()).toBe(0)
  })

  it('says nothing of what is wrong with its address before it is opened', async () => {
    await makeReady('?id=1&report=404', new AbortController().signal)
    expect(useMessages.getState().messages).toEqual([])
    await followAddress('?id=1&report=404')
    expect(useMessages.getState().messages).toHaveLength(1)
  })

  it.each(['getReportByViewMetaId', 'getReportDataByInfo'])('is none where %s fails', async (name) => {
    fails = name
    expect(await makeReady('?id=1', new AbortController().signal)).toBe(false)
  })

  it('is left alone while another page shows reports', async () => {
    history.replaceState(null, '', '/statement/detail?id=1')
    await followAddress('?id=1')
    asked = []
    expect(await makeReady('?id=2', new AbortController().signal)).toBe(false)
    expect(asked).toEqual([])
    expect(useReport.getState().viewId).toBe(1)
  })
})
