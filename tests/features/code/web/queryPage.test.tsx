// @vitest-environment jsdom
// The page with a scripted server; Monaco, which jsdom cannot render, never finishes loading.
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '#web/shell/session.ts'
import type { CatalogTable, Run, SavedQuery } from '#features/code/contract.ts'
import { isShown, wishOf } from '#features/code/web/query/address.ts'
import { resetCatalog } from '#features/code/web/query/catalog.ts'
import { activate, changeDocument } from '#features/code/web/query/documents/actions.ts'
import {
  activeDocument,
  isChanged,
  resetDocuments,
  useDocuments,
} from '#features/code/web/query/documents/store.ts'
import { Page } from '#features/code/web/query/QueryPage.tsx'
import { unfollowAll } from '#features/code/web/query/runs/follow.ts'
import { resetRuns, runsOf } from '#features/code/web/query/runs/store.ts'
import { sampleOf } from '#features/code/web/query/samples.ts'
import { saveDocument } from '#features/code/web/query/saving/save.ts'
import { useView } from '#features/code/web/query/view.ts'

const column = (name: string, comment: string) => ({
  name,
  type: 'BIGINT',
  comment,
  pinyin: '',
  points: [],
  dimensions: [],
  dictId: null,
})
const table = (name: string, kind: CatalogTable['kind'], comment: string): CatalogTable => ({
  name,
  comment,
  pinyin: 'chong zhi',
  rowCount: 12_345,
  updateTime: null,
  kind,
  columns: [column('player_id', '玩家'), column('level', '等级')],
})
const tables = [table('pay_order', 'fact', '充值'), table('dim_channel', 'dimension', '')]
const query: SavedQuery = {
  id: 'q1',
  name: '渠道留存',
  folder: '留存/渠道',
  tags: ['周报'],
  owner: 'lin',
  sql: 'select 1 as one',
  params: [],
  looks: [],
  folderId: null,
  team: '',
  right: 'own',
  modifiedBy: '',
  version: 3,
  share: 'off',
  audience: { kind: 'anyone', roles: [], users: [] },
  createdAt: '2026-10-01T00:00:00Z',
  modifiedAt: '2026-10-02T00:00:00Z',
  pinyin: '',
}
const done: Run = {
  queryId: 'r1',
  kind: 'query',
  status: 'failed',
  place: null,
  waiting: 0,
  title: '',
  sql: 'select wrong',
  columns: [],
  data: [],
  from: 0,
  rowCount: 0,
  truncated: false,
  summary: null,
  elapsedMs: 1,
  queuedMs: 0,
  cached: false,
  updateTime: null,
  startedAt: '2026-10-01T00:00:00Z',
  endedAt: '2026-10-01T00:00:01Z',
  expiresAt: null,
  pinned: false,
  problem: { code: 'sql_error', message: '找不到列 wrong', line: 1, column: 8, length: 5, near: 'wrong' },
  file: null,
  stamp: 2,
}

let saved: SavedQuery
let asked: { path: string; body: Record<string, unknown> }[]
let catalogFails = false

function answer(path: string, body: Record<string, unknown>): [unknown, string?, number?] {
  if (path.endsWith('/getOdpsTables')) return catalogFails ? [null, 'warehouse_unavailable', 503] : [tables]
  if (path.endsWith('/getFunctions')) return [[]]
  if (path.endsWith('/simplelist')) return [[]]
  if (path.endsWith('/sqlQuery/folders')) return [[]]
  if (path.endsWith('/tmpTableList')) return [{ tables: [], bytes: 0, quotaBytes: 1000 }]
  if (path.endsWith('/list')) return [[saved]]
  if (path.includes('/getView/'))
    return path.endsWith('/q1') ? [{ ...saved, own: true, result: null }] : [null, 'object_missing', 404]
  if (path.includes('/queryById/')) return path.endsWith('/r1') ? [done] : [null, 'object_missing', 404]
  if (path.endsWith('/sqlQuery/query')) return [{ ...done, queryId: 'r2', sql: body.sql }]
  if (path.endsWith('/save')) {
    if (body.version !== saved.version && body.overwrite !== true) return [null, 'object_conflict', 409]
    saved = { ...saved, sql: String(body.sql), name: String(body.name), version: saved.version + 1 }
    return [saved]
  }
  return [null]
}

async function openAt(search: string) {
  window.history.replaceState(null, '', `/code/query${search}`)
  render(<Page />)
  await screen.findByRole('tablist', { name: 'SQL 标签页' })
}
const tabNames = () =>
  within(screen.getByRole('tablist', { name: 'SQL 标签页' }))
    .getAllByRole('tab')
    .map((tab) => tab.getAttribute('title'))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  saved = query
  asked = []
  catalogFails = false
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  Element.prototype.scrollIntoView = () => undefined
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const { pathname: path } = new URL(input, location.href)
    const body = JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown>
    asked.push({ path, body })
    const [data, code, status = 200] = answer(path, body)
    return new Response(JSON.stringify({ isSuccess: code === undefined, data, msg: code ?? '', code }), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  })
  resetDocuments(null)
  resetRuns()
  resetCatalog()
  useSession.setState({ username: 'lin' })
})
afterEach(() => {
  unfollowAll()
  cleanup()
  vi.unstubAllGlobals()
})

describe('an address', () => {
  it('names one thing, and whether it is run', () => {
    expect(wishOf('?query=q1')).toEqual({ kind: 'query', name: 'q1', start: false })
    expect(wishOf('?run=r1&start=1')).toEqual({ kind: 'run', name: 'r1', start: true })
    expect(wishOf('?table=a b')).toEqual({ kind: 'table', name: 'a b', start: false })
    expect(wishOf('?start=1')).toEqual({ kind: 'none', start: false })
  })

  it('of a saved query opens it, and stays its own', async () => {
    await openAt('?query=q1')
    await waitFor(() => expect(activeDocument()?.text).toBe('select 1 as one'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('渠道留存')
    expect(window.location.search).toBe('?query=q1')
    expect(screen.getByText('渠道', { selector: '.title-step *' })).toBeTruthy()
    expect(tabNames()).toEqual(['渠道留存'])
    expect(runsOf(useDocuments.getState().active)).toEqual([])
  })

  it('of a run opens its text and what became of it, without running it again', async () => {
    await openAt('?run=r1')
    await waitFor(() => expect(activeDocument()?.text).toBe('select wrong'))
    expect(await screen.findByText(/找不到列 wrong/)).toBeTruthy()
    expect(asked.some(({ path }) => path.endsWith('/sqlQuery/query'))).toBe(false)
    await waitFor(() => expect(window.location.search).toMatch(/^\?tab=/))
  })

  it('that says so runs it, once', async () => {
    await openAt('?run=r1&start=1')
    const sent = () => asked.filter(({ path }) => path.endsWith('/sqlQuery/query'))
    await waitFor(() => expect(sent().map(({ body }) => body.sql)).toEqual(['select wrong']))
    expect(runsOf(useDocuments.getState().active)).toHaveLength(1)
    expect(window.location.search).not.toContain('start')
  })

  it('of a table opens a sample of it, its name quoted where that is needed', async () => {
    await openAt('?table=pay_order')
    await waitFor(() => expect(activeDocument()?.text).toBe('select *\nfrom pay_order\nlimit 100'))
    expect(sampleOf('my "odd" table')).toBe('select *\nfrom "my ""odd"" table"\nlimit 100')
    expect(sampleOf('tmp.留存')).toContain('from tmp.留存')
  })

  it('of what is gone leaves the tab in front', async () => {
    await openAt('?query=gone')
    await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/getView/gone'))).toBe(true))
    await waitFor(() => expect(window.location.search).toMatch(/^\?tab=/))
    expect(tabNames()).toEqual(['查询 1'])
  })

  it('follows the tab in front, and Back returns to the one before', async () => {
    await openAt('?query=q1')
    await waitFor(() => expect(tabNames()).toEqual(['渠道留存']))
    const first = useDocuments.getState().active
    fireEvent.click(screen.getByRole('button', { name: '新建标签页' }))
    await waitFor(() => expect(window.location.search).toMatch(/^\?tab=/))
    expect(isShown(window.location.search)).toBe(true)
    window.history.back()
    await waitFor(() => expect(useDocuments.getState().active).toBe(first))
    expect(window.location.search).toBe('?query=q1')
  })
})

describe('the side', () => {
  it('has the tables by kind, and unfolds them by arrow keys', async () => {
    await openAt('')
    const tree = await screen.findByRole('tree', { name: '表' })
    expect(within(tree).getByText('指标表')).toBeTruthy()
    expect(within(tree).queryByText('player_id')).toBeNull()
    tree.focus()
    fireEvent.keyDown(tree, { key: 'ArrowDown' })
    fireEvent.keyDown(tree, { key: 'ArrowRight' })
    expect(within(tree).getByText('player_id')).toBeTruthy()
    fireEvent.keyDown(tree, { key: 'ArrowLeft' })
    expect(within(tree).queryByText('player_id')).toBeNull()
  })

  it('finds tables by name, comment and pinyin, and columns, which it then shows', async () => {
    await openAt('')
    const tree = await screen.findByRole('tree', { name: '表' })
    const field = screen.getByRole('textbox', { name: /查找/ })
    fireEvent.change(field, { target: { value: 'cz' } })
    expect(within(tree).getByText('pay_order')).toBeTruthy()
    expect(within(tree).queryByText('dim_channel')).toBeNull()
    fireEvent.change(field, { target: { value: '等级' } })
    expect(within(tree).getAllByText('level')).toHaveLength(2)
    expect(within(tree).queryByText('player_id')).toBeNull()
    fireEvent.change(field, { target: { value: 'nothing' } })
    expect(screen.getByText(/没有符合/)).toBeTruthy()
  })

  it('says when the tables can not be had, and asks again', async () => {
    catalogFails = true
    await openAt('')
    await screen.findByText('表读取失败')
    // Where the side is folded or shows something else, the editor tells it alone.
    const told = screen.getByText(/^表读取失败，暂时不能补全：/)
    expect(told.textContent).toMatch(/ERROR 503$/)
    catalogFails = false
    fireEvent.click(within(told).getByRole('button', { name: '重试' }))
    await screen.findByRole('tree', { name: '表' })
  })
})

describe('saving', () => {
  it('asks for a name first, then goes on in place', async () => {
    await openAt('?query=q1')
    await waitFor(() => expect(activeDocument()?.saved?.version).toBe(3))
    const id = useDocuments.getState().active
    changeDocument(id, { text: 'select 2' })
    expect(isChanged(activeDocument() as never)).toBe(true)
    await saveDocument(id)
    expect(activeDocument()?.saved?.version).toBe(4)
    expect(isChanged(activeDocument() as never)).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: '新建标签页' }))
    await saveDocument(useDocuments.getState().active)
    expect(await screen.findByRole('dialog', { name: '保存查询' })).toBeTruthy()
  })

  it('asks before it is left once a tag is taken, too', async () => {
    await openAt('?query=q1')
    await waitFor(() => expect(activeDocument()?.saved?.version).toBe(3))
    fireEvent.click(screen.getByRole('button', { name: '新建标签页' }))
    await saveDocument(useDocuments.getState().active)
    const tags = await screen.findByRole('textbox', { name: '标签' })
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(asks()).toBe(false)
    const user = userEvent.setup()
    await user.type(tags, '日报{Enter}')
    expect((tags as HTMLInputElement).value).toBe('')
    expect(asks()).toBe(true)
    await user.click(screen.getByRole('button', { name: '取消' }))
    await waitFor(() => expect(asks()).toBe(false))
  })

  it('that meets a newer version asks, and can save over it', async () => {
    await openAt('?query=q1')
    await waitFor(() => expect(activeDocument()?.saved?.version).toBe(3))
    const id = useDocuments.getState().active
    saved = { ...saved, sql: 'select theirs', version: 5 }
    changeDocument(id, { text: 'select mine' })
    await saveDocument(id)
    const dialog = await screen.findByRole('dialog', { name: /已在别处保存过/ })
    expect(within(dialog).getByRole('row', { name: '改 1 select theirs 1 select mine' })).toBeTruthy()
    expect(activeDocument()?.text).toBe('select mine')
    fireEvent.click(within(dialog).getByRole('button', { name: '覆盖' }))
    await waitFor(() => expect(saved.sql).toBe('select mine'))
    await waitFor(() => expect(activeDocument()?.saved?.version).toBe(6))
  })

  it('that meets a newer version can take it', async () => {
    await openAt('?query=q1')
    await waitFor(() => expect(activeDocument()?.saved?.version).toBe(3))
    const id = useDocuments.getState().active
    saved = { ...saved, sql: 'select theirs', version: 5 }
    changeDocument(id, { text: 'select mine' })
    await saveDocument(id)
    const dialog = await screen.findByRole('dialog', { name: /已在别处保存过/ })
    fireEvent.click(within(dialog).getByRole('button', { name: '用服务器上的' }))
    expect(activeDocument()?.text).toBe('select theirs')
    expect(activeDocument()?.saved?.version).toBe(5)
    expect(useView.getState().dialog).toBeNull()
  })
})

describe('parameters', () => {
  it('have a control each; one without a value is marked', async () => {
    await openAt('')
    const id = useDocuments.getState().active
    changeDocument(id, { text: 'select :end_date, :player_id' })
    activate(id)
    expect(await screen.findByRole('button', { name: /:end_date\s*\d{4}-\d\d-\d\d/ })).toBeTruthy()
    const missing = screen.getByRole('button', { name: /:player_id/ })
    expect(missing.textContent).toContain('请填写数字')
  })
})
