// The audit log: searched by person, action, text and days, in Chinese, in the manager's games, fast with many rows.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeAudit } from '#server/metadata/audit.ts'
import { objectKindsOf } from '#server/slice.ts'
import { auditNouns, auditTitle, auditVerbs } from '#shared/auditTitles.ts'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/management/contract.ts'
import * as slices from '#features/server.ts'
import { tables } from '../../../src/main-tables.ts'
import { type ManagementHouse, makeManagementHouse } from './managementHouse.ts'

describeStores('the audit log', (store) => {
  let house: ManagementHouse
  let mei: Person
  let limited: Person
  beforeAll(async () => {
    house = await makeManagementHouse(store)
    mei = await house.person({ games: ['b'] })
    limited = await house.person({ keys: ['manage_authority'], games: ['a'] })
    const { db } = house.deps.metadata
    const at = (iso: string) => db.updateTable('audit').set({ at: iso }).where('at', '>', '2026').execute()
    await writeAudit(db, { userId: mei.id, action: 'sql.run', detail: { sql: "like '50%_x'" } })
    await at('2025-03-01T15:59:59.000Z')
    await writeAudit(db, { userId: mei.id, action: 'report.export', detail: { name: '日报 Weekly' } })
    await at('2025-03-01T23:00:00.000Z')
    await writeAudit(db, { userId: limited.id, action: 'sql.export', detail: { rows: 5 } })
    await at('2025-03-03T00:00:00.000Z')
    await writeAudit(db, { userId: null, action: 'session.refuse', detail: { account: 'nobody' } })
    await at('2025-03-04T00:00:00.000Z')
  })
  afterAll(() => house.dispose())

  const ask = async (query: Record<string, unknown>, by = house.manager) =>
    (await by.call<calls.AuditList>(calls.listAudit, { query })).data
  const actions = async (query: Record<string, unknown>, by?: Person) =>
    (await ask({ to: '2025-12-31', ...query }, by)).rows.map(({ action }) => action)

  it('is told newest first, with who it was and what they did, in Chinese', async () => {
    const { rows, total } = await ask({ to: '2025-12-31' })
    expect(rows.map(({ who, title }) => [who, title])).toEqual([
      ['', '登录：被拒绝'],
      [limited.user.username, 'SQL：导出'],
      [mei.user.username, '报表：导出'],
      [mei.user.username, 'SQL：运行'],
    ])
    expect(total).toBe(4)
    expect((await ask({ to: '2025-12-31', offset: 2, limit: 1 })).rows).toEqual([rows[2]])
  })

  it('is found by who, action, object, text and days', async () => {
    expect(await actions({ who: mei.user.username })).toEqual(['report.export', 'sql.run'])
    expect(await actions({ who: '-' })).toEqual(['session.refuse'])
    expect(await actions({ who: 'nobody like this' })).toEqual([])
    expect(await actions({ action: 'sql.run' })).toEqual(['sql.run'])
    expect(await actions({ object: 'sql' })).toEqual(['sql.export', 'sql.run'])
    expect(await actions({ search: 'WEEKLY' })).toEqual(['report.export'])
    // What means anything to a pattern stands for itself.
    expect(await actions({ search: '50%_x' })).toEqual(['sql.run'])
    expect(await actions({ search: '5_%x' })).toEqual([])
    // A day is the business's: Shanghai's midnight is 16:00 of the day before.
    expect(await actions({ from: '2025-03-02', to: '2025-03-02' })).toEqual(['report.export'])
    const wrong = await house.manager.call(calls.listAudit, { query: { from: '2025-02-30' } })
    expect(wrong.envelope?.code).toBe('parameter_wrong')
  })

  it('is found by the names it shows in place of codes, and by nothing else that holds the code', async () => {
    const { db } = house.deps.metadata
    const made = { name: '渠道', form_name: 'channel', attributes: '["代码","名称"]' }
    const { id } = await db
      .insertInto('dictionary')
      .values({ ...made, update_time: new Date().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = { dict_id: id, data: '["tap9","塔普渠道"]', position: 0, code: 'tap9' }
    await db.insertInto('dictionary_data').values(row).execute()
    await writeAudit(db, { userId: mei.id, action: 'gameFlowShare.change', detail: { channel: 'tap9' } })
    await writeAudit(db, { userId: mei.id, action: 'report.export', detail: { name: 'tap9' } })
    const games = JSON.stringify(['b'])
    await writeAudit(db, { userId: mei.id, action: 'role.change', detail: { games } })
    const found = async (search: string) =>
      (await ask({ search, from: '2026-01-01', who: mei.user.username })).rows.map(({ action }) => action)
    expect(await found('塔普')).toEqual(['gameFlowShare.change'])
    expect(await found('tap9')).toEqual(['report.export', 'gameFlowShare.change'])
    expect(await found('游戏 b')).toEqual(['role.change'])
    expect(await found('角色：修改')).toEqual(['role.change'])
  })

  it('tells a manager of some games nothing of what those of others did', async () => {
    expect(await actions({}, limited)).toEqual(['sql.export'])
    expect(await actions({ who: mei.user.username }, limited)).toEqual([])
    expect(await actions({ search: 'weekly' }, limited)).toEqual([])
    expect((await ask({}, limited)).people).not.toContain(mei.user.username)
  })
})

describe('each action that the product writes', () => {
  const root = join(import.meta.dirname, '../../../src')
  const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && /server|setup|demo/.test(name))
    .map((name) => readFileSync(join(root, name), 'utf8'))
  const columns = new Set(
    tables.flatMap(({ name, columns: of }) => Object.keys(of).map((one) => `${name}.${one}`)),
  )
  // Of tables in a statement: 'user as reader'.
  const aliases = new Set(
    texts.flatMap((text) => [...text.matchAll(/'\w+ as (\w+)'/g)].map(([, one]) => one)),
  )
  const nounOf = (action: string) => action.split('.')[0]
  const jobs = new Set(Object.values(slices).flatMap(({ jobs: of = [] }) => of.map(({ name }) => name)))
  const written = texts
    .filter((text) => /writeAudit|auditEntry|noteBackup/.test(text))
    .flatMap((text) =>
      [...text.matchAll(/'([a-z][A-Za-z]*\.[a-z][A-Za-z]*)'/g)].map(([, action = '']) => action),
    )
    .filter((action) => !columns.has(action) && !jobs.has(action) && !aliases.has(nounOf(action)))

  it('has words of its own', () => {
    const known = Object.keys(auditVerbs)
    const ofObjects = objectKindsOf(slices).flatMap(({ name }) =>
      ['add', 'addMany', 'change', 'delete', 'restore'].map((verb) => `${name}.${verb}`),
    )
    const all = [...new Set([...written, ...ofObjects])]
    expect(all.length).toBeGreaterThan(60)
    const wordless = all.filter((action) => {
      const [noun = '', verb = ''] = action.split('.')
      return !Object.hasOwn(auditNouns, noun) || !known.includes(verb)
    })
    expect(wordless).toEqual([])
    expect(auditTitle('role.change')).toBe('角色：修改')
    expect(auditTitle('former.doing')).toBe('former：doing')
  })
})

it('each kind of object is told by a name, not by its number alone', () => {
  const unnamed = objectKindsOf(slices).filter(
    (kind) => !('called' in kind) && !['name', 'title'].some((name) => Object.hasOwn(kind.fields, name)),
  )
  expect(unnamed.map(({ name }) => name)).toEqual([])
})
