// Row rules of roles and users: set by managers, applied from the next call on to everything read, stored or sent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RowRule } from '#semantic/model/rowScope.ts'
import { permissionKeys } from '#shared/permissions.ts'
import type { Person } from '#tests/factories/house.ts'
import { lightingSqlQuery } from '#features/code/contract.ts'
import { addOrUpdateAnaDim, definitionUses, deleteDefinitions } from '#features/config/contract.ts'
import { runCustomReport, saveCustomReport } from '#features/custom/contract.ts'
import { getGameFlow } from '#features/gameflow/contract.ts'
import * as calls from '#features/management/contract.ts'
import { getUserAuthInfo } from '#features/session/contract.ts'
import { getReportDataByInfo } from '#features/statement/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'

let office: Office
let manager: Person
let only: (...values: (string | null)[]) => RowRule
beforeAll(async () => {
  office = await makeOffice()
  manager = await office.person({ keys: permissionKeys })
  only = (...values) => ({ dim: office.dims.channel, how: 'only', values, open: false })
})
afterAll(() => office.dispose())

const userOf = async (person: Person, by = manager) =>
  (await by.call<calls.UserList>(calls.listUsers)).data.rows.find(
    ({ id }) => id === person.id,
  ) as calls.ManagedUser
const roleOf = async (person: Person) => {
  const { role } = await userOf(person)
  const roles = (await manager.call<calls.ManagedRole[]>(calls.listRoles)).data
  return roles.find(({ name }) => name === role) as calls.ManagedRole
}
async function limitUser(person: Person, rowRules: RowRule[], by = manager) {
  const { id, email, role, revision } = await userOf(person, by)
  return by.call<calls.ManagedUser>(calls.addOrUpdateUser, { body: { id, email, role, revision, rowRules } })
}
async function limitRole(person: Person, rowRules: RowRule[], by = manager) {
  const { id, name, authorityInfo, revision } = await roleOf(person)
  return by.call<calls.ManagedRole>(calls.addOrUpdateRole, {
    body: { id, name, authorityInfo, revision, rowRules },
  })
}
const minutesOf = async (person: Person): Promise<unknown> => {
  const info = office.info({ dims: [], points: [office.points.minutes] })
  const { envelope } = await person.call<{ data: unknown[][] }>(getReportDataByInfo, { body: { info } })
  return envelope?.isSuccess ? envelope.data?.data[0]?.[0] : envelope?.msg
}
const rowsOf = async (person: Person, sql: string): Promise<string> =>
  (await person.call(lightingSqlQuery, { body: { sql } })).text

describe('rules on rows', () => {
  it('count on the next call, of role and user together, and change the stamp of rights', async () => {
    const mei = await office.person()
    expect(await minutesOf(mei)).toBe(160)
    const before = (await mei.call(getUserAuthInfo, { params: { email: mei.email } })).headers.rights
    expect((await limitRole(mei, [only('web', 'other')])).data.scope).toEqual(['渠道：只看 官网、other'])
    await limitRole(mei, [only('web', 'store')])
    expect(await minutesOf(mei)).toBe(150)
    const limited = (await limitUser(mei, [{ ...only('store'), how: 'except' }])).data
    expect(limited.scope).toEqual([
      `渠道：只看 官网、应用商店（角色「${limited.role}」）`,
      '渠道：不看 应用商店',
    ])
    expect(await minutesOf(mei)).toBe(70)
    const told = await mei.call<{ scope: string[] }>(getUserAuthInfo, { params: { email: mei.email } })
    expect(told.data.scope).toEqual(limited.scope)
    expect(told.headers.rights).not.toBe(before)
    expect((await limitUser(mei, [])).data.rowRules).toEqual([])
    expect(await minutesOf(mei)).toBe(150)
  })

  it('stand in the history in words, and stay where a change does not speak of them', async () => {
    const mei = await office.person()
    await limitUser(mei, [only('web')])
    const { id, email, role, revision } = await userOf(mei)
    await manager.call(calls.addOrUpdateUser, { body: { id, email, role, revision, username: 'mei mei' } })
    expect((await userOf(mei)).rowRules).toEqual([only('web')])
    const history = (await manager.call(calls.userHistory, { params: { id } })).text
    expect(history).toContain('渠道：只看 官网')
    expect(history).toContain('数据范围')
  })

  it.each([
    ['a dimension that is gone', () => [{ ...only('web'), dim: 987_654 }], '第 1 条规则的维度不存在'],
    ['no values', () => [only()], '「渠道」没有值，请至少选择一个'],
    ['dates', () => [{ ...only('2026-01-01'), dim: office.dims.date }], '是日期或时间，不能用来限定数据范围'],
    ['games', () => [{ ...only('a'), dim: office.dims.game }], '请在用户的「游戏」里限定'],
  ])('are refused with %s, at their field', async (_, rules, words) => {
    const { envelope } = await limitUser(await office.person(), rules())
    expect(envelope?.msg).toContain(words)
    expect(envelope?.data).toHaveProperty('fields.rowRules')
  })

  it('bind those who manage: nobody gives more than they see, nor takes their own limit off', async () => {
    const keys = ['manage_authority'] as const
    const limited = await office.person({ keys, rules: [only('web', 'store')] })
    const wide = await office.person()
    expect(await userOf(wide, limited)).toMatchObject({ editable: false })
    expect((await limitUser(wide, [only('web')], limited)).status).toBe(403)
    const narrow = await office.person({ rules: [only('web')] })
    expect((await limitUser(narrow, [only('store')], limited)).envelope?.isSuccess).toBe(true)
    expect((await limitUser(narrow, [], limited)).status).toBe(403)
    expect((await limitUser(limited, [], limited)).status).toBe(403)
    expect((await limitRole(narrow, [only('web')], limited)).status).toBe(403)
    const { role } = await userOf(narrow)
    const add = (rowRules: RowRule[]) =>
      limited.call(calls.addOrUpdateUser, {
        body: { id: -1, email: `n${rowRules.length}@example.com`, role, rowRules },
      })
    expect((await add([])).status).toBe(403)
    expect((await add([only('web')])).envelope?.isSuccess).toBe(true)
  })

  it('of a role hold for who looks at the product as it', async () => {
    const mei = await office.person()
    await limitRole(mei, [only('store')])
    const { id } = await roleOf(mei)
    const other = await office.person({ keys: ['manage_authority'], rules: [only('web', 'store')] })
    await other.call(calls.startSeeing, { body: { id } })
    expect(await minutesOf(other)).toBe(80)
    await other.call(calls.endSeeing, { body: {} })
    expect(await minutesOf(other)).toBe(150)
  })

  it('limit SQL, tables that can’t tell the dimension are refused by its name, or open', async () => {
    const mei = await office.person({ keys: ['search_sqlQuery'], rules: [only('web')] })
    expect(await rowsOf(mei, 'select sum(minutes) as n from visit')).toContain('70')
    expect(await rowsOf(mei, 'select string_agg(code) as n from channels')).toContain('"web"')
    const refused = '表 letters 不在你的数据范围内：你的数据按维度「渠道」限定'
    expect(await rowsOf(mei, 'select * from letters')).toContain(refused)
    await limitUser(mei, [{ ...only('web'), open: true }])
    expect(await rowsOf(mei, 'select * from letters')).toContain('"y"')
    await limitUser(mei, [{ dim: office.dims.kind, how: 'only', values: ['商店'], open: false }])
    expect(await rowsOf(mei, 'select sum(minutes) as n from visit')).toContain('80')
  })

  it('of a publisher and of a reader narrow a custom report', async () => {
    const publisher = await office.person({
      keys: ['search_sqlQuery', 'search_customReport'],
      rules: [only('web', 'store')],
    })
    const draft = {
      name: 'r',
      sql: 'select sum(minutes) as n from visit',
      params: [],
      chart: null,
      published: true,
    }
    const { id } = (await publisher.call<{ id: string }>(saveCustomReport, { body: draft })).data
    const reader = await office.person({
      keys: ['search_customReport'],
      rules: [{ ...only('store'), how: 'except' }],
    })
    const run = async (by: Person) =>
      (await by.call(runCustomReport, { params: { id }, body: { values: {} } })).text
    expect(await run(publisher)).toContain('150')
    expect(await run(reader)).toContain('70')
  })

  it('close what they can’t limit, by the dimension’s name, unless they leave such tables open', async () => {
    const asked = { params: { startDate: '2026-10-01', endDate: '2026-10-02' } }
    const mei = await office.person({ keys: ['search_gameFlow'], rules: [only('web')] })
    const { status, text } = await mei.call(getGameFlow, asked)
    expect([status, text.includes('「游戏流水」不能按数据范围限定，而你的数据按维度「渠道」限定')]).toEqual([
      403,
      true,
    ])
    await limitUser(mei, [{ ...only('web'), open: true }])
    expect((await mei.call(getGameFlow, asked)).status).not.toBe(403)
  })

  it('keep their dimension from being deleted, and from being redefined by whom it limits', async () => {
    await limitUser(await office.person(), [{ ...only('paid'), dim: office.dims.state }])
    const used = await manager.call<{ uses: { kind: string }[] }>(definitionUses, {
      params: { kind: 'dimension', id: office.dims.state },
    })
    expect(used.data.uses).toEqual([expect.objectContaining({ kind: 'user', where: '数据范围' })])
    const configurer = await office.person({ keys: ['search_config'], rules: [only('web')] })
    const remove = { body: { kind: 'dimension', ids: [office.dims.state] } }
    expect((await configurer.call(deleteDefinitions, remove)).envelope?.code).toBe('object_in_use')
    const body = { id: office.dims.channel, name: '渠道', types: 'string', info: { expression: "'web'" } }
    const { envelope } = await configurer.call(addOrUpdateAnaDim, { body })
    expect(envelope?.msg).toContain('你的数据范围按这个维度限定，它不能由你修改')
  })
})
