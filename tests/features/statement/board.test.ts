// A view's board: who reads and saves it, what is refused, its history and its way back. On both metadata stores.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Board, BoardTile } from '#semantic/model/board/types.ts'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import {
  addOrUpdateReportMeta,
  addOrUpdateViewMeta,
  deleteViewMeta,
  delReportByViewMetaId,
  getBoard,
  type ShownBoard,
  saveBoard,
  treeBack,
  treeHistory,
} from '#features/statement/contract.ts'
import { makeOffice, type Office } from './office.ts'

interface Entry {
  change: number
  changes: { field: string; title: string; from: string; to: string }[]
}

describeStores('a view’s board', (store) => {
  let office: Office
  let [owner, reader]: Person[] = []
  const people = () => ({ owner: owner as Person, reader: reader as Person })

  beforeAll(async () => {
    office = await makeOffice({ metadata: (await store.make()).metadata })
    owner = await office.person()
    reader = await office.person()
  })
  afterAll(() => office?.dispose())

  const addView = async (body: object = {}) =>
    (
      await people().owner.call<{ id: number }>(addOrUpdateViewMeta, {
        body: { name: '周会', shared: true, typeId: office.folder, ...body },
      })
    ).data.id
  const addReport = async (viewMetaId: number, info = office.info()) => {
    const body = { viewMetaId, reportName: '访问', info }
    return (await people().owner.call<{ id: number }>(addOrUpdateReportMeta, { body })).data.id
  }
  const read = async (person: Person, viewId: number) =>
    (await person.call<ShownBoard>(getBoard, { params: { viewId } })).data
  const save = async (person: Person, body: object) =>
    (await person.call<{ revision: number }>(saveBoard, { body })).envelope
  const chart = (report: number, change: Partial<BoardTile> = {}): BoardTile =>
    ({ id: 'a', kind: 'chart', report, x: 0, y: 0, w: 6, h: 6, ...change }) as BoardTile
  const text: BoardTile = { id: 't', kind: 'text', text: '# 周会\n<b>不是 HTML</b>', x: 6, y: 0, w: 6, h: 6 }

  it('is nobody’s at first, and tells what each report can be filtered by, day by day, and shown large', async () => {
    const view = await addView()
    const report = await addReport(view)
    const shown = await read(people().reader, view)
    expect(shown).toMatchObject({ board: null, editable: false })
    const { dims, points } = office
    const [reach] = shown.reaches
    expect(reach).toMatchObject({ report, day: dims.date })
    expect(reach?.dims).toEqual(expect.arrayContaining([dims.date, dims.game, dims.channel]))
    // Orders alone have a state; visits can't be filtered by it.
    expect(reach?.dims).not.toContain(dims.state)
    expect(reach?.figures.map(({ key }) => key)).toEqual([`p${points.minutes}`])
    expect(reach?.figures[0]?.pinyin).not.toBe('')
  })

  it('comes back as it was saved, to everybody who sees the view', async () => {
    const view = await addView()
    const report = await addReport(view)
    const board: Board = {
      tiles: [
        chart(report, { chart: { kind: 'column' } }),
        text,
        {
          ...{ id: 'f', kind: 'figure', report, key: `p${office.points.minutes}`, of: 'day' },
          ...{ goal: { value: 50, low: true, near: 0.8 }, x: 0, y: 6, w: 3, h: 3, title: '分钟' },
        },
      ],
      bar: { dateRange: { relative: 'last7' }, grain: 'week', compare: 'week', filters: [] },
    }
    expect(await save(people().owner, { viewId: view, board, revision: 1 })).toMatchObject({
      isSuccess: true,
      data: { viewId: view, revision: 2 },
    })
    expect((await read(people().reader, view)).board).toEqual(board)
    // Taken away, it is made from the reports again.
    await save(people().owner, { viewId: view, board: null })
    expect((await read(people().reader, view)).board).toBeNull()
  })

  it('is saved by who may change the view, and hidden with it', async () => {
    const view = await addView({ shared: false })
    const { owner, reader } = people()
    expect(await save(reader, { viewId: view, board: null })).toMatchObject({ code: 'object_missing' })
    expect((await reader.call(getBoard, { params: { viewId: view } })).envelope).toMatchObject({
      code: 'object_missing',
    })
    await owner.call(addOrUpdateViewMeta, { body: { id: view, shared: true } })
    const board = { tiles: [text], bar: {} }
    expect(await save(reader, { viewId: view, board })).toMatchObject({ code: 'permission_missing' })
    expect(await save(office.admin, { viewId: view, board })).toMatchObject({ isSuccess: true })
    await owner.call(deleteViewMeta, { params: { id: view }, body: {} })
    expect(await save(owner, { viewId: view, board: null })).toMatchObject({ code: 'object_missing' })
    await owner.call(addOrUpdateViewMeta, { body: { id: view, restored: true } })
    expect((await read(owner, view)).board).toEqual(board)
  })

  it.each([
    ['a report of another view', () => ({ tiles: [chart(office.report)] }), '不在这个视图里'],
    ['two tiles of one number', () => ({ tiles: [text, text] }), '同一个编号'],
    ['a tile beyond the edge', () => ({ tiles: [{ ...text, x: 8 }] }), '只有 12 列'],
    [
      'a condition on a figure',
      () => ({ bar: { filters: [{ point: office.points.minutes, op: 'gt', values: [1] }] } }),
      '只能是维度',
    ],
  ])('refuses %s with the reason, and stays as it was', async (_, board, reason) => {
    const view = await addView()
    const { owner } = people()
    const refused = await save(owner, { viewId: view, board: { tiles: [], bar: {}, ...board() } })
    expect(refused).toMatchObject({ isSuccess: false, msg: expect.stringContaining(reason) })
    expect(await read(owner, view)).toMatchObject({ board: null, revision: 1 })
  })

  it('keeps who saves second from overwriting the first unseen', async () => {
    const view = await addView()
    const { owner } = people()
    const board = { tiles: [text], bar: {} }
    await save(office.admin, { viewId: view, board, revision: 1 })
    const mine = { tiles: [{ ...text, w: 4 } as BoardTile], bar: {} }
    const refused = await save(owner, { viewId: view, board: mine, revision: 1 })
    expect(refused).toMatchObject({ code: 'object_conflict', data: { present: { board } } })
    expect((await read(owner, view)).board).toEqual(board)
    expect(await save(owner, { viewId: view, board: mine, revision: 1, overwrite: true })).toMatchObject({
      isSuccess: true,
    })
    expect((await read(owner, view)).board).toEqual(mine)
  })

  it('tells its changes tile by tile in the view’s history, and goes back to any of them', async () => {
    const view = await addView()
    const { owner } = people()
    const first = { tiles: [text], bar: {} }
    await save(owner, { viewId: view, board: first })
    const wider: BoardTile = { ...text, x: 0, w: 12 }
    await save(owner, { viewId: view, board: { tiles: [wider], bar: {} } })
    const history = async () =>
      (await owner.call<Entry[]>(treeHistory, { params: { kind: 'viewMeta', id: view } })).data
    const [last, before] = await history()
    expect(last?.changes).toMatchObject([
      { title: '看板 周会', from: '第 7 列第 1 行，宽 6 高 6', to: '第 1 列第 1 行，宽 12 高 6' },
    ])
    expect(before?.changes).toMatchObject([{ title: '看板', from: '', to: '1 块' }])
    const back = { kind: 'viewMeta', id: view, change: before?.change }
    expect((await owner.call(treeBack, { body: back })).envelope).toMatchObject({ isSuccess: true })
    expect((await read(owner, view)).board).toEqual(first)
  })

  it('keeps a tile of a deleted report until it is removed, and can then be saved', async () => {
    const view = await addView()
    const report = await addReport(view)
    const { owner } = people()
    const board = { tiles: [chart(report), text], bar: {} }
    await save(owner, { viewId: view, board })
    await owner.call(delReportByViewMetaId, { body: { viewMetaId: view, reportIds: [report] } })
    const shown = await read(owner, view)
    expect(shown.board).toEqual(board)
    expect(shown.reaches).toEqual([])
    expect(
      await save(owner, { viewId: view, board: { tiles: [{ ...text, w: 5 }, chart(report)], bar: {} } }),
    ).toMatchObject({
      isSuccess: false,
      msg: expect.stringContaining('移除这一块'),
    })
    expect(await save(owner, { viewId: view, board: { tiles: [text], bar: {} } })).toMatchObject({
      isSuccess: true,
    })
  })
})
