// Managing roles: names, keys unknown to the product, members, deletion and its undo.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { permissionKeys } from '#shared/permissions.ts'
import { dumpMetadata } from '#tests/factories/dump.ts'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/management/contract.ts'
import { authorityOf } from '#features/session/server/index.ts'
import { type ManagementHouse, makeManagementHouse } from './managementHouse.ts'

describeStores('roles', (store) => {
  let house: ManagementHouse
  beforeAll(async () => {
    house = await makeManagementHouse(store)
  })
  afterAll(() => house.dispose())

  const state = async () => JSON.stringify((await dumpMetadata(house.deps.metadata)).tables)
  const remove = (name: string) => house.manager.call(calls.deleteRole, { params: { name }, body: {} })

  it('keep the keys that the product does not know, and those in foreign lists, through every save', async () => {
    const { id } = (await house.saveRole({ name: '旧角色', authorityInfo: authorityOf(['search_log']) })).data
    const stored = { othersRule: ['search_log', 'search_future'], newRule: ['x'], configRule: ['get_mfa'] }
    await house.deps.metadata.db
      .updateTable('role')
      .set({ authority_info: JSON.stringify(stored) })
      .where('id', '=', id)
      .execute()
    const foreign = [
      { list: 'othersRule', key: 'search_future' },
      { list: 'newRule', key: 'x' },
      { list: 'configRule', key: 'get_mfa' },
    ]
    expect((await house.role('旧角色')).foreign).toEqual(foreign)
    const saved = await house.saveRole({ id, name: '旧角色', authorityInfo: authorityOf(['search_config']) })
    expect(saved.data.authorityInfo).toEqual({
      configRule: ['search_config', 'get_mfa'],
      othersRule: ['search_future'],
      newRule: ['x'],
    })
    // A copy takes them along.
    const copy = await house.saveRole({
      name: '旧角色 副本',
      authorityInfo: { configRule: ['search_config', 'get_mfa'], othersRule: ['search_future'] },
    })
    expect(copy.data.foreign).toEqual([
      { list: 'configRule', key: 'get_mfa' },
      { list: 'othersRule', key: 'search_future' },
    ])
  })

  it('have names that differ by more than case, width and blanks', async () => {
    await house.saveRole({ name: '运营 A组' })
    const before = await state()
    for (const name of ['运营 a组', '运营　Ａ组', '运营A组', ' 运营 A组 ', '', '  ', 'x'.repeat(61)]) {
      const { envelope } = await house.saveRole({ name })
      const { fields = {} } = (envelope?.data ?? {}) as { fields?: object }
      expect([name, envelope?.isSuccess, Object.keys(fields)]).toEqual([name, false, ['name']])
    }
    expect(await state()).toBe(before)
  })

  it('are deleted by any name, not while users have them, and come back', async () => {
    const name = '甲/乙 丙%'
    const { id } = (await house.saveRole({ name, authorityInfo: authorityOf(['search_log']) })).data
    const user = (await house.saveUser({ email: 'has@example.com', role: name })).data
    const before = await state()
    const used = await remove(name)
    expect(used.envelope).toMatchObject({ code: 'object_in_use', isSuccess: false })
    expect(used.envelope?.msg).toContain('「has」')
    expect(await state()).toBe(before)
    await house.manager.call(calls.deleteUser, { params: { email: user.email }, body: {} })
    expect((await remove(name)).envelope?.isSuccess).toBe(true)
    expect((await remove(name)).envelope?.code).toBe('object_missing')
    // Who was deleted with it needs it to come back.
    const restoreUser = () => house.manager.call(calls.restoreUsers, { body: { ids: [user.id] } })
    expect((await restoreUser()).envelope?.msg).toContain('已删除，请先恢复该角色')
    await house.manager.call(calls.restoreRoles, { body: { ids: [id] } })
    expect((await house.role(name)).authorityInfo).toEqual(authorityOf(['search_log']))
    expect((await restoreUser()).envelope?.isSuccess).toBe(true)
    expect((await house.role(name)).users.map(({ email }) => email)).toEqual([user.email])
  })

  it('tell what each key opens as the server has it, and who can give it, by name alone', async () => {
    const told = await house.manager.call<calls.KeyCalls[]>(calls.listKeyCalls)
    expect(told.data.map(({ key }) => key)).toEqual(permissionKeys)
    const manage = told.data.find(({ key }) => key === 'manage_authority')
    expect(manage?.calls.map(({ name }) => name)).toContain('addOrUpdateRole')
    const nobody = await house.person({})
    const givers = await nobody.call<string[]>(calls.listGivers)
    expect(givers.data).toEqual([house.manager.user.username])
    expect(givers.text).not.toContain('@')
  })

  it('of two editors the second sees what the first changed', async () => {
    const { id, revision } = (await house.saveRole({ name: '两人' })).data
    await house.saveRole({ id, name: '两人', revision, authorityInfo: authorityOf(['search_log']) })
    const late = await house.saveRole({ id, name: '两人', revision, authorityInfo: authorityOf(['get_mfa']) })
    expect(late.envelope?.code).toBe('object_conflict')
    const told = await house.manager.call<calls.ChangeHistory>(calls.roleHistory, { params: { id } })
    expect(told.data[0]?.changes).toMatchObject([{ title: '权限', from: '–', to: '日志查询' }])
  })
})
