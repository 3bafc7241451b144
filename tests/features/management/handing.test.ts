// A leaver's things for another owner: all kinds, with what changes told before, and back again.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anyTable } from '#server/objects/reading.ts'
import { objectKindsOf } from '#server/slice.ts'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import { ask, calls as declared, makeScene, type Scene } from '#tests/rules/guards/writes/scene.ts'
import { kindCases } from '#tests/rules/guards/writes/things.ts'
import type * as calls from '#features/management/contract.ts'
import { needs } from '#features/management/server/handing/needs.ts'
import * as slices from '#features/server.ts'

const kinds = objectKindsOf(slices).filter(({ name }) => name !== 'user' && name !== 'role')

it('the permission that an owner needs is the one of the call that saves the kind', () => {
  const keyOf = (name: string) => {
    const { access } = declared.find((call) => call.name === kindCases[name]?.save) ?? {}
    return typeof access === 'object' && 'keys' in access ? access.keys : []
  }
  const known = kinds.map(({ name }) => [name, needs[name] === undefined ? [] : [needs[name]]])
  expect(known).toEqual(kinds.map(({ name }) => [name, keyOf(name)]))
})

describeStores('a user’s things', (store) => {
  let scene: Scene
  let manager: Person
  const made: { kind: string; id: number | string }[] = []
  beforeAll(async () => {
    scene = await makeScene({ metadata: (await store.make()).metadata })
    manager = await scene.office.person({ keys: ['manage_authority'] })
    let number = 700
    for (const { name } of kinds) {
      number += 1
      const kind = kindCases[name]
      if (!kind) throw new Error(name)
      const body = (await kind.make(scene, number, 1)) as Record<string, unknown>
      const saved = await scene.made(kind.save, body)
      const { id } = kind.find ? await kind.find(scene, body) : (saved as { id: number })
      made.push({ kind: name, id })
    }
  })
  afterAll(() => scene?.office.dispose())

  const send = (call: 'previewHanding' | 'handOver', body: object, by = manager) => ask(by, call, { body })
  const ownerOf = async ({ kind, id }: { kind: string; id: number | string }) => {
    const { table } = kinds.find(({ name }) => name === kind) ?? { table: '' }
    const row = await anyTable(scene.office.deps.metadata.db)
      .selectFrom(table)
      .select('owner_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return Number(row.owner_id)
  }
  const owners = async () =>
    Object.fromEntries(await Promise.all(made.map(async (one) => [one.kind, await ownerOf(one)])))
  const all = (id: number) => Object.fromEntries(made.map(({ kind }) => [kind, id]))
  const scheduled = async () =>
    (await scene.office.deps.metadata.db.selectFrom('job_schedule').select(['id', 'user_id']).execute())
      .filter(({ id }) => /^(subscription|black rule|push task) /.test(id))
      .map(({ user_id }) => user_id)

  it('of every kind move in one step, as told before, are told in their histories, and go back', async () => {
    const { owner, people } = scene
    const from = owner.id
    const to = people.neither.id
    const told = (await send('previewHanding', { from, to })).data as calls.Handing
    expect(told.count).toBeGreaterThanOrEqual(made.length)
    expect(told.changes).toEqual([])
    expect(await owners()).toEqual(all(from))
    const done = await send('handOver', { from, to })
    const { count, moved } = done.data as { count: number; moved: object[] }
    expect([count, moved.length]).toEqual([told.count, told.count])
    expect(await owners()).toEqual(all(to))
    expect(new Set(await scheduled())).toEqual(new Set([to]))
    const view = made.find(({ kind }) => kind === 'view')
    const history = await ask(people.neither, 'treeHistory', { params: { kind: 'viewMeta', id: view?.id } })
    expect(history.text).toContain(`"to":"${people.neither.user.username}"`)
    const inbox = await ask(people.neither, 'listInbox', {})
    expect(inbox.text).toContain(`${owner.user.username} 的 ${count} 项内容移交给你了`)
    const audit = await ask(manager, 'listAudit', { query: { action: 'user.give' } })
    expect(audit.text).toContain('用户：移交')
    // The way back is the same step with exactly these things.
    const back = await send('handOver', { from: to, to: from, only: moved })
    expect((back.data as { count: number }).count).toBe(count)
    expect(await owners()).toEqual(all(from))
    expect(new Set(await scheduled())).toEqual(new Set([from]))
  })

  it('a folder opens what is in it to its new owner, and to its former one no more', async () => {
    const { office } = scene
    const [former, next, third] = [await office.person(), await office.person(), await office.person()]
    const grants = [{ kind: 'user', id: third.id, right: 'edit' }]
    const folder = await ask(former, 'addOrUpdateViewType', {
      body: { name: '移交的夹', shared: false, grants },
    })
    const { id: typeId } = folder.data as { id: number }
    await ask(third, 'addOrUpdateViewMeta', { body: { name: '第三人的视图', typeId, shared: true } })
    const sees = async (person: Person) =>
      (await ask(person, 'getViewMeta', { body: {} })).text.includes('第三人的视图')
    expect([await sees(former), await sees(next)]).toEqual([true, false])
    await send('handOver', { from: former.id, to: next.id })
    expect([await sees(former), await sees(next)]).toEqual([false, true])
  })

  it('say before what a receiver of other rights makes of them, and keep back what they can’t see', async () => {
    const { owner, people, office } = scene
    const poor = await office.person({ games: ['a'] })
    const { changes } = (await send('previewHanding', { from: owner.id, to: poor.id })).data as calls.Handing
    const texts = (title: string) =>
      changes.filter((one) => one.title === title).map(({ text, stays }) => [text.slice(0, 12), stays])
    expect(texts('告警')).toEqual([['接收人看不到它的游戏或数', true]])
    expect(texts('订阅')).toEqual([['按所有者的数据范围计算：', false]])
    expect(texts('已存查询')).toEqual([['接收人没有「代码查询」权', false]])
    await send('handOver', { from: owner.id, to: poor.id })
    expect((await owners()).alarm).toBe(owner.id)
    expect((await owners()).savedQuery).toBe(poor.id)
    const back = await send('handOver', { from: poor.id, to: owner.id })
    expect(back.envelope?.isSuccess).toBe(true)
    // A name that the receiver has already is kept apart.
    const name = '同名的查询'
    for (const by of [owner, people.neither]) await ask(by, 'save', { body: { name, sql: 'select 7' } })
    const same = (await send('previewHanding', { from: owner.id, to: people.neither.id }))
      .data as calls.Handing
    expect(same.changes).toMatchObject([{ title: '已存查询', names: [name], stays: false }])
    await send('handOver', { from: owner.id, to: people.neither.id })
    const list = await ask(people.neither, 'list', {})
    expect(list.text).toContain(`${name}（${owner.user.username}）`)
  })

  it('say before that what runs a query stops with an owner who may run none', async () => {
    const { office } = scene
    const keys = ['alert_config_edit', 'search_sqlQuery'] as const
    const former = await office.person({ keys })
    const next = await office.person({ keys: ['alert_config_edit'] })
    const saved = await ask(former, 'save', { body: { name: '在看的查询', sql: 'select 1 as n' } })
    const { id } = saved.data as { id: string }
    const timing = { kind: 'daily', time: '09:00' }
    const named = async (kind: 'alarm' | 'subscription', change: object) => {
      const { make, save } = kindCases[kind] ?? {}
      const body = { ...(await make?.(scene, 990, 1)), ...change }
      expect((await ask(former, save ?? '', { body })).envelope?.msg).toBe('')
    }
    const query = { id, columns: ['n'], keys: [], params: {}, timing }
    const conditions = [{ kind: 'threshold', point: 1, op: 'lt', value: 1 }]
    await named('alarm', { games: ['a'], watch: { points: [], dims: [], grain: 'day', query }, conditions })
    await named('subscription', { viewId: null, queryId: id })
    const told = async (to: Person) =>
      ((await send('previewHanding', { from: former.id, to: to.id })).data as calls.Handing).changes
        .filter(({ text }) => text.includes('代码查询'))
        .map(({ title, text }) => `${title}：${text}`)
        .toSorted()
    expect(await told(next)).toEqual([
      '告警：接收人没有「代码查询」权限，它所用的查询不会再运行',
      '已存查询：接收人没有「代码查询」权限，打不开这些',
      '订阅：接收人没有「代码查询」权限，它所用的查询不会再运行',
    ])
    expect(await told(await office.person({ keys }))).toEqual([])
  })

  it('are handed over by those alone who manage both, and to nobody who is disabled', async () => {
    const { owner, people, office } = scene
    const limited = await office.person({ keys: ['manage_authority'], games: ['a'] })
    const before = await owners()
    const codes: unknown[] = []
    codes.push((await send('handOver', { from: people.neither.id, to: limited.id }, limited)).envelope?.code)
    codes.push((await send('handOver', { from: limited.id, to: people.neither.id }, limited)).envelope?.code)
    codes.push((await send('handOver', { from: people.neither.id, to: people.neither.id })).envelope?.code)
    await office.deps.metadata.db
      .updateTable('user')
      .set({ disabled: 1 })
      .where('id', '=', owner.id)
      .execute()
    codes.push((await send('handOver', { from: people.neither.id, to: owner.id })).envelope?.code)
    expect(codes).toEqual(['permission_missing', 'permission_missing', 'parameter_wrong', 'parameter_wrong'])
    expect(await owners()).toEqual(before)
  })
})
