// Editing dictionaries: rows, columns, batches, deletion, and refusals.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import {
  addOrUpdateDict,
  addOrUpdateDictData,
  type BatchResult,
  creatDictByBatchCode,
  deleteDict,
  deleteDictData,
  dictionaryHistory,
  exportDict,
  type ListedDictionary,
  listDictionaries,
  type OpenedDictionary,
  openDictionary,
  type ReadFile,
  type RowPage,
  readDictionaryFile,
  readDictionaryRows,
  refreshDict,
  restoreDictionaries,
  type SavedDictionary,
  type SavedRow,
  type UnnamedCodes,
  unnamedCodes,
} from '#features/dictionary/contract.ts'
import { type ListsHouse, makeListsHouse } from '../lists/listsHouse.ts'

describeStores('editing dictionaries', (store) => {
  let house: ListsHouse
  let editor: Person
  let limited: Person
  beforeAll(async () => {
    house = await makeListsHouse(store)
    editor = await house.person({ keys: ['manage_dictionary'] })
    limited = await house.person({ keys: ['manage_dictionary'], games: ['a'] })
  })
  afterAll(() => house?.dispose())

  const save = (who: Person, body: unknown) => who.call<SavedDictionary>(addOrUpdateDict, { body })
  const made = async (name: string, attributes: string[], rows: string[][], formName?: string) =>
    (
      await save(editor, {
        id: -1,
        name,
        attributes,
        ...(formName && { formName }),
        values: rows.map((data) => ({ dataId: -1, data })),
      })
    ).data
  const open = async (id: number, who = editor) =>
    (await who.call<OpenedDictionary>(openDictionary, { params: { id } })).data
  const rows = async (id: number, who = editor) =>
    (await who.call<RowPage>(readDictionaryRows, { params: { id } })).data.rows
  const cells = async (id: number, who = editor) => (await rows(id, who)).map(({ data }) => data)
  const state = async () => {
    const { db } = house.deps.metadata
    const all = await Promise.all([
      db.selectFrom('dictionary').selectAll().orderBy('id').execute(),
      db.selectFrom('dictionary_data').selectAll().orderBy('id').execute(),
      db.selectFrom('object_name').selectAll().orderBy('kind').orderBy('scope').orderBy('name_key').execute(),
      db.selectFrom('object_change').selectAll().orderBy('id').execute(),
      db.selectFrom('audit').selectAll().orderBy('id').execute(),
    ])
    return createHash('sha256').update(JSON.stringify(all)).digest('hex')
  }
  /** The answer's words; the state must be what it was. */
  const refused = async (call: () => Promise<{ status: number; envelope: unknown }>) => {
    const before = await state()
    const { status, envelope } = await call()
    expect(await state()).toBe(before)
    return { status, ...(envelope as { isSuccess: boolean; msg: string; code: string; data: unknown }) }
  }

  it('adds with the id -1, gives a form name, and keeps rows in the order in which they came', async () => {
    const saved = await made(
      '机型 Tier',
      ['代码', '名称'],
      [
        ['b', '乙'],
        ['a', '甲'],
      ],
    )
    expect(saved).toMatchObject({ formName: 'tier', revision: 1, attributes: ['代码', '名称'] })
    expect(saved.added).toHaveLength(2)
    expect(await cells(saved.id)).toEqual([
      ['b', '乙'],
      ['a', '甲'],
    ])
    expect(await open(saved.id)).toMatchObject({ name: '机型 Tier', rowCount: 2, foreign: false, uses: [] })
  })

  it('adds a row whose dataId is -1 and updates any other, alone or among others', async () => {
    const { id } = await made(
      '行',
      ['代码', '名称'],
      [
        ['a', '甲'],
        ['b', '乙'],
      ],
    )
    const [first] = await rows(id)
    const body = { dictId: id, dataId: -1, data: ['c', '丙'] }
    const added = (await editor.call<SavedRow>(addOrUpdateDictData, { body })).data
    expect(added).toMatchObject({ data: ['c', '丙'], revision: 2 })
    const changed = { ...body, dataId: first?.dataId, data: ['a', ' 甲 2 '] }
    expect((await editor.call<SavedRow>(addOrUpdateDictData, { body: changed })).data).toMatchObject({
      dataId: first?.dataId,
      data: ['a', '甲 2'],
    })
    await save(editor, {
      id,
      name: '行',
      attributes: ['代码', '名称'],
      values: [
        { dataId: added.dataId, data: ['c', '丙 2'] },
        { dataId: -1, data: ['d'] },
      ],
      removed: [(await rows(id))[1]?.dataId],
    })
    expect(await cells(id)).toEqual([
      ['a', '甲 2'],
      ['c', '丙 2'],
      ['d', ''],
    ])
    expect(
      (await editor.call(deleteDictData, { params: { dataId: added.dataId }, body: {} })).data,
    ).toBeNull()
    expect(await cells(id)).toEqual([
      ['a', '甲 2'],
      ['d', ''],
    ])
  })

  it('answers 参数有误 to a deletion that names nothing', async () => {
    for (const call of [deleteDict, deleteDictData])
      for (const id of ['undefined', '-1', 'NaN', 'null', '0', ' ', '1e3'])
        expect(
          await refused(() => editor.call(call, { params: { id, dataId: id }, body: {} })),
        ).toMatchObject({ status: 200, isSuccess: false, msg: '参数有误' })
    const bare = [deleteDict, deleteDictData].map(({ path }) => path.replace(/\{\w+\}$/, ''))
    for (const url of bare.flatMap((path) => [path, path.slice(0, -1)])) {
      const answer = await refused(async () => {
        const headers = { 'content-type': 'application/json', cookie: editor.cookie }
        const reply = await house.app.inject({ method: 'POST', url, headers, payload: '{}' })
        return { status: reply.statusCode, envelope: reply.json() }
      })
      expect(answer, url).toMatchObject({ status: 200, isSuccess: false, msg: '参数有误' })
    }
  })

  it('tells names apart by more than case, width and blanks', async () => {
    await made('国家 Area', ['代码'], [], 'area')
    for (const body of [
      { name: ' 国家 ＡＲＥＡ ', attributes: ['代码'] },
      { name: '别的', formName: 'AREA', attributes: ['代码'] },
    ])
      expect(await refused(() => save(editor, body))).toMatchObject({ status: 200, code: 'name_taken' })
  })

  it('names what is wrong with each row at its cell, and saves none', async () => {
    const { id } = await made(
      '错行',
      ['代码', '名称'],
      [
        ['a', '甲'],
        ['x', '旧'],
      ],
    )
    const wrong = await refused(() =>
      save(editor, {
        id,
        name: '错行',
        attributes: ['代码', '名称'],
        values: [
          ['', '空'],
          ['b', '乙'],
          ['c', '丙', '多'],
          ['b'.repeat(201), ''],
        ].map((data) => ({ dataId: -1, data })),
      }),
    )
    expect(wrong).toMatchObject({ status: 200, code: 'parameter_wrong' })
    expect(wrong.data).toEqual({
      cells: [
        { row: 0, column: 0, problem: '代码不能为空' },
        { row: 2, column: 2, problem: '字典只有 2 列' },
        { row: 3, column: 0, problem: '最多 200 个字' },
      ],
    })
    const doubled = await refused(() =>
      save(editor, {
        id,
        name: '错行',
        attributes: ['代码', '名称'],
        values: [
          ['b', '1'],
          ['a', '2'],
          ['b', '3'],
        ].map((data) => ({ dataId: -1, data })),
      }),
    )
    expect(doubled.data).toEqual({
      cells: [
        { row: 2, column: 0, problem: '代码「b」与第 1 行重复' },
        { row: 1, column: 0, problem: '代码「a」已在字典里' },
      ],
    })
  })

  it('takes many pasted lines, names the wrong ones, and gives known codes their new labels', async () => {
    const { id } = await made(
      '批量',
      ['代码', '名称', '说明'],
      [
        ['a', '甲', '留'],
        ['b', '乙', ''],
      ],
    )
    const lines = [
      ['a', '甲'],
      ['b', '新'],
      ['c', '丙'],
      ['', '空'],
      ['c', '丁'],
      ['c', '丙'],
      ['=1+1', '@x'],
    ]
    const paste = (check: boolean) =>
      editor.call<BatchResult>(creatDictByBatchCode, { body: { dictId: id, lines, check } })
    const before = await state()
    const told = (await paste(true)).data
    expect(await state()).toBe(before)
    expect(told).toMatchObject({ added: 2, changed: 1, unchanged: 2 })
    expect(told.refused).toEqual([
      { at: 3, problem: '代码：代码不能为空' },
      { at: 4, problem: '代码「c」与第 3 行重复' },
    ])
    expect((await paste(false)).data).toMatchObject({ added: 2, changed: 1, revision: 2 })
    expect(await cells(id)).toEqual([
      ['a', '甲', '留'],
      ['b', '新', ''],
      ['c', '丙', ''],
      ['=1+1', '@x', ''],
    ])
  })

  it('keeps the data of columns that are renamed, moved, added and removed', async () => {
    const { id } = await made(
      '列',
      ['代码', '名称', '说明'],
      [
        ['a', '甲', '1'],
        ['b', '乙', '2'],
      ],
    )
    await save(editor, { id, name: '列', attributes: ['代码', '描述', '标签', '新'], columns: [0, 2, 1, -1] })
    expect(await cells(id)).toEqual([
      ['a', '1', '甲', ''],
      ['b', '2', '乙', ''],
    ])
    await save(editor, { id, name: '列', attributes: ['代码', '描述'], columns: [0, 1] })
    expect(await cells(id)).toEqual([
      ['a', '1'],
      ['b', '2'],
    ])
    const swapped = { id, name: '列', attributes: ['描述', '代码'], columns: [1, 0] }
    expect((await save(editor, swapped)).envelope).toMatchObject({ isSuccess: true })
    expect(await cells(id)).toEqual([
      ['1', 'a'],
      ['2', 'b'],
    ])
    const doubled = { id, name: '列', attributes: ['描述', '描述'], columns: [0, 1] }
    expect((await refused(() => save(editor, doubled))).data).toEqual({
      fields: { attributes: '列名「描述」重复' },
    })
    const foreign = { id, name: '列', attributes: ['描述'], columns: [7] }
    expect((await refused(() => save(editor, foreign))).code).toBe('parameter_wrong')
  })

  describe('two editors', () => {
    it('keeps both where they do not touch, and shows the second what the first changed where they do', async () => {
      const { id, added, revision } = await made(
        '两人',
        ['代码', '名称'],
        [
          ['a', '甲'],
          ['b', '乙'],
          ['c', '丙'],
        ],
      )
      const [a, b, c] = added
      const own = (values: unknown[], more = {}) =>
        save(editor, { id, name: '两人', attributes: ['代码', '名称'], revision, values, ...more })
      await own([{ dataId: a, data: ['a', '甲一'] }], { removed: [c] })
      expect((await own([{ dataId: b, data: ['b', '乙二'] }])).data.revision).toBe(3)
      const conflict = await refused(() =>
        own([
          { dataId: a, data: ['a', '甲二'] },
          { dataId: c, data: ['c', '丙二'] },
          { dataId: b, data: ['b', '乙二'] },
        ]),
      )
      expect(conflict).toMatchObject({
        status: 409,
        code: 'object_conflict',
        data: { present: { revision: 3, values: [{ dataId: a, data: ['a', '甲一'] }], gone: [c] } },
      })
      await own(
        [
          { dataId: a, data: ['a', '甲二'] },
          { dataId: c, data: ['c', '丙二'] },
        ],
        { overwrite: true },
      )
      expect(await cells(id)).toEqual([
        ['a', '甲二'],
        ['b', '乙二'],
        ['c', '丙二'],
      ])
      const renamed = { id, name: '两人', attributes: ['代码', '标签'], revision: 4 }
      await save(editor, renamed)
      expect((await refused(() => own([], { revision: 4, name: '改名' }))).code).toBe('object_conflict')
      expect((await save(editor, renamed)).data.revision).toBe(5)
    })

    it('lets two save at one moment, and loses neither', async () => {
      const { id } = await made('同时', ['代码', '名称'], [])
      const one = (code: string) =>
        editor.call(addOrUpdateDictData, { body: { dictId: id, dataId: -1, data: [code, code] } })
      await Promise.all(['p', 'q', 'r', 's'].map(one))
      expect((await cells(id)).map(([code]) => code).sort()).toEqual(['p', 'q', 'r', 's'])
      expect((await open(id)).revision).toBe(5)
    })
  })

  it('neither shows an editor of some games the rows of others, nor lets them be lost', async () => {
    const { id, added } = await made(
      '区',
      ['编号', '名称', '游戏'],
      [
        ['1', '一', 'a'],
        ['1', '壹', 'b'],
        ['9', '共', ''],
      ],
    )
    const [, foreign] = added
    expect(await cells(id, limited)).toEqual([
      ['1', '一', 'a'],
      ['9', '共', ''],
    ])
    expect(await open(id, limited)).toMatchObject({ rowCount: 2, foreign: true })
    const head = { id, name: '区', attributes: ['编号', '名称', '游戏'] }
    const mine = {
      ...head,
      values: [
        { dataId: added[0], data: ['1', '一号', 'a'] },
        { dataId: -1, data: ['2', '二', 'a'] },
      ],
    }
    expect((await save(limited, mine)).envelope).toMatchObject({ isSuccess: true })
    expect(await cells(id)).toEqual([
      ['1', '一号', 'a'],
      ['1', '壹', 'b'],
      ['9', '共', ''],
      ['2', '二', 'a'],
    ])
    for (const change of [
      { ...head, values: [{ dataId: foreign, data: ['1', '改', 'a'] }] },
      { ...head, removed: [foreign] },
      { ...head, values: [{ dataId: -1, data: ['3', '三', 'b'] }] },
      { ...head, values: [{ dataId: added[0], data: ['1', '一', 'b'] }] },
      { ...head, attributes: ['编号', '名称'] },
      { ...head, attributes: ['编号', '名称', '游戏 '], columns: [0, 2, 1] },
      { ...head, attributes: ['编号', '名称', '别名'] },
    ])
      expect((await refused(() => save(limited, change))).isSuccess, JSON.stringify(change)).toBe(false)
    const drop = { params: { dataId: String(foreign) }, body: {} }
    expect((await refused(() => limited.call(deleteDictData, drop))).status).toBe(404)
    expect((await refused(() => limited.call(deleteDict, { params: { id }, body: {} }))).status).toBe(403)
    await save(editor, { ...head, values: [{ dataId: foreign, data: ['1', 'canary', 'b'] }] })
    const history = await limited.call(dictionaryHistory, { params: { id } })
    expect(history.text).not.toContain('canary')
    const batch = {
      dictId: id,
      lines: [
        ['1', '我', 'b'],
        ['7', '七', 'a'],
      ],
    }
    const pasted = (await limited.call<BatchResult>(creatDictByBatchCode, { body: batch })).data
    expect(pasted).toMatchObject({ added: 1, changed: 0, refused: [{ at: 0 }] })
    const sheet = await limited.call(exportDict, { params: { id }, body: {} })
    expect(sheet.status).toBe(200)
  })

  it('deletes what nothing uses, brings it back, and refuses the rest with the list of uses', async () => {
    const { id } = await made('删', ['代码'], [['a']])
    await editor.call(deleteDict, { params: { id }, body: {} })
    expect((await editor.call(openDictionary, { params: { id } })).status).toBe(404)
    expect((await editor.call<ListedDictionary[]>(listDictionaries)).data.map((one) => one.id)).not.toContain(
      id,
    )
    const again = await made('删', ['代码'], [])
    const back = { body: { ids: [id] } }
    expect((await refused(() => editor.call(restoreDictionaries, back))).code).toBe('name_taken')
    await editor.call(deleteDict, { params: { id: again.id }, body: {} })
    await editor.call(restoreDictionaries, back)
    expect(await cells(id)).toEqual([['a']])
    const history = (await editor.call<{ action: string }[]>(dictionaryHistory, { params: { id } })).data
    expect(history.map(({ action }) => action)).toEqual(['restore', 'delete', 'add'])
    const standing = await made('游戏们', ['代码', '名称'], [['a', '甲']], 'game')
    await house.deps.metadata.db
      .updateTable('dimension')
      .set({ info: JSON.stringify({ expression: 'level', dictId: id }) })
      .where('id', '=', house.dims.level)
      .execute()
    for (const one of [id, standing.id]) {
      const answer = await refused(() => editor.call(deleteDict, { params: { id: one }, body: {} }))
      expect(answer).toMatchObject({ status: 200, code: 'object_in_use' })
      expect(answer.data).toHaveLength(1)
    }
  })

  it('moves the time of a document that is changed, and of no other', async () => {
    const old = '2020-01-01 00:00:00'
    const attributes = ['name', 'url', 'update_time']
    const { id, added } = await made(
      '文档',
      attributes,
      [
        ['一', 'https://a.example', old],
        ['二', 'https://b.example', old],
      ],
      'platform_document',
    )
    const [first, second] = await cells(id)
    expect(first?.[2]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const change = {
      id,
      name: '文档',
      attributes,
      values: [{ dataId: added[0], data: ['一', 'https://c.example', first?.[2]] }],
    }
    await save(editor, change)
    const [moved, still] = await cells(id)
    expect(moved?.[2]).not.toBe(first?.[2])
    expect(still).toEqual(second)
    const script = { ...change, values: [{ dataId: added[0], data: ['一', 'javascript:alert(1)', ''] }] }
    expect((await refused(() => save(editor, script))).data).toMatchObject({ cells: [{ row: 0, column: 1 }] })
    const without = { id, name: '文档', attributes: ['name', 'url', '时间'] }
    expect((await refused(() => save(editor, without))).isSuccess).toBe(false)
  })

  it('lists codes of the data that it does not name, with their counts, in the reader’s games', async () => {
    const { id } = await made('事件名', ['代码', '名称'], [['login', '登录']])
    await house.deps.metadata.db
      .updateTable('dimension')
      .set({ info: JSON.stringify({ expression: 'event_name', dictId: id }) })
      .where('id', '=', house.dims.event)
      .execute()
    const codes = async (who: Person) => (await who.call<UnnamedCodes>(unnamedCodes, { params: { id } })).data
    expect((await codes(editor)).codes).toEqual([
      { code: 'draw', rows: 4 },
      { code: 'canary-c-event', rows: 1 },
    ])
    expect((await codes(limited)).codes).toEqual([{ code: 'draw', rows: 3 }])
  })

  it('reads its own xlsx again, as texts, and names what is no workbook', async () => {
    const cells = [
      ['=1+1', '@甲'],
      ['007', '2026-01-02'],
    ]
    const { id } = await made('来回', ['代码', '名称'], cells)
    const sheet = await editor.call(exportDict, { params: { id }, body: {} })
    const read = (name: string, bytes: Buffer) =>
      editor.call<ReadFile>(readDictionaryFile, { body: { name, parts: [bytes.toString('base64')] } })
    expect((await read('来回.xlsx', sheet.bytes)).data.rows).toEqual([['代码', '名称'], ...cells])
    for (const [name, bytes] of [
      ['空.xlsx', Buffer.alloc(0)],
      ['假.xlsx', Buffer.from('PK\x03\x04 no book')],
      ['字.xls', Buffer.from('a,b')],
    ] as const)
      expect((await refused(() => read(name, bytes))).isSuccess, name).toBe(false)
  })

  it('tells when each was changed last', async () => {
    const { id } = await made('新', ['代码'], [])
    const { data } = await editor.call<{ id: number; updateTime: string }[]>(refreshDict)
    expect(data.find((one) => one.id === id)?.updateTime).toBe((await open(id)).updateTime)
  })

  it('saves 10,000 pasted rows, and pages through them', { timeout: 30_000 }, async () => {
    const { id } = await made('大', ['代码', '名称'], [])
    const lines = Array.from({ length: 10_000 }, (_, at) => [`c${at}`, `名 ${at}`])
    const pasted = await editor.call<BatchResult>(creatDictByBatchCode, { body: { dictId: id, lines } })
    expect(pasted.data).toMatchObject({ added: 10_000, refused: [] })
    const page = (await editor.call<RowPage>(readDictionaryRows, { params: { id } })).data
    const query = { ...page.next }
    const next = (await editor.call<RowPage>(readDictionaryRows, { params: { id }, query })).data
    expect([page.rows.at(-1)?.data, next.rows[0]?.data]).toEqual([lines[3_999], lines[4_000]])
  })
})
