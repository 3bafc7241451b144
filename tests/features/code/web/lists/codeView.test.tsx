// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Route } from 'wouter'
import { answerWith, envelope, failure } from '#tests/web/shell/answers.ts'
import { decide } from '#web/shell/guard.ts'
import { useMessages } from '#web/shell/message.ts'
import type { Run } from '#features/code/contract.ts'
import { Page } from '#features/code/web/shared/CodeViewPage.tsx'
import { runOf, savedQuery } from './page.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(): void {
  history.replaceState(null, '', '/code_view/abc')
  render(
    <Route path="/code_view/:id">
      <Page />
    </Route>,
  )
}

const params = [{ name: 'day', type: 'date', label: '日期', default: '2026-01-01', dictId: null } as const]
const view = (part: object = {}) => ({
  ...savedQuery({ id: 'abc', name: '每日登录', share: 'query', params: [...params] }),
  own: false,
  labels: [],
  result: null as Run | null,
  ...part,
})
const column = (title: string, type: 'string' | 'integer') => ({
  key: title,
  title,
  type,
  kind: 'column' as const,
  databaseType: 'X',
  format: null,
})

describe('the shared page', () => {
  it('is open to all, whoever they are', () => {
    expect(decide('/code_view/abc', '', null)).toEqual({ kind: 'stay' })
  })

  it('asks for the query alone, and shows whose it is, its SQL and parameters', async () => {
    const asked = answerWith(() => envelope(view()))
    open()
    await screen.findByRole('heading', { level: 1, name: '每日登录' })
    expect(asked.map(({ path }) => path)).toEqual(['/api/s1/redirect/aliyun/getView/abc'])
    expect(screen.getByText('mei')).toBeDefined()
    expect(screen.getByRole('region', { name: 'SQL' }).textContent?.trim()).toBe("select 'abc'")
    expect(screen.getByText(':day')).toBeDefined()
    expect(screen.getByText('日期，日期，默认 2026-01-01')).toBeDefined()
    expect(screen.queryByText('最近一次结果')).toBeNull()
    expect(screen.queryByText('在编辑器中打开')).toBeNull()
  })

  it('shows the latest result, its titles and cells, and how much of it', async () => {
    const columns = [column('渠道', 'string'), column('人数', 'integer')]
    const result = runOf({
      queryId: 'x',
      columns,
      rowCount: 4_321,
      data: [
        ['甲', null],
        [1, 2],
      ],
    })
    answerWith(() => envelope(view({ share: 'result', result })))
    open()
    await screen.findByText(/共 4,321 行，显示前 2 行/)
    const cells = [...document.querySelectorAll('th, td')].map((cell) => cell.textContent)
    expect(cells).toEqual(['渠道', '人数', '甲', '1', '–', '2'])
  })

  it('draws a thousand rows as they come into sight', async () => {
    const data = [Array.from({ length: 1_000 }, (_, at) => at)]
    const result = runOf({ queryId: 'x', columns: [column('n', 'integer')], rowCount: 1_000, data })
    answerWith(() => envelope(view({ share: 'result', result })))
    open()
    const table = await screen.findByRole('region', { name: '结果表格' })
    expect(document.querySelectorAll('tbody tr').length).toBeLessThan(200)
    Object.defineProperty(table, 'scrollTop', { value: 900 * 24 })
    fireEvent.scroll(table)
    expect(screen.getByText('999')).toBeDefined()
  })

  it('leads its owner to the workspace, and says who else sees it', async () => {
    answerWith(() => envelope(view({ own: true, share: 'off' })))
    open()
    const link = await screen.findByText('在编辑器中打开')
    expect(link.closest('a')?.getAttribute('href')).toBe('/code/query?query=abc')
    expect(screen.getByText('未分享，只有你能看到此页')).toBeDefined()
  })

  it.each([404, 400])(
    'shows one friendly page for whatever is not there (%s), and no message',
    async (status) => {
      answerWith(() => failure('内容不存在或已被删除', { status, code: 'object_missing' }))
      open()
      expect(await screen.findByText('没有找到这个查询')).toBeDefined()
      expect(useMessages.getState().messages).toEqual([])
      expect(location.pathname).toBe('/code_view/abc')
    },
  )

  it('tells a failure apart from what is not there, and tries again', async () => {
    let down = true
    answerWith(() => (down ? failure('服务繁忙，请稍后再试', { status: 503 }) : envelope(view())))
    open()
    expect((await screen.findByRole('alert')).textContent).toContain('服务繁忙')
    down = false
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByText('每日登录')
  })
})
