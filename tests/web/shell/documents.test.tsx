// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closePanel } from '#web/shell/panels.ts'
import { documentWork } from '#features/documents/web/commandHandlers.ts'
import { DocumentsMenu } from '#features/documents/web/DocumentsMenu.tsx'
import { documentsOf, useDocuments } from '#features/documents/web/documents.ts'
import { answerWith, envelope, failure } from './answers.ts'

const row = (...data: string[]) => ({ dataId: 1, data })
const dictionary = (...values: ReturnType<typeof row>[]) => ({
  id: 9,
  name: '平台文档',
  formName: 'platform_document',
  attributes: ['name', 'url', 'update_time'],
  values,
  updateTime: '2026-11-01T00:00:00Z',
})
const trigger = () => screen.getByRole('button', { name: /平台文档/ })
const opened = () => JSON.parse(window.localStorage.getItem('docUpdateTimeMap') ?? '{}')

beforeEach(() => {
  window.localStorage.clear()
  useDocuments.setState({ documents: [], opened: {}, state: 'idle' })
})
afterEach(() => {
  cleanup()
  closePanel('documents')
  vi.unstubAllGlobals()
})

describe('the documents menu', () => {
  it('lists the dictionary’s rows, new ones with a dot, and opens them in a tab of their own', async () => {
    const asked = answerWith(() =>
      envelope([
        dictionary(
          row('口径手册', 'https://example.com/a', '1'),
          row('接入规范', 'https://example.com/b', '2'),
        ),
      ]),
    )
    window.localStorage.setItem('docUpdateTimeMap', JSON.stringify({ 'https://example.com/b': '2' }))
    useDocuments.setState({ opened: opened() })
    render(<DocumentsMenu />)
    await screen.findByText('有更新')
    expect(asked[0]?.body).toEqual(['platform_document'])
    await userEvent.click(trigger())
    const links = await screen.findAllByRole('menuitem')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://example.com/a',
      'https://example.com/b',
    ])
    expect(links.map((link) => link.getAttribute('rel'))).toEqual([
      'noopener noreferrer',
      'noopener noreferrer',
    ])
    expect(links.map((link) => link.querySelector('.red-dot') !== null)).toEqual([true, false])
    await userEvent.click(links[0] as HTMLElement)
    expect(opened()).toEqual({ 'https://example.com/a': '1', 'https://example.com/b': '2' })
    expect(trigger().textContent).not.toContain('有更新')
  })

  it('shows a dot again when a document was updated since', async () => {
    window.localStorage.setItem('docUpdateTimeMap', JSON.stringify({ 'https://example.com/a': '1' }))
    useDocuments.setState({ opened: opened() })
    answerWith(() => envelope([dictionary(row('口径手册', 'https://example.com/a', '2'))]))
    render(<DocumentsMenu />)
    await screen.findByText('有更新')
  })

  it('keeps the list for the next start, and shows it when the server fails', async () => {
    answerWith(() => envelope([dictionary(row('口径手册', 'https://example.com/a', '1'))]))
    render(<DocumentsMenu />)
    await screen.findByText('有更新')
    expect(JSON.parse(window.localStorage.getItem('documentMenuObj') ?? '').documents).toHaveLength(1)
    cleanup()
    answerWith(() => failure('x', { status: 500 }))
    render(<DocumentsMenu />)
    expect(await screen.findByLabelText(/文档读取失败：.*ERROR 500$/)).toBeTruthy()
    // The mark of what is new is that of before.
    expect(screen.queryByText('有更新')).toBeNull()
    await userEvent.click(trigger())
    expect(await screen.findByText('口径手册')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toMatch(/^刷新失败，下面是之前的文档：.*ERROR 500$/)
  })

  it('offers to try again where there is nothing to show', async () => {
    answerWith(() => failure('x', { status: 500 }))
    render(<DocumentsMenu />)
    await userEvent.click(trigger())
    expect((await screen.findByRole('alert')).textContent).toMatch(/^文档读取失败：.*ERROR 500$/)
    answerWith(() => envelope([dictionary(row('口径手册', 'https://example.com/a', '1'))]))
    await userEvent.click(screen.getByRole('menuitem', { name: '重试' }))
    expect(await screen.findByText('口径手册')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('opens by its command', async () => {
    answerWith(() => envelope([]))
    render(<DocumentsMenu />)
    documentWork['document.open'](undefined)
    expect(await screen.findByText('暂无文档')).toBeTruthy()
  })
})

describe('rows', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//example.com',
    'example.com',
    '',
  ])('that lead to %s are left out', (url) => {
    expect(documentsOf(dictionary(row('名', url, '1')))).toEqual([])
  })

  it('that are short or nameless are left out or read as far as they go', () => {
    const rows = [
      row(),
      row('只有名字'),
      row('', 'https://example.com'),
      row('无时间', 'https://example.com/c'),
    ]
    expect(documentsOf(dictionary(...rows))).toEqual([
      { name: '无时间', url: 'https://example.com/c', updateTime: '' },
    ])
  })

  it('are read by their columns’ names, in whatever order', () => {
    const turned = {
      attributes: ['update_time', 'url', 'name'],
      values: [row('1', 'https://example.com', '名')],
    }
    expect(documentsOf(turned)).toEqual([{ name: '名', url: 'https://example.com', updateTime: '1' }])
  })
})
