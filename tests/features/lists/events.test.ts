// Events through the calls: their games, their names, and unnamed codes in the facts.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import { saveQuery } from '#features/code/contract.ts'
import * as calls from '#features/lists/contract.ts'
import { type ListsHouse, makeListsHouse, today } from './listsHouse.ts'

describeStores('events', (store) => {
  let house: ListsHouse
  let all: Person
  let some: Person
  beforeAll(async () => {
    house = await makeListsHouse(store)
    all = await house.editor('all', ['search_eventList', 'search_sqlQuery'])
    some = await house.editor(['a'])
  })
  afterAll(() => house.dispose())

  const save = (body: Record<string, unknown>, by = all) =>
    by.call<calls.ListedEvent>(calls.addOrUpdateEvList, {
      body: { id: -1, code: 'x', name: '名', games: ['a'], ...body },
    })
  const list = async (by = all) => (await by.call<calls.ListedEvent[]>(calls.listEvents)).data
  const options = async (by = all) => (await by.call<calls.EventOptions>(calls.listEventOptions)).data
  const remove = (id: number, by = all) => by.call(calls.deleteEvent, { params: { id }, body: {} })

  it('are offered from what the facts hold and nobody has named, in the reader’s games', async () => {
    expect((await options()).unnamed).toEqual([
      { code: 'draw', table: '行为', games: ['a', 'b'], rows: 4, lastDay: today },
      { code: 'login', table: '行为', games: ['a'], rows: 2, lastDay: today },
      { code: 'canary-c-event', table: '行为', games: ['c'], rows: 1, lastDay: today },
    ])
    const seen = await some.call<calls.EventOptions>(calls.listEventOptions)
    expect(seen.data.unnamed.map(({ code, rows, games }) => [code, rows, games])).toEqual([
      ['draw', 3, ['a']],
      ['login', 2, ['a']],
    ])
    expect(seen.text).not.toContain('canary')
    await save({ code: 'draw', name: '抽卡', category: '养成', games: ['a'] })
    expect((await options()).unnamed.find(({ code }) => code === 'draw')).toMatchObject({
      games: ['b'],
      rows: 1,
    })
    expect(await options()).toMatchObject({ categories: ['养成'], problem: '' })
  })

  it('keep what was typed, and refuse in Chinese what can’t be', async () => {
    const params = [{ name: 'level', title: '角色等级', type: 'number' }]
    const saved = await save({
      code: 'level_up',
      name: ' 升级 ',
      params,
      describe: '第一行\n第二行',
      state: 'planned',
    })
    expect(saved.data).toMatchObject({
      name: '升级',
      pinyin: 'sheng ji',
      params,
      state: 'planned',
      games: ['a'],
      uses: 0,
      editable: true,
    })
    const refused: [Record<string, unknown>, string][] = [
      [{ code: ' ' }, '事件代码不能为空'],
      [{ name: '' }, '名称不能为空'],
      [{ games: [] }, '请至少选择一个游戏'],
      [{ games: ['none'] }, '没有游戏「none」'],
      [{ code: 'LEVEL_UP' }, '已有这个事件代码'],
      [{ code: 'p', params: [...params, ...params] }, '参数「level」重复'],
      [{ code: 'p', params: [{ name: ' ', title: '', type: 'text' }] }, '参数名不能为空'],
    ]
    for (const [body, message] of refused) expect((await save(body)).envelope?.msg).toContain(message)
    expect((await save({ code: 'level_up', games: '*' })).data.games).toBe('*')
  })

  it('of several games are seen by readers of one, and changed by those of all alone', async () => {
    const { id } = (await save({ code: 'shared', games: ['a', 'b'] })).data
    await save({ code: 'canary-b', games: ['b'] })
    const seen = await some.call<calls.ListedEvent[]>(calls.listEvents)
    expect(seen.text).not.toContain('canary')
    expect(seen.data.find(({ code }) => code === 'shared')).toMatchObject({ games: ['a'], editable: false })
    expect((await save({ id, code: 'shared', name: '改' }, some)).envelope?.msg).toContain('你看不到的游戏')
    expect((await remove(id, some)).envelope?.code).toBe('permission_missing')
    expect((await save({ code: 'y', games: '*' }, some)).envelope?.code).toBe('permission_missing')
    expect((await save({ code: 'y', games: ['b'] }, some)).envelope?.code).toBe('parameter_wrong')
    // The code of a game that they can't see is free to them.
    expect((await save({ code: 'canary-b', games: ['a'] }, some)).envelope?.isSuccess).toBe(true)
    expect((await list()).find(({ code }) => code === 'shared')?.games).toEqual(['a', 'b'])
  })

  it('that something names stay, with their code, and say what names them', async () => {
    await save({ code: 'draw', name: '抽卡', category: '养成', games: ['a'] })
    const drawn = (await list()).find(({ code }) => code === 'draw')
    const id = drawn?.id ?? 0
    expect(drawn?.uses).toBe(1)
    await all.call(saveQuery, {
      body: {
        name: '抽卡人数',
        sql: "select count(*) from happening where event_name = 'draw' -- 'login'",
        params: [],
        tags: [],
      },
    })
    const uses = async (by: Person) =>
      (await by.call<calls.EventUse[]>(calls.eventUses, { params: { id } })).data.map(({ kind, name }) => [
        kind,
        name,
      ])
    expect(await uses(all)).toEqual([
      ['point', '抽卡次数'],
      ['query', '抽卡人数'],
    ])
    // Another's query is not there.
    expect(await uses(some)).toEqual([['point', '抽卡次数']])
    const refused = await remove(id)
    expect(refused.envelope).toMatchObject({
      code: 'object_in_use',
      data: [{ kind: 'point' }, { kind: 'query' }],
    })
    expect(refused.envelope?.msg).toBe('事件正被 「抽卡次数」「抽卡人数」使用，不能删除')
    expect((await save({ id, code: 'drawn', name: '抽卡' })).envelope?.msg).toContain('不能改事件代码')
    expect((await save({ id, code: 'draw', name: '扭蛋' })).data.name).toBe('扭蛋')
    expect((await save({ code: 'login', name: '登录' })).data.uses).toBe(0)
  })

  it('are deleted where nothing names them, and brought back', async () => {
    const { id } = (await save({ code: 'gone' })).data
    expect((await remove(id)).data).toBeNull()
    expect((await list()).some(({ code }) => code === 'gone')).toBe(false)
    await all.call(calls.restoreEvents, { body: { ids: [id] } })
    expect((await list()).some(({ code }) => code === 'gone')).toBe(true)
    const told = await all.call<calls.ChangeHistory>(calls.eventHistory, { params: { id } })
    expect(told.data.map(({ action }) => action)).toEqual(['restore', 'delete', 'add'])
  })
})
