// Rules over the warehouse: what they find, list and ignore, in which games, by hand and daily.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/lists/contract.ts'
import { findBlackEntries } from '#features/lists/server/black/scheduling.ts'
import { dayFromToday, type ListsHouse, listKeys, makeListsHouse, today } from './listsHouse.ts'

const filter = (dim: number | undefined, value = '1') => ({ dim: dim as number, values: [value] })

describeStores('black list rules', (store) => {
  let house: ListsHouse
  let all: Person
  let some: Person
  beforeAll(async () => {
    house = await makeListsHouse(store)
    all = await house.editor()
    some = await house.editor(['a'])
  })
  afterAll(() => house.dispose())

  const rule = (given: Partial<calls.BlackRuleChange> = {}): calls.BlackRuleChange => ({
    name: '刷单',
    games: '*',
    kind: 'player',
    condition: { dim: house.dims.player, point: house.points.orders, least: 5, perDay: true, days: 7 },
    reason: '',
    keepDays: null,
    dailyAt: null,
    ...given,
  })
  const save = (given: Partial<calls.BlackRuleChange> = {}, by = all) =>
    by.call<calls.BlackRule>(calls.saveBlackRule, { body: rule(given) })
  const preview = (given: Partial<calls.BlackRuleChange> = {}, by = all) =>
    by.call<calls.RuleFound>(calls.previewBlackRule, { body: rule(given) })
  const run = (id: number, by = all) =>
    by.call<calls.RuleFound>(calls.runBlackRule, { params: { id }, body: {} })
  const entries = async (by = all) =>
    (await by.call<calls.EntryList>(calls.listBlackEntries, { query: { sort: 'value' } })).data.rows
  const condition = (given: Partial<calls.RuleCondition>) => ({ ...rule().condition, ...given })

  it('show what they would find, and list nothing', async () => {
    const found = (await preview()).data
    expect(found.rows.map(({ cgi, value, day, figure, state }) => [cgi, value, day, figure, state])).toEqual([
      ['c', '31', today, 9, 'new'],
      ['b', '21', today, 6, 'new'],
      ['a', '11', today, 5, 'new'],
    ])
    expect(await entries()).toEqual([])
    const longer = (await preview({ condition: condition({ least: 4, perDay: false }) })).data
    expect(longer.rows.map(({ value, day }) => [value, day])).toContainEqual(['13', null])
    const shorter = (await preview({ condition: condition({ least: 4, days: 3 }) })).data
    expect(shorter.rows.map(({ value }) => value)).not.toContain('13')
    const narrowed = condition({ filters: [{ dim: house.dims.player, values: ['21'] }] })
    expect((await preview({ condition: narrowed })).data.rows.map(({ value }) => value)).toEqual(['21'])
  })

  it('list what they find once, and leave off what was taken off by hand', async () => {
    const { id } = (await save({ name: '每日订单', keepDays: 30, reason: '异常下单' })).data
    expect((await run(id)).data).toMatchObject({ fresh: 3, listed: 0, removed: 0 })
    const [first] = await entries()
    expect(first).toMatchObject({
      value: '11',
      source: 'rule',
      rule: '每日订单',
      reason: '异常下单',
      expiresOn: dayFromToday(29),
    })
    expect((await run(id)).data).toMatchObject({ fresh: 0, listed: 3 })
    await all.call(calls.deleteBlackEntry, { params: { id: first?.id }, body: {} })
    expect((await run(id)).data).toMatchObject({ fresh: 0, listed: 2, removed: 1 })
    const { rows } = (await all.call<calls.BlackRuleList>(calls.listBlackRules)).data
    expect(rows[0]).toMatchObject({ lastAdded: 0, lastProblem: null })
    expect(rows[0]?.conditionText).toBe('近 7 天内任一天，玩家的订单数 ≥ 5 次')
  })

  it('run with their owner’s rows, so whoever sees fewer may not move them, nor read what they found', async () => {
    const { id } = (await save({ name: '全部数据', condition: condition({ least: 6 }) })).data
    await run(id)
    const narrow = await house.person({
      keys: listKeys,
      rules: [{ dim: house.dims.player, how: 'only', values: ['11'], open: false }],
    })
    const seen = async (by: Person) =>
      (await by.call<calls.BlackRuleList>(calls.listBlackRules)).data.rows.find((one) => one.id === id)
    expect(await seen(narrow)).toMatchObject({ editable: false, lastAdded: null })
    expect(await seen(all)).toMatchObject({ editable: true, lastAdded: expect.any(Number) })
    const moved = await save({ id, name: '全部数据', condition: condition({ least: 2 }) }, narrow)
    expect([moved.status, moved.envelope?.code, moved.envelope?.msg]).toEqual([
      403,
      'permission_missing',
      expect.stringContaining('按所有者的数据范围'),
    ])
    // What they run by hand finds in their own rows alone.
    expect((await run(id, narrow)).data.rows.map(({ value }) => value)).not.toContain('21')
    await all.call(calls.deleteBlackRule, { params: { id }, body: {} })
  })

  it('are of their games alone, and theirs who have them all', async () => {
    const own = (await save({ name: '只看 a', games: ['a'] }, some)).data
    expect((await run(own.id, some)).text).not.toMatch(/"(b|c)"|21|31/)
    const { id } = (await save({ name: 'canary-all' })).data
    const list = await some.call<calls.BlackRuleList>(calls.listBlackRules)
    expect(list.data.rows.map(({ name }) => name)).toEqual(['只看 a'])
    expect(list.text).not.toContain('canary')
    expect((await run(id, some)).text).toBe((await run(999_999, some)).text)
    expect((await save({ name: 'x', games: ['b'] }, some)).envelope?.code).toBe('parameter_wrong')
    expect((await save({ name: 'x' }, some)).envelope?.code).toBe('permission_missing')
    expect((await preview({ games: ['a', 'b'] }, some)).envelope?.code).toBe('parameter_wrong')
  })

  it('are refused in Chinese where they mean nothing', async () => {
    expect((await save({ name: ' ' })).envelope?.msg).toBe('名称不能为空')
    expect((await save({ dailyAt: '25:00' })).envelope?.msg).toContain('00:00 到 23:59')
    await save({ name: '同名 ABC' })
    expect((await save({ name: '同名 ａｂｃ' })).envelope).toMatchObject({
      code: 'name_taken',
      data: { fields: { name: '已有同名的规则，请换一个名称' } },
    })
    const unreached = await preview({
      condition: condition({ point: house.points.draws, dim: house.dims.event }),
    })
    expect(unreached.data.rows).toEqual([])
  })

  it.each([
    ['dim', (of) => ({ dim: of.none }), '所选的维度不存在'],
    ['dim', (of) => ({ dim: of.date }), '维度「日期」不能用于规则'],
    ['dim', (of) => ({ dim: of.event }), '指标「订单数」的数据里没有维度「事件」'],
    ['point', (of) => ({ point: of.none }), '所选的指标不存在'],
    ['filters', (of) => ({ filters: [filter(of.none)] }), '第 1 个条件的维度不存在'],
    [
      'filters',
      (of) => ({ filters: [filter(of.player), filter(of.game)] }),
      '第 2 个条件的维度「游戏」不能用',
    ],
    [
      'filters',
      (of) => ({ filters: [filter(of.event)] }),
      '第 1 个条件：指标「订单数」的数据里没有维度「事件」',
    ],
    ['filters', (of) => ({ filters: [filter(of.player, ' ')] }), '第 1 个条件有空的值'],
    ['filters', (of) => ({ filters: [filter(of.level, '十级')] }), '维度「等级」'],
  ] satisfies [string, (of: Record<string, number>) => Partial<calls.RuleCondition>, string][])(
    'are refused at %s, saved or tried, where it names what can’t be counted by: %s',
    async (field, wrong, message) => {
      const given = condition(wrong({ ...house.dims, none: 999 }))
      for (const answer of [await save({ condition: given }), await preview({ condition: given })])
        expect(answer.envelope).toMatchObject({
          isSuccess: false,
          data: { fields: { [field]: expect.stringContaining(message) } },
        })
    },
  )

  it('name all that is wrong at once, each at its field', async () => {
    const given = { name: ' ', dailyAt: '24:00', games: ['none'], condition: condition({ dim: 999 }) }
    const { envelope } = await save(given)
    expect(envelope?.msg).toBe('名称不能为空')
    expect(envelope?.data).toEqual({
      fields: {
        name: '名称不能为空',
        dim: '所选的维度不存在，请重新选择',
        games: '没有游戏「none」，或不在你可看的游戏里',
        dailyAt: '运行时间「24:00」应为 00:00 到 23:59',
      },
    })
  })

  it('tell why the last run by hand failed, until one succeeds', async () => {
    const { id } = (await save({ name: '坏过一次' })).data
    const told = async () => {
      const { rows } = (await all.call<calls.BlackRuleList>(calls.listBlackRules)).data
      return rows.find((row) => row.id === id)
    }
    const count = (point: number) =>
      house.deps.metadata.db
        .updateTable('black_rule')
        .set({ condition: JSON.stringify(condition({ point })) })
        .where('id', '=', id)
        .execute()
    await count(999_999)
    const failed = await run(id)
    expect(failed.envelope?.isSuccess).toBe(false)
    expect(await told()).toMatchObject({ lastAdded: 0, lastProblem: failed.envelope?.msg })
    await count(house.points.orders)
    await run(id)
    expect((await told())?.lastProblem).toBeNull()
  })

  it('run each day at their time with the rights that their owner has then', async () => {
    const owner = await house.editor('all')
    const { id } = (await save({ name: '定时', dailyAt: '03:30', kind: 'account' }, owner)).data
    const schedules = async () =>
      (await house.app.jobs.schedules.list(findBlackEntries)).filter(
        ({ id: one }) => one === `black rule ${id}`,
      )
    expect((await schedules())[0]).toMatchObject({ userId: owner.id, rule: { cron: '30 3 * * *' } })
    const told = async () => {
      const { rows } = (await all.call<calls.BlackRuleList>(calls.listBlackRules)).data
      return rows.find((row) => row.id === id) as calls.BlackRule
    }
    const order = { kind: findBlackEntries, payload: { rule: id }, userId: owner.id }
    await house.app.jobs.enqueue(order)
    await house.work()
    const listed = (await entries()).filter(({ rule: name }) => name === '定时')
    expect(listed.map(({ value, owner: by }) => [value, by])).toEqual(
      ['11', '21', '31'].map((value) => [value, owner.user.username]),
    )
    await house.deps.metadata.db
      .updateTable('user')
      .set({ games: '["a"]' })
      .where('id', '=', owner.id)
      .execute()
    const late = await house.app.jobs.enqueue(order)
    await house.work()
    expect(await house.app.jobs.find(late)).toMatchObject({
      status: 'failed',
      problem: { code: 'object_missing' },
    })
    expect((await told()).lastProblem).toBe((await house.app.jobs.find(late))?.problem?.message)
    await house.deps.metadata.db
      .updateTable('role')
      .set({ authority_info: '{}' })
      .where('id', '=', owner.user.roleId)
      .execute()
    await house.app.jobs.enqueue(order)
    await house.work()
    expect((await told()).lastProblem).toBe('权限已被收回，没有运行')
    await all.call(calls.deleteBlackRule, { params: { id }, body: {} })
    expect(await schedules()).toEqual([])
    await all.call(calls.deleteBlackRule, { params: { id }, body: { restored: true } })
    expect(await schedules()).toHaveLength(1)
  })
})
