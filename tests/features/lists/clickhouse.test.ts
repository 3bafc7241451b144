// On ClickHouse, where no account may write, the white list is stored but not published; codes are found as elsewhere.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import {
  addOrUpdateDict,
  type SavedDictionary,
  type UnnamedCodes,
  unnamedCodes,
} from '#features/dictionary/contract.ts'
import * as calls from '#features/lists/contract.ts'
import { type ListsHouse, makeListsHouse, today } from './listsHouse.ts'

describe.skipIf(!hasClickHouse)('the lists beside a ClickHouse', () => {
  let house: ListsHouse
  beforeAll(async () => {
    house = await makeListsHouse(null, { clickhouse: await shareClickHouse() })
  })
  afterAll(() => house?.dispose())

  it('takes entries of the white list, and says first how they get into the warehouse instead', async () => {
    const all = await house.editor()
    const { refusal } = (await all.call<calls.EntryList>(calls.listWhiteEntries)).data
    expect(refusal).toContain('不能发布白名单：请管理员设置 WAREHOUSE_WRITER')
    expect((await all.call<calls.EntryList>(calls.listBlackEntries)).data.refusal).toBe(null)
    const body = { id: -1, cgi: 'a', kind: 'player', value: 'p1' }
    expect((await all.call(calls.addOrUpdateWhiteList, { body })).envelope?.isSuccess).toBe(true)
    const refused = [
      await all.call(calls.previewWhiteList),
      await all.call(calls.commitWhiteListDataToMaxCompute, { body: {} }),
      await all.call(calls.undoWhitePublication, { params: { id: 1 }, body: {} }),
    ]
    for (const { envelope } of refused)
      expect(envelope).toMatchObject({
        code: 'warehouse_readonly',
        msg: refusal,
      })
    expect((await all.call(calls.listWhitePublications)).data).toEqual([])
  })

  it('offers codes that nobody has named, in the reader’s games', async () => {
    const reader = await house.person({ keys: ['manage_dictionary'], games: ['a'] })
    const body = { id: -1, name: '事件名', attributes: ['代码', '名称'], values: [] }
    const { id } = (await reader.call<SavedDictionary>(addOrUpdateDict, { body })).data
    await house.deps.metadata.db
      .updateTable('dimension')
      .set({ info: JSON.stringify({ expression: 'event_name', dictId: id }) })
      .where('id', '=', house.dims.event)
      .execute()
    const some = await house.editor(['a'])
    const { unnamed } = (await some.call<calls.EventOptions>(calls.listEventOptions)).data
    expect(unnamed).toEqual([
      { code: 'draw', table: '行为', games: ['a'], rows: 3, lastDay: today },
      { code: 'login', table: '行为', games: ['a'], rows: 2, lastDay: today },
    ])
    const { data } = await reader.call<UnnamedCodes>(unnamedCodes, { params: { id } })
    expect([data.problem, data.codes]).toEqual([
      '',
      [
        { code: 'draw', rows: 3 },
        { code: 'login', rows: 2 },
      ],
    ])
  })
})
