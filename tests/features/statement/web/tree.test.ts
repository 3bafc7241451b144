// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { matcherOf } from '#web/pick/matching.ts'
import { placedBeside, shifted } from '#web/pick/order.ts'
import { useSession } from '#web/shell/session.ts'
import { clampSide } from '#web/ui/side/sideWidth.ts'
import type { ViewMeta, ViewType } from '#features/statement/contract.ts'
import { followAddress, leaveReport } from '#features/statement/web/report/follow.ts'
import { dropPlaceOf } from '#features/statement/web/tree/dragging.ts'
import {
  readPrivateViews,
  readRecents,
  readStars,
  withRecent,
  withStarToggled,
  writePrivateViews,
  writeRecents,
} from '#features/statement/web/tree/places.ts'
import {
  holdsFolder,
  narrow,
  pathTo,
  privateKey,
  shapeOf,
  sharedKey,
  siblingsOf,
  visibleRows,
} from '#features/statement/web/tree/shape.ts'
import { loadTree, revealView, useTree } from '#features/statement/web/tree/store.ts'
import { stepOf } from '#features/statement/web/tree/walking.ts'

const view = (id: number, name: string, typeId: number | null, rest: Partial<ViewMeta> = {}): ViewMeta => ({
  id,
  name,
  typeId,
  order: id,
  owner: 'admin',
  shared: typeId !== null,
  audience: typeId === null ? 'own' : 'all',
  editable: true,
  revision: 1,
  pinyin: '',
  ...rest,
})
const folder = (id: number, name: string, parentId: number | null, metas: ViewMeta[] = []): ViewType => ({
  id,
  name,
  parentId,
  order: id,
  owner: 'admin',
  shared: true,
  audience: 'all',
  editable: true,
  revision: 1,
  pinyin: '',
  metas,
})

const list = [
  folder(1, '经营大盘', null, [
    view(11, '经营日报', 1, { pinyin: 'jing ying ri bao', order: 2 }),
    view(12, '实时概览', 1, { pinyin: 'shi shi gai lan', order: 1 }),
  ]),
  folder(2, '海外', null),
  folder(3, '北美', 2, [view(31, '北美日报', 3, { pinyin: 'bei mei ri bao' })]),
  folder(0, '我的私有报表', null, [view(91, '暑期复盘', null)]),
]
const shape = shapeOf(list, 'admin')
const all = () => true

describe('the shape of the tree', () => {
  it('nests folders, orders views, counts what is below, and puts loose views last', () => {
    expect(shape.roots.map(({ name, count }) => [name, count])).toEqual([
      ['经营大盘', 2],
      ['海外', 1],
      ['我的私有报表', 1],
    ])
    expect(shape.roots[0]?.views.map(({ id }) => id)).toEqual([12, 11])
    expect(shape.roots[1]?.folders[0]?.name).toBe('北美')
    expect(shape.roots[2]?.key).toBe(privateKey)
  })

  it('shows folders whose parent is gone, or that hold each other, at the top', () => {
    const odd = shapeOf(
      [folder(1, 'a', 99), folder(2, 'b', 3), folder(3, 'c', 2), folder(4, 'd', 4)],
      'admin',
    )
    const names = visibleRows(odd.roots, all).map(({ node }) => node?.name)
    expect(names.sort()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('finds the way to a folder, and what may not be moved into itself', () => {
    expect(pathTo(shape, 3).map(({ name }) => name)).toEqual(['海外', '北美'])
    expect(holdsFolder(shape, 2, 3)).toBe(true)
    expect(holdsFolder(shape, 3, 2)).toBe(false)
  })

  it('lists folders in the order of the tree, those below others behind them', () => {
    const given = [
      folder(1, '经营', null),
      { ...folder(5, '港澳台', 4), order: 1 },
      folder(2, '活跃', null),
      { ...folder(6, '东南亚', 4), order: 2 },
      folder(4, '海外', null),
    ]
    const names = [...shapeOf(given, 'admin').folders.values()].map(({ name }) => name)
    expect(names).toEqual(['经营', '活跃', '海外', '港澳台', '东南亚'])
  })

  it('narrows by name, pinyin and initials, keeping the folders above', () => {
    const found = (query: string) =>
      visibleRows(narrow(shape.roots, matcherOf(query)), all).flatMap(({ view: one }) => one?.name ?? [])
    expect(found('jyrb')).toEqual(['经营日报'])
    expect(found('ribao')).toEqual(['经营日报', '北美日报'])
    expect(found('北美')).toEqual(['北美日报'])
    expect(found('zzz')).toEqual([])
    expect(found('')).toHaveLength(4)
  })
})

describe('order', () => {
  it('moves one place and stops at the edges', () => {
    expect(shifted([1, 2, 3], 3, -1)).toEqual([1, 3, 2])
    expect(shifted([1, 2, 3], 1, -1)).toBeNull()
    expect(shifted([1, 2, 3], 9, 1)).toBeNull()
  })

  it('places one beside another', () => {
    expect(placedBeside([1, 2, 3], 3, 1, 'before')).toEqual([3, 1, 2])
    expect(placedBeside([1, 2, 3], 1, 3, 'after')).toEqual([2, 3, 1])
  })

  it('is among the things of one folder', () => {
    expect(siblingsOf(shape, 'v11')).toEqual([12, 11])
    expect(siblingsOf(shape, 'f3')).toEqual([3])
  })

  it('reads where a dragged row is dropped', () => {
    expect([0.1, 0.5, 0.9].map((share) => dropPlaceOf('f1', share))).toEqual(['before', 'into', 'after'])
    expect([0.1, 0.9].map((share) => dropPlaceOf('v1', share))).toEqual(['before', 'after'])
    expect(dropPlaceOf(privateKey, 0.1)).toBe('into')
  })
})

describe('keys in the tree', () => {
  const open = new Set(['f1'])
  const rows = visibleRows(shape.roots, (key) => open.has(key))
  const press = (key: string, cursor: string | null, rest = {}) =>
    stepOf({ key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...rest }, rows, cursor)

  it('walk the rows on screen', () => {
    expect(press('ArrowDown', null)).toEqual({ key: 'f1' })
    expect(press('ArrowDown', 'f1')).toEqual({ key: 'v12' })
    expect(press('ArrowUp', 'f1')).toEqual({ key: 'f1' })
    expect(press('End', 'f1')).toEqual({ key: privateKey })
  })

  it('open, close, and go to the folder above', () => {
    expect(press('ArrowRight', 'f2')).toEqual({ key: 'f2', open: true })
    expect(press('ArrowRight', 'f1')).toEqual({ key: 'v12' })
    expect(press('ArrowLeft', 'f1')).toEqual({ key: 'f1', open: false })
    expect(press('ArrowLeft', 'v11')).toEqual({ key: 'f1' })
    expect(press('Enter', 'v11')).toEqual({ key: 'v11', enter: true })
  })

  it('leave chords to the commands', () => {
    expect(press('ArrowDown', 'f1', { altKey: true })).toBeNull()
    expect(press('x', 'f1')).toBeNull()
  })
})

describe('places kept in this browser', () => {
  beforeEach(() => localStorage.clear())

  it('hold the latest view first, once', () => {
    expect(withRecent([1, 2, 3], 2)).toEqual([2, 1, 3])
    expect(
      withRecent(
        Array.from({ length: 30 }, (_, index) => index + 1),
        99,
      ),
    ).toHaveLength(30)
  })

  it('star and unstar', () => {
    expect(withStarToggled([1], 2)).toEqual([1, 2])
    expect(withStarToggled([1, 2], 1)).toEqual([2])
  })

  it('are empty when what is stored is broken', () => {
    writeRecents([3, 4])
    expect(readRecents()).toEqual([3, 4])
    for (const text of ['{', '"x"', '[1,"2"]', '[-1]', 'null']) {
      localStorage.setItem('statementStars:', text)
      expect(readStars()).toEqual([])
    }
  })

  it('keep the side between its limits', () => {
    expect([0, 240.4, 9999].map(clampSide)).toEqual([180, 240, 480])
  })
})

describe('folders with nothing for the reader', () => {
  const names = (reader: string) =>
    visibleRows(
      shapeOf(
        [
          folder(1, '别人的空文件夹', null),
          { ...folder(2, '自己的空文件夹', null), owner: 'mei' },
          folder(3, '外层', null),
          { ...folder(4, '自己的', 3), owner: 'mei' },
          folder(5, '有报表', null, [view(51, '日报', 5)]),
        ],
        reader,
      ).roots,
      () => true,
    ).map(({ node, view: shown }) => node?.name ?? shown?.name)

  it('do not show, unless they are the reader’s own or hold such a one', () => {
    expect(names('mei')).toEqual(['自己的空文件夹', '外层', '自己的', '有报表', '日报'])
    expect(names('wu')).toEqual(['有报表', '日报'])
  })
})

describe('private views as last seen', () => {
  it('are given to whom they belong', () => {
    useSession.setState({ username: 'mei' })
    writePrivateViews([{ id: 7, name: '我的周报' }])
    expect(readPrivateViews()).toEqual([{ id: 7, name: '我的周报' }])
    useSession.setState({ username: 'wu' })
    expect(readPrivateViews()).toEqual([])
  })
})

describe('a view that is shown before the tree knows it', () => {
  const without = [folder(1, '经营大盘', null), folder(2, '海外', null), folder(3, '北美', 2)]
  const answers = (...lists: ViewType[][]) =>
    vi.stubGlobal('fetch', async () => Response.json({ isSuccess: true, data: lists.shift(), msg: '' }))
  beforeEach(() => {
    leaveReport()
    useTree.setState({ status: 'idle', list: [], shape: shapeOf([], null), open: new Set(), cursor: null })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('has its folders opened as soon as it is known', async () => {
    answers(without, list)
    await loadTree()
    revealView(31)
    expect(useTree.getState().cursor).toBeNull()
    await loadTree()
    expect(useTree.getState().cursor).toBe('v31')
    expect([...useTree.getState().open]).toEqual(expect.arrayContaining(['f2', 'f3']))
  })

  it('has the group opened that holds it where it is in no folder', async () => {
    // The first three are open at first.
    const further = folder(4, '买量投放', null, [view(41, '投放日报', 4)])
    answers([...list, further, folder(-1, '与我共享', null, [view(92, '周会材料', null)])])
    revealView(92)
    await loadTree()
    expect(useTree.getState().cursor).toBe('v92')
    expect([...useTree.getState().open]).toContain(sharedKey)
  })

  it('is waited for beyond an answer that was asked for before', async () => {
    answers(without, list)
    const asked = loadTree()
    revealView(31)
    await asked
    await loadTree()
    expect(useTree.getState().cursor).toBe('v31')
  })

  it('is waited for no more where it is not there', async () => {
    answers(without, list)
    revealView(31)
    await loadTree()
    await loadTree()
    expect(useTree.getState().cursor).toBeNull()
  })

  it.each([
    ['its reports are not there', () => followAddress('?id=31')],
    ['the address names none', () => followAddress('')],
    ['the page is left', async () => leaveReport()],
  ])('is waited for no more once %s', async (_, settle) => {
    revealView(31)
    vi.stubGlobal('fetch', async () =>
      Response.json({ isSuccess: false, code: 'object_missing', data: null, msg: '不存在' }, { status: 404 }),
    )
    await settle()
    answers(list)
    await loadTree()
    expect(useTree.getState()).toMatchObject({ status: 'ready', cursor: null })
  })
})
