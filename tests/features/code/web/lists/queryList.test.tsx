// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shown } from '#tests/web/list/page.tsx'
import { answerWith, envelope, failure, type Request } from '#tests/web/shell/answers.ts'
import { shownRows } from '#web/list/shownRows.ts'
import type { ListQuestion } from '#web/list/types.ts'
import { clearMessages, useMessages } from '#web/shell/message.ts'
import type { SavedQuery } from '#features/code/contract.ts'
import { MoveDialog } from '#features/code/web/library/MoveDialog.tsx'
import { foldersOf } from '#features/code/web/lists/folders.ts'
import { Page as BarePage } from '#features/code/web/lists/QueryListPage.tsx'
import { closeQueryDialog } from '#features/code/web/lists/queryDialog.ts'
import { queryList } from '#features/code/web/lists/queryList.tsx'
import { press, runOf, savedQuery, signIn, withKeys } from './page.ts'

const Page = withKeys(BarePage, 'queries')

let saved: SavedQuery[]
let asked: Request[]
/** What the server says to a call whose path ends so; else what it keeps. */
let said: Record<string, () => Response>

const nameOf = (path: string) => path.split('?')[0]?.split('/aliyun/')[1] ?? ''
const bodyOf = (name: string) => asked.find(({ path }) => nameOf(path) === name)?.body

const forgetList = () => queryList.useState.setState({ status: 'idle', rows: [], ticked: new Map() })

beforeEach(() => {
  signIn()
  history.replaceState(null, '', '/code/queryList')
  clearMessages()
  closeQueryDialog()
  forgetList()
  saved = [
    savedQuery({ id: 'q1', name: '每日登录', pinyin: 'mei ri deng lu', folder: '运营/日报', tags: ['日报'] }),
    savedQuery({
      id: 'q2',
      name: '充值',
      pinyin: 'chong zhi',
      folder: '付费',
      version: 2,
      modifiedAt: '2025-12-01T00:00:00.000Z',
    }),
    savedQuery({ id: 'q3', name: 'ROI', folder: '运营', modifiedAt: '2026-02-01T00:00:00.000Z' }),
  ]
  said = {}
  asked = answerWith(({ path, body }) => {
    const name = nameOf(path)
    const own = said[name]
    if (own) return own()
    if (name === 'list') return envelope(saved)
    if (name === 'data/sqlQuery/folders') return envelope([])
    const query = saved.find(({ id }) => name.endsWith(`/${id}`)) ?? saved[0]
    if (name === 'save') return envelope({ ...saved[0], ...(body as object) })
    if (name.startsWith('shareView')) return envelope({ ...query, ...(body as object) })
    if (name.startsWith('restoreView')) return envelope(query)
    if (name.startsWith('deleteView')) return envelope(null)
    return failure('无法识别', { status: 404 })
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const rows = () => shown()
const chosen = () => document.querySelector('[role="gridcell"][aria-selected="true"]')?.textContent
const preview = () => screen.queryByRole('complementary', { name: /^预览/ })
const inAddress = (name: string) => new URLSearchParams(location.search).get(name)
/** Presses the keys that ask, and says yes. */
async function remove(...keys: string[]): Promise<void> {
  act(() => press(...keys, 'Delete'))
  await confirmed()
}
async function confirmed(): Promise<void> {
  const question = within(await screen.findByRole('alertdialog'))
  fireEvent.click(question.getByRole('button', { name: '删除' }))
}
async function open(): Promise<void> {
  render(<Page />)
  await screen.findByRole('grid')
}

describe('the list of saved queries', () => {
  it('shows the newest first, walks by j and k and arrows, and keeps what is chosen in the address', async () => {
    await open()
    expect(rows()).toEqual(['ROI', '每日登录', '充值'])
    act(() => press('j'))
    expect(chosen()).toBe('ROI')
    act(() => press('j', 'ArrowDown', 'j'))
    expect(chosen()).toBe('充值')
    act(() => press('k'))
    expect(chosen()).toBe('每日登录')
    await waitFor(() => expect(location.search).toBe('?chosen=q1'))
    expect(preview()?.textContent).toContain("select 'q1'")
    act(() => press('Enter'))
    expect(location.pathname + location.search).toBe('/code/query?query=q1')
  })

  it('finds as one types, by pinyin, and Enter opens the first', async () => {
    await open()
    act(() => press('/'))
    const field = screen.getByLabelText('查找已存查询')
    expect(document.activeElement).toBe(field)
    fireEvent.change(field, { target: { value: 'mrdl' } })
    await waitFor(() => expect(rows()).toEqual(['每日登录']))
    expect(location.search).toBe('?text=mrdl')
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    expect(location.pathname).toBe('/code/queryList')
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(location.search).toBe('?query=q1')
  })

  it('looks into the whole text, folders and tags, and sorts both ways', () => {
    const all = [
      ...saved,
      savedQuery({ id: 'q4', name: '长', sql: `select ${'1 + '.repeat(300)}last_word`, tags: ['周报'] }),
    ]
    const names = (part: Partial<ListQuestion>) =>
      shownRows(queryList.declaration, all, {
        text: '',
        filters: {},
        sort: 'name',
        desc: false,
        ...part,
      }).map(({ name }) => name)
    expect(names({ sort: 'modified', desc: true })[0]).toBe('ROI')
    expect(names({ sort: 'modified' })[0]).toBe('充值')
    expect(names({ desc: true })).toEqual(names({}).toReversed())
    expect(names({ text: 'last_word' })).toEqual(['长'])
    expect(names({ text: '周报' })).toEqual(['长'])
    expect(names({ text: '付费' })).toEqual(['充值'])
    expect(names({ filters: { folder: '运' } })).toEqual([])
    expect(names({ filters: { tag: '日报', folder: '运营' } })).toEqual(['每日登录'])
    expect(names({ filters: { tag: '日报', folder: '付费' } })).toEqual([])
    expect(names({ filters: { share: '1' } })).toEqual([])
  })

  it.each([
    ['?sort=name&reversed=1', '-name', ['ROI', '每日登录', '充值']],
    ['?reversed=1', 'modified', ['充值', '每日登录', 'ROI']],
  ])('follows the old address %s', async (old, sort, names) => {
    history.replaceState(null, '', `/code/queryList${old}`)
    await open()
    expect([inAddress('sort'), inAddress('reversed')]).toEqual([sort, null])
    expect(rows()).toEqual(names)
  })

  it('is as the address says', async () => {
    history.replaceState(null, '', '/code/queryList?folder=运营&sort=-name')
    await open()
    expect(rows()).toEqual(['ROI', '每日登录'])
    fireEvent.click(screen.getByTitle('移除此条件'))
    expect(rows()).toHaveLength(3)
    const tags = within(screen.getByRole('tree', { name: '标签' }))
    fireEvent.click(tags.getByRole('treeitem', { name: '日报 1 个' }))
    expect(rows()).toEqual(['每日登录'])
    expect(new URLSearchParams(location.search).get('tag')).toBe('日报')
  })

  it('narrows to a folder with what is within it', async () => {
    await open()
    fireEvent.click(screen.getByRole('treeitem', { name: '运营 2 个' }))
    expect(rows()).toEqual(['ROI', '每日登录'])
    act(() => history.back())
    await waitFor(() => expect(rows()).toHaveLength(3))
  })

  it('deletes with a way back, and chooses the next', async () => {
    await open()
    await remove('j')
    await waitFor(() => expect(rows()).toEqual(['每日登录', '充值']))
    expect(chosen()).toBe('每日登录')
    await waitFor(() => expect(useMessages.getState().messages[0]?.message).toBe('已删除「ROI」'))
    await act(async () => useMessages.getState().messages[0]?.action?.onClick())
    await waitFor(() => expect(rows()).toEqual(['ROI', '每日登录', '充值']))
    expect(asked.map(({ path }) => nameOf(path)).filter((name) => !name.endsWith('folders'))).toEqual([
      'list',
      'queryUses',
      'deleteView/q3',
      'restoreView/q3',
      // It came back with a newer revision.
      'list',
    ])
  })

  it('asks before it deletes, and says what becomes of a shared address; Escape keeps all', async () => {
    saved = saved.map((query) => (query.id === 'q3' ? { ...query, share: 'query' } : query))
    await open()
    act(() => press('j', 'Delete'))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('删除查询「ROI」？')
    expect(question.textContent).toContain('分享出去的链接随之打不开')
    fireEvent.keyDown(question, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(rows()).toHaveLength(3)
    expect(asked.some(({ path }) => nameOf(path).startsWith('deleteView'))).toBe(false)
  })

  it('takes a deletion back by Ctrl+Z, and says why one could not be deleted', async () => {
    await open()
    await remove('j')
    await waitFor(() => expect(useMessages.getState().messages).toHaveLength(1))
    await act(async () => press('ctrl+z'))
    await waitFor(() => expect(rows()).toHaveLength(3))
    said['deleteView/q3'] = () => failure('磁盘空间不足，未保存', { status: 507 })
    await remove('k', 'k', 'k')
    const failed = await screen.findByRole('dialog', { name: '1 / 1 个删除失败' })
    expect(failed.textContent).toContain('磁盘空间不足')
    expect(rows()).toHaveLength(3)
  })

  it('deletes all that are ticked, and takes all of it back at once', async () => {
    await open()
    act(() => press('j', ' ', 'j', ' '))
    await screen.findByText('已勾选', { exact: false })
    await remove()
    await waitFor(() => expect(rows()).toEqual(['充值']))
    expect(useMessages.getState().messages[0]?.message).toBe('已删除 2 个查询')
    await act(async () => press('ctrl+z'))
    await waitFor(() => expect(rows()).toHaveLength(3))
  })

  it('does from the preview what it says with the query that it shows, whatever is ticked', async () => {
    await open()
    act(() => press('j', ' ', 'j'))
    const buttons = within(preview() as HTMLElement)
    await waitFor(() => expect(preview()?.textContent).toContain('每日登录'))
    fireEvent.click(buttons.getByRole('button', { name: /删除/ }))
    await confirmed()
    await waitFor(() => expect(rows()).toEqual(['ROI', '充值']))
    expect(asked.some(({ path }) => nameOf(path) === 'deleteView/q3')).toBe(false)
  })

  it('changes details, and keeps what was typed when they are refused', async () => {
    await open()
    act(() => press('j', 'j', 'F2'))
    const name = await screen.findByLabelText(/^名称/, { selector: 'input' })
    fireEvent.change(name, { target: { value: '旧名' } })
    said.save = () => failure('已有同名的查询', { code: 'parameter_wrong' })
    fireEvent.change(screen.getByLabelText('文件夹', { selector: 'input' }), { target: { value: '甲/乙' } })
    fireEvent.click(screen.getByRole('button', { name: /^保存/ }))
    expect((await screen.findByRole('alert')).textContent).toContain('已有同名的查询')
    expect((screen.getByLabelText('文件夹', { selector: 'input' }) as HTMLInputElement).value).toBe('甲/乙')
    delete said.save
    fireEvent.change(name, { target: { value: '新名' } })
    fireEvent.click(screen.getByRole('button', { name: /^保存/ }))
    await waitFor(() => expect(rows()).toContain('新名'))
    expect(asked.at(-1)?.body).toMatchObject({
      id: 'q1',
      name: '新名',
      folder: '甲/乙',
      tags: ['日报'],
      version: 1,
    })
  })

  it('offers the folders of the place that queries are moved to', async () => {
    const team = { id: 7, name: '增长组', own: true, right: 'edit' }
    said = { 'data/sqlQuery/folders': () => envelope([team]) }
    const inTeam = savedQuery({ id: 'q4', name: '组里的', folder: '周会/上周', folderId: 7, team: '增长组' })
    const pathsIn = (folderId: number | null) =>
      foldersOf([...saved, inTeam].filter((query) => query.folderId === folderId)).map(({ path }) => path)
    render(<MoveDialog queries={saved.slice(0, 1)} pathsIn={pathsIn} onMoved={() => {}} />)
    const offered = () =>
      [...document.querySelectorAll('datalist option')].map((one) => one.getAttribute('value'))
    expect(offered()).toEqual(['付费', '运营', '运营/日报'])
    await screen.findByText('团队：增长组')
    fireEvent.change(screen.getByLabelText('位置'), { target: { value: '7' } })
    expect(offered()).toEqual(['周会', '周会/上周'])
  })

  it('says by name what stops where a query is moved to, and takes it back with the place', async () => {
    const team = { id: 7, name: '增长组', pinyin: '', note: '', own: false, right: 'edit', grants: [] }
    said['data/sqlQuery/folders'] = () => envelope([team])
    const latest = () => asked.findLast(({ path }) => nameOf(path) === 'queryUses')?.body
    said.queryUses = () => {
      const { after } = latest() as { after: { folderId: number | null } }
      return envelope(after.folderId === 7 ? [{ kind: 'alarm', name: '登录太少', owner: '小梅' }] : [])
    }
    render(<MoveDialog queries={saved.slice(0, 1)} pathsIn={() => []} onMoved={() => {}} />)
    await screen.findByText('团队：增长组')
    fireEvent.change(screen.getByLabelText('位置'), { target: { value: '7' } })
    expect((await screen.findByText(/其负责人不再能运行查询/)).parentElement?.textContent).toContain(
      '告警「登录太少」，小梅',
    )
    expect(latest()).toEqual({ ids: ['q1'], after: { folderId: 7 } })
    fireEvent.change(screen.getByLabelText('位置'), { target: { value: '' } })
    await waitFor(() => expect(screen.queryByText(/其负责人不再能运行查询/)).toBeNull())
  })

  it('changes details of a text that was saved anew elsewhere, and keeps the newer text', async () => {
    await open()
    act(() => press('j', 'j', 'F2'))
    fireEvent.change(await screen.findByLabelText(/^名称/, { selector: 'input' }), {
      target: { value: '新名' },
    })
    const newer = savedQuery({ id: 'q1', sql: 'select 2', version: 5 })
    said.save = () => {
      delete said.save
      return failure('查询已被保存过更新的版本', { status: 409, code: 'object_conflict', data: newer })
    }
    fireEvent.click(screen.getByRole('button', { name: /^保存/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked.at(-1)?.body).toMatchObject({ name: '新名', sql: 'select 2', version: 5 })
  })

  it('shares by choice, gives the link, and stops sharing', async () => {
    await open()
    act(() => press('j', 'S'))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByLabelText('分享链接')).toBeNull()
    fireEvent.click(dialog.getByLabelText(/^分享 SQL下面/))
    const link = (await dialog.findByLabelText('分享链接')) as HTMLInputElement
    expect(link.value).toBe(`${location.origin}/code_view/q3`)
    expect(bodyOf('shareView/q3')).toEqual({ share: 'query' })
    fireEvent.click(dialog.getByRole('button', { name: '停止分享' }))
    await waitFor(() => expect(dialog.queryByLabelText('分享链接')).toBeNull())
    expect(asked.at(-1)?.body).toEqual({ share: 'off' })
  })

  it('says where a result is shared that is not there', async () => {
    let result: unknown = null
    said['getView/q3'] = () =>
      envelope({ ...savedQuery({ id: 'q3' }), own: true, result, labels: [], chart: null })
    await open()
    act(() => press('j', 'S'))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByLabelText(/^分享 SQL 和结果/))
    await dialog.findByText(/现在没有可以附上的结果/)
    fireEvent.click(dialog.getByLabelText(/^分享 SQL下面/))
    await waitFor(() => expect(dialog.queryByText(/现在没有可以附上的结果/)).toBeNull())
    result = runOf({ queryId: 'r1' })
    const before = asked.length
    fireEvent.click(dialog.getByLabelText(/^分享 SQL 和结果/))
    await waitFor(() => expect(asked.slice(before).some(({ path }) => path.includes('q3'))).toBe(true))
    await dialog.findByLabelText('分享链接')
    expect(dialog.queryByText(/现在没有可以附上的结果/)).toBeNull()
  })

  it('says in place why sharing was not changed', async () => {
    await open()
    act(() => press('j', 'S'))
    const dialog = within(await screen.findByRole('dialog'))
    said['shareView/q3'] = () => failure('内容不存在或已被删除', { status: 404, code: 'object_missing' })
    fireEvent.click(dialog.getByLabelText(/^分享 SQL下面/))
    expect((await dialog.findByRole('alert')).textContent).toContain('内容不存在')
    expect((dialog.getByLabelText(/^不分享/) as HTMLInputElement).checked).toBe(true)
  })

  it('shows what versions differ in, and brings one back as a new one', async () => {
    const version = (number: number, sql: string) => ({
      version: number,
      name: '充值',
      sql,
      params: [],
      savedAt: '2026-01-01T00:00:00.000Z',
    })
    said['viewVersions/q2'] = () => envelope([version(2, 'select 1,\n  2'), version(1, 'select 1,\n  3')])
    await open()
    act(() => press('j', 'j', 'j', 'v'))
    const dialog = within(await screen.findByRole('dialog'))
    expect((await dialog.findByText('1 行有差异')).textContent).toBe('1 行有差异')
    const restore = dialog.getByRole('button', { name: '恢复此版本' }) as HTMLButtonElement
    expect(restore.disabled).toBe(true)
    fireEvent.click(dialog.getByRole('option', { name: /第 1 版/ }))
    fireEvent.click(restore)
    await waitFor(() => expect(bodyOf('save')).toMatchObject({ id: 'q2', sql: 'select 1,\n  3', version: 2 }))
  })

  it('tells why it could not be read, and tries again', async () => {
    said.list = () => failure('服务繁忙，请稍后再试', { status: 503 })
    render(<Page />)
    expect((await screen.findByRole('alert')).textContent).toContain('服务繁忙')
    delete said.list
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByRole('grid')
  })

  it('offers the next step where there is nothing, and where nothing answers', async () => {
    const all = saved
    saved = []
    render(<Page />)
    await screen.findByText('还没有已存查询')
    cleanup()
    saved = all
    forgetList()
    history.replaceState(null, '', '/code/queryList?text=zzz')
    render(<Page />)
    fireEvent.click(await screen.findByRole('button', { name: /清除全部条件/ }))
    expect(rows()).toHaveLength(3)
  })
})
