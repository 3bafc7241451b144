// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shown } from '#tests/web/list/page.tsx'
import { answerWith, envelope, failure, type Request } from '#tests/web/shell/answers.ts'
import { clearMessages } from '#web/shell/message.ts'
import type { Run } from '#features/code/contract.ts'
import { Page as BarePage } from '#features/code/web/lists/HistoryPage.tsx'
import { runList } from '#features/code/web/lists/runList.tsx'
import { press, runOf, signIn, withKeys } from './page.ts'

const Page = withKeys(BarePage, 'runs')

let kept: Run[]
let broken: Response | null
let asked: Request[]
const queryOf = (path: string) => new URLSearchParams(path.split('?')[1])

beforeEach(() => {
  signIn()
  history.replaceState(null, '', '/code/history')
  clearMessages()
  runList.useState.setState({ status: 'idle', ticked: new Map() })
  broken = null
  const problem = { code: 'sql_error', message: '找不到表 x', line: 2, column: 8, length: 1, near: 'x' }
  kept = [
    runOf({ queryId: 'r1', status: 'running', rowCount: 0, endedAt: null }),
    runOf({ queryId: 'r2', title: '日报', rowCount: 12_345, truncated: true }),
    runOf({ queryId: 'r3', status: 'failed', problem }),
  ]
  asked = answerWith(({ path }) => {
    if (broken) return broken
    if (path.includes('/cancel/')) {
      kept = kept.map((run) => (run.queryId === 'r1' ? { ...run, status: 'canceled' } : run))
      return envelope(kept[0])
    }
    const query = queryOf(path)
    const page = Number(query.get('page'))
    const size = Number(query.get('size'))
    const found = kept.filter(
      ({ sql, status }) =>
        sql.includes(query.get('text') ?? '') && [null, status].includes(query.get('status') as never),
    )
    return envelope({ total: found.length, rows: found.slice((page - 1) * size, page * size) })
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const list = () => screen.findByRole('grid')
/** The cells of a row, by the places of their columns. */
const cellsOf = (row: number) => Array.from({ length: 8 }, (_, column) => shown(column)[row] ?? '').join(' ')
const rows = () => shown().map((_, row) => cellsOf(row))
const inAddress = (name: string) => new URLSearchParams(location.search).get(name)

describe('the history', () => {
  it('shows state, failure, rows and time of each run in words', async () => {
    render(<Page />)
    await list()
    expect(rows()[0]).toContain('运行中')
    expect(rows()[1]).toContain('12,345+')
    expect(rows()[1]).toContain('日报')
    expect(rows()[2]).toContain('失败')
    expect(rows()[2]).toContain('找不到表 x')
  })

  it('walks by keys, opens a run, runs it again', async () => {
    render(<Page />)
    await list()
    act(() => press('j', 'j'))
    await waitFor(() => expect(location.search).toBe('?chosen=r2'))
    expect(screen.getByRole('complementary').textContent).toContain('日报')
    act(() => press('j'))
    expect(screen.getByRole('note').textContent).toBe('找不到表 x（第 2 行，第 8 列）')
    act(() => press('k', 'Enter'))
    expect(location.pathname + location.search).toBe('/code/query?run=r2')
    act(() => history.replaceState(null, '', '/code/history'))
    act(() => press('j', 'x'))
    await waitFor(() => expect(location.pathname + location.search).toBe('/code/query?run=r3&start=1'))
  })

  it('reads the history anew by r', async () => {
    render(<Page />)
    await list()
    kept = kept.slice(1)
    act(() => press('r'))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(location.pathname).toBe('/code/history')
  })

  it('asks the server for what is searched and filtered, and keeps it in the address', async () => {
    render(<Page />)
    await list()
    act(() => press('/'))
    fireEvent.change(document.activeElement as Element, { target: { value: "'r3" } })
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(inAddress('text')).toBe("'r3")
    fireEvent.change(screen.getByLabelText('状态'), { target: { value: 'done' } })
    await screen.findByText('没有符合的运行')
    expect(queryOf(asked.at(-1)?.path ?? '').get('status')).toBe('done')
    fireEvent.click(screen.getByRole('button', { name: /清除全部条件/ }))
    await waitFor(() => expect(rows()).toHaveLength(3))
  })

  it('cancels a run that is at work', async () => {
    render(<Page />)
    await list()
    act(() => press('j'))
    await act(async () => press('ctrl+.'))
    await waitFor(() => expect(rows()[0]).toContain('已取消'))
    expect(asked.some(({ path }) => path.endsWith('/cancel/r1'))).toBe(true)
  })

  it('tells why it could not be read, and tries again', async () => {
    broken = failure('服务繁忙，请稍后再试', { status: 503 })
    render(<Page />)
    expect((await screen.findByRole('alert')).textContent).toContain('服务繁忙')
    broken = null
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await list()
  })

  it('offers the workspace to those who have run nothing', async () => {
    kept = []
    render(<Page />)
    fireEvent.click(await screen.findByRole('button', { name: /去写 SQL/ }))
    expect(location.pathname).toBe('/code/query')
  })
})
