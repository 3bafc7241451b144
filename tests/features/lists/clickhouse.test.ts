// On a ClickHouse, which the product only reads, the white list is kept and not published.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as calls from '../../../src/features/lists/contract.ts'
import { hasClickHouse, shareClickHouse } from '../../factories/clickhouse.ts'
import { type ListsHouse, makeListsHouse } from './listsHouse.ts'

describe.skipIf(!hasClickHouse)('the white list beside a ClickHouse', () => {
  let house: ListsHouse
  beforeAll(async () => {
    house = await makeListsHouse(null, { clickhouse: await shareClickHouse() })
  })
  afterAll(() => house?.dispose())

  it('takes entries, and says how they get into the warehouse instead', async () => {
    const all = await house.editor()
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
        msg: expect.stringContaining('再用 ClickHouse 自己的工具写入 white_list 表'),
      })
    expect((await all.call(calls.listWhitePublications)).data).toEqual([])
  })
})
