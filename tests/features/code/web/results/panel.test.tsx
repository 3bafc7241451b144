// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerWith, envelope, failure, type Request } from '#tests/web/shell/answers.ts'
import { clearMessages, useMessages } from '#web/shell/message.ts'
import type { ResultColumn, Run, RunProblem } from '#features/code/contract.ts'
import { ResultPanel } from '#features/code/web/results/ResultPanel.tsx'
import { resultWork } from '#features/code/web/results/resultWork.ts'
import { changeState, provideResultStrip, stateOf, useShownResult } from '#features/code/web/results/shown.ts'
import { addFilter, clearView, sortBy } from '#features/code/web/results/view/viewing.ts'

const column = (title: string, type: ResultColumn['type'] = 'integer'): ResultColumn => ({
  key: `c_${title}`,
  title,
  kind: 'column',
  type,
  databaseType: 'BIGINT',
  format: null,
})

const done: Run = {
  queryId: 'r1',
  kind: 'query',
  status: 'done',
  place: null,
  waiting: 0,
  title: '渠道留存',
  sql: 'select 1',
  columns: [column('渠道', 'string'), column('新增')],
  data: [
    ['华为', '小米'],
    [4_138, 2_313],
  ],
  from: 0,
  rowCount: 2,
  truncated: false,
  summary: null,
  elapsedMs: 1_843,
  queuedMs: 0,
  cached: false,
  updateTime: null,
  startedAt: '2026-10-12T06:18:00.000Z',
  endedAt: '2026-10-12T06:18:02.000Z',
  expiresAt: '2026-10-13T06:18:02.000Z',
  pinned: false,
  problem: null,
  file: null,
  stamp: 3,
}
const problem: RunProblem = {
  code: 'sql_error',
  message: '列「us」不存在，相近的有：user_id、user_level',
  line: 12,
  column: 28,
  length: 2,
  near: 'l.us',
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  useShownResult.setState({ run: null, tabRuns: [], strip: null, states: {}, dialog: null, work: null })
  clearMessages()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (run: Partial<Run>, more: Partial<Parameters<typeof ResultPanel>[0]> = {}) => {
  const whole = { ...done, ...run }
  return render(<ResultPanel run={whole} tabRuns={[whole]} {...more} />)
}
const text = () => document.body.textContent ?? ''
const messages = () => useMessages.getState().messages.map(({ message }) => message)

describe('a run', () => {
  it('that waits says behind what, and offers to cancel', () => {
    const waits: Partial<Run> = { status: 'queued', columns: [], data: [], rowCount: 0, expiresAt: null }
    show({ ...waits, place: 2, waiting: 4 })
    expect(text()).toContain('其他人的查询正在运行，排第 2 位，共 4 个在等')
    cleanup()
    const behind = [
      { queryId: 'one', name: '每日登录', elapsedMs: 2_000 },
      { queryId: 'two', name: '全部流水', elapsedMs: 95_000 },
    ]
    show({ ...waits, place: 1, waiting: 1, behind })
    expect(text()).toContain('排在你自己的 2 个之后，最久的「全部流水」已用 1 分 35 秒')
    expect(screen.getByRole('button', { name: /取消/ })).toBeTruthy()
  })

  it('at work without rows says so; with its first rows it shows them', () => {
    const running = { status: 'running', expiresAt: null, endedAt: null } as const
    const { rerender } = show({ ...running, columns: [], data: [], rowCount: 0 })
    expect(text()).toContain('运行中')
    rerender(<ResultPanel run={{ ...done, ...running }} tabRuns={[]} />)
    expect(screen.getByRole('grid', { name: '渠道留存' })).toBeTruthy()
    expect(text()).toContain('2 行，还在增加')
    expect(text()).not.toContain('用时')
  })

  it('at work counts from when it was heard of, however late its tab is opened', () => {
    const working: Partial<Run> = {
      status: 'running',
      expiresAt: null,
      columns: [],
      data: [],
      elapsedMs: 4_000,
    }
    show(working, { heardAt: Date.now() - 20_000 })
    expect(text()).toMatch(/已用 24(\.\d+)? s/)
  })

  it('that is done says rows, time, where from and when', () => {
    show({ queuedMs: 320 })
    expect(text()).toContain('2 行，完整')
    expect(text()).toContain('用时 1.84 s')
    expect(text()).toContain('排队 320 ms')
    expect(text()).toContain('新查')
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('3')
  })

  it('answered from an earlier one says so', () => {
    show({ cached: true })
    expect(text()).toContain('加速：命中缓存')
  })

  it('that was cut says at how many rows, and raises the limit', () => {
    const onRerun = vi.fn()
    show({ truncated: true, rowCount: 10_000 }, { onRerun })
    expect(text()).toContain('10,000 行，已截断，上限 10,000 行')
    fireEvent.click(screen.getByRole('button', { name: '提高到 100,000 行' }))
    expect(onRerun).toHaveBeenCalledWith(100_000)
  })

  it('without rows shows its columns and says so', () => {
    show({ data: [[], []], rowCount: 0 })
    expect(text()).toContain('没有符合条件的行')
    expect(text()).toContain('0 行，完整')
  })

  it('without columns says so', () => {
    show({ columns: [], data: [], rowCount: 0 })
    expect(text()).toContain('没有返回列')
  })

  it('that failed shows message, place and near names as they came, and leads there', () => {
    const onShowProblem = vi.fn()
    show({ status: 'failed', problem, columns: [], data: [] }, { onShowProblem })
    expect(text()).toContain('第 12 行，第 28 列')
    expect(text()).toContain(problem.message)
    expect(text()).toContain('l.us')
    fireEvent.click(screen.getByRole('button', { name: /^跳到错误处/ }))
    expect(onShowProblem).toHaveBeenCalledOnce()
  })

  it('that failed without a place offers none', () => {
    show(
      { status: 'failed', problem: { ...problem, code: 'query_timeout', line: null, column: null } },
      { onShowProblem: vi.fn() },
    )
    expect(text()).toContain('运行超时')
    expect(screen.queryByRole('button', { name: /^跳到错误处/ })).toBeNull()
  })

  it.each([
    ['was canceled', { status: 'canceled' }, '运行已取消'],
    ['is expired', { expiresAt: null }, '结果已过期'],
  ] as const)('that %s offers to run again', (_, part, title) => {
    const onRerun = vi.fn()
    show(part, { onRerun })
    expect(text()).toContain(title)
    fireEvent.click(screen.getByRole('button', { name: '再次运行' }))
    expect(onRerun).toHaveBeenCalledOnce()
  })

  it('whose rows the server has given up turns to expired', () => {
    show({})
    act(() => changeState('r1', { expired: true }))
    expect(text()).toContain('结果已过期')
  })
})

describe('a view', () => {
  const server = (more: (request: Request) => Response | undefined = () => undefined) =>
    answerWith((request) => {
      const own = more(request)
      if (own) return own
      if (request.path.includes('/view/')) return envelope({ viewId: 'v1', rowCount: 1 })
      return envelope({ ...done, data: [['小米'], [2_313]], rowCount: 1 })
    })

  it('is made by the server, the old rows staying dimmed meanwhile, and shown with its first rows', async () => {
    const asked = server()
    show({})
    act(() => sortBy('r1', 1, true))
    expect(document.querySelector('.result-dimmed')).not.toBeNull()
    expect(screen.getByRole('grid')).toBeTruthy()
    await waitFor(() => expect(document.querySelector('.result-dimmed')).toBeNull())
    expect(asked[0]?.body).toEqual({ sort: [{ column: 1, desc: true }], filters: [] })
    expect(asked[1]?.path).toContain('view=v1')
    expect(text()).toContain('新增 降序')
    expect(text()).toContain('1 行，筛自 2 行，完整')
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')
    act(() => clearView('r1'))
    expect(text()).toContain('2 行，完整')
    expect(text()).not.toContain('降序')
  })

  it('that fails leaves what was shown, and says why', async () => {
    server((request) => (request.path.includes('/view/') ? failure('列「新增」是数值') : undefined))
    show({})
    await act(async () => addFilter('r1', { column: 1, op: 'eq', value: 'x' }))
    await waitFor(() => expect(stateOf('r1').making).toBe(false))
    expect(stateOf('r1')).toMatchObject({ view: null, spec: { sort: [], filters: [] } })
    expect(useMessages.getState().messages).toHaveLength(1)
  })

  it('that is overtaken by another never shows', async () => {
    const held: ((response: Response) => void)[] = []
    answerWith((request) => {
      if (!request.path.includes('/view/')) return envelope({ ...done, data: [['x'], [1]] })
      const { sort } = request.body as { sort: { column: number }[] }
      if (sort[0]?.column === 0) return new Promise((resolve) => held.push(resolve))
      return envelope({ viewId: 'second', rowCount: 2 })
    })
    show({})
    act(() => sortBy('r1', 0, false))
    act(() => sortBy('r1', 1, false))
    await waitFor(() => expect(stateOf('r1').view?.viewId).toBe('second'))
    await act(async () => held[0]?.(envelope({ viewId: 'first', rowCount: 2 })))
    expect(stateOf('r1')).toMatchObject({ view: { viewId: 'second' }, making: false })
  })

  it('waits for the end of a run', () => {
    const asked = server()
    show({ status: 'running' })
    act(() => sortBy('r1', 0, false))
    expect(asked).toEqual([])
    expect(messages()).toEqual(['运行结束后才能排序和筛选'])
  })
})

describe('commands of results', () => {
  it('act on the strip of the page that has one', () => {
    const named = { pin: vi.fn(), rename: vi.fn(), close: vi.fn(), closeOthers: vi.fn(), closeRight: vi.fn() }
    const strip = { next: vi.fn(), previous: vi.fn(), reopen: vi.fn(), ...named }
    const takeBack = provideResultStrip(strip)
    resultWork['result.next']()
    resultWork['result.pin']()
    resultWork['result.closeRight']('of this tab')
    takeBack()
    resultWork['result.next']()
    expect([strip.next, strip.pin, strip.close].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0])
    expect(strip.closeRight.mock.calls).toEqual([['of this tab']])
  })

  it('say that there is no result yet', () => {
    resultWork['result.chart']()
    resultWork['result.copyCsv']()
    expect(messages()).toContain('还没有可用的结果，请先运行查询')
  })

  it('open chart, statistics and dialogs of the result that is shown', async () => {
    answerWith(() => new Promise(() => {}))
    show({})
    act(() => resultWork['result.chart']())
    expect(stateOf('r1').mode).toBe('chart')
    act(() => resultWork['result.chart']())
    expect(stateOf('r1').mode).toBe('table')
    act(() => resultWork['result.statistics']())
    expect(stateOf('r1').statistics).toBe(0)
    act(() => resultWork['result.compare']())
    await screen.findByText(/还没有可以对比的另一个结果/, {}, { timeout: 60_000 })
  })

  it('compare with another result of the tab, by guessed keys', async () => {
    const other = { ...done, queryId: 'r2', title: '上一次' }
    const asked = answerWith(() =>
      envelope({
        queryId: 'r3',
        added: 1,
        removed: 0,
        changed: 2,
        same: 3,
        repeatedKeys: 0,
        onlyLeft: [],
        onlyRight: [],
      }),
    )
    const onOpenCompare = vi.fn()
    show({}, { tabRuns: [done, other], onOpenCompare })
    act(() => resultWork['result.compare']())
    fireEvent.click(await screen.findByRole('button', { name: /^对比 ?Ctrl/ }, { timeout: 60_000 }))
    await waitFor(() => expect(onOpenCompare).toHaveBeenCalledWith('r3'))
    expect(asked[0]?.body).toEqual({ left: 'r1', right: 'r2', keys: [0], title: '渠道留存 → 上一次' })
  })
})

describe('an opened cell', () => {
  it('shows JSON as a tree and laid out, and no value as none', () => {
    show({})
    act(() =>
      useShownResult.setState({ dialog: { kind: 'cell', title: '标签', text: '{"a":[1,2]}', type: 'JSON' } }),
    )
    const tree = screen.getByRole('tree', { name: '标签' })
    expect(within(tree).getAllByRole('treeitem')).toHaveLength(4)
    fireEvent.keyDown(tree, { key: 'ArrowDown' })
    fireEvent.keyDown(tree, { key: 'ArrowLeft' })
    expect(within(tree).getAllByRole('treeitem').at(-1)?.textContent).toBe('▸a[2 项]')
    fireEvent.click(screen.getByText('排版'))
    expect(document.querySelector('.result-cell-text')?.textContent).toBe(
      '{\n  "a": [\n    1,\n    2\n  ]\n}',
    )
    act(() => useShownResult.setState({ dialog: { kind: 'cell', title: '标签', text: null, type: 'JSON' } }))
    expect(document.querySelector('.result-cell-text')?.textContent).toBe('–')
  })
})
