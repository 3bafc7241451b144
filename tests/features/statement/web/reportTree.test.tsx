// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ViewMeta, ViewType } from '#features/statement/contract.ts'
import { ReportTree } from '#features/statement/web/tree/ReportTree.tsx'
import { shapeOf } from '#features/statement/web/tree/shape.ts'
import { useTree } from '#features/statement/web/tree/store.ts'

const view = (id: number, name: string): ViewMeta => ({
  id,
  name,
  typeId: 1,
  order: id,
  owner: 'admin',
  shared: true,
  audience: 'all',
  editable: true,
  revision: 1,
  pinyin: '',
})
const list: ViewType[] = [
  {
    id: 1,
    name: '经营大盘',
    parentId: null,
    order: 1,
    owner: 'admin',
    shared: true,
    audience: 'all',
    editable: true,
    revision: 1,
    pinyin: '',
    metas: [view(11, '经营日报'), view(12, '实时概览')],
  },
]

let sent: { path: string; body: unknown }[] = []
beforeEach(() => {
  sent = []
  history.replaceState(null, '', '/statement')
  useTree.setState({
    status: 'ready',
    list,
    shape: shapeOf(list, 'admin'),
    open: new Set(),
    cursor: null,
    naming: null,
    tab: 'all',
    find: '',
    recents: [12],
    stars: [11],
  })
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const path = new URL(input, location.href).pathname.replace('/api/s1/data/', '')
    sent.push({ path, body: JSON.parse(String(init?.body ?? '{}')) })
    const data = path === 'getViewMeta' ? list : { id: 99 }
    return new Response(JSON.stringify({ isSuccess: true, data, msg: '' }), {
      headers: { 'content-type': 'application/json' },
    })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const tree = () => screen.getByRole('tree')
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(tree(), { key })
}

describe('the tree by keys', () => {
  it('opens a folder, walks to a view and opens it', () => {
    render(<ReportTree />)
    expect(screen.queryByText('经营日报')).toBeNull()
    act(() => tree().focus())
    press('ArrowRight', 'ArrowDown', 'ArrowDown')
    expect(tree().getAttribute('aria-activedescendant')).toBe('tree-v12')
    press('Enter')
    expect(location.pathname + location.search).toBe('/statement/detail?id=12')
  })

  it('ignores keys while an input method composes', () => {
    render(<ReportTree />)
    act(() => tree().focus())
    fireEvent.keyDown(tree(), { key: 'ArrowRight', isComposing: true })
    expect(screen.queryByText('经营日报')).toBeNull()
  })

  it('shows how many views a closed folder holds', () => {
    render(<ReportTree />)
    expect(screen.getByText('2').className).toBe('tree-count')
  })

  it('lists recent and starred views', () => {
    useTree.setState({ tab: 'recent' })
    const { unmount } = render(<ReportTree />)
    expect(screen.getAllByRole('treeitem').map(({ textContent }) => textContent)).toEqual(['实时概览'])
    unmount()
    useTree.setState({ tab: 'starred' })
    render(<ReportTree />)
    expect(screen.getAllByRole('treeitem').map(({ textContent }) => textContent)).toEqual(['经营日报'])
  })

  it('names in place: Enter keeps, Esc gives up, a composing Enter does neither', async () => {
    useTree.setState({ open: new Set(['f1']), naming: { kind: 'rename', key: 'v11' } })
    render(<ReportTree />)
    const field = screen.getByLabelText('名称')
    fireEvent.change(field, { target: { value: '新名' } })
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    expect(sent).toEqual([])
    fireEvent.keyDown(field, { key: 'Enter' })
    await vi.waitFor(() =>
      expect(sent.map(({ path }) => path)).toEqual(['addOrUpdateViewMeta', 'getViewMeta']),
    )
    expect(sent[0]?.body).toEqual({ id: 11, name: '新名', revision: 1 })
  })

  it('sends nothing when naming is given up or changes nothing', async () => {
    useTree.setState({ open: new Set(['f1']), naming: { kind: 'newFolder', parentId: null } })
    render(<ReportTree />)
    fireEvent.keyDown(screen.getByLabelText('名称'), { key: 'Escape' })
    expect(useTree.getState().naming).toBeNull()
    expect(sent).toEqual([])
  })
})
