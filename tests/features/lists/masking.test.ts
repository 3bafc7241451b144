// Devices and addresses in the lists, for people without the right to personal data.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { personalKey } from '#server/personalKey.ts'
import { maskedText } from '#server/personalMask.ts'
import type { ChangeHistory } from '#shared/changeHistory.ts'
import type { Person } from '#tests/factories/house.ts'
import * as calls from '#features/lists/contract.ts'
import { type ListsHouse, listKeys, makeListsHouse } from './listsHouse.ts'

const { list, save, history } = calls.blackEntryCalls

let house: ListsHouse
let holder: Person
let other: Person
beforeAll(async () => {
  house = await makeListsHouse(null)
  holder = await house.editor('all', [...listKeys, 'see_personal'])
  other = await house.editor('all', [...listKeys])
  for (const [kind, value] of [
    ['device', 'IDFA-7'],
    ['ip', '10.1.2.3'],
    ['player', '4711'],
  ])
    await saving(holder, { kind, value, reason: `原因 ${kind}` })
})
afterAll(() => house.dispose())

const saving = (by: Person, body: Record<string, unknown>) =>
  by.call<calls.ListEntry>(save, { body: { id: -1, cgi: 'a', ...body } })
const listed = async (by: Person, query: Record<string, unknown> = {}) =>
  (await by.call<calls.EntryList>(list, { query })).data.rows
const values = async (by: Person, query: Record<string, unknown> = {}) =>
  (await listed(by, { sort: 'createdAt', desc: false, ...query })).map(({ value }) => value)
const mark = (kind: string) =>
  house.deps.metadata.db
    .insertInto('personal_mark')
    .values({ table_name: 't', column_name: kind, kind, reason: '', at: '2026-01-01', by_id: 1 } as never)
    .execute()
const stored = async (id: number) =>
  (
    await house.deps.metadata.db
      .selectFrom('black_entry')
      .select('value')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).value

it('are shown as they are until such a column is marked, then as the masks of reports', async () => {
  expect(await values(other)).toEqual(['IDFA-7', '10.1.2.3', '4711'])
  await mark('device')
  await mark('ip')
  const device = maskedText('IDFA-7', 'device', personalKey(house.dataDir))
  expect(await values(other)).toEqual([device, '10.1.*.*', '4711'])
  expect(await values(holder)).toEqual(['IDFA-7', '10.1.2.3', '4711'])
})

it('are found by what is shown of them alone', async () => {
  expect(await values(other, { search: 'IDFA' })).toEqual([])
  expect(await values(other, { search: '471' })).toEqual(['4711'])
  expect(await values(other, { search: '原因 ip' })).toEqual(['10.1.*.*'])
  expect(await values(holder, { search: 'IDFA' })).toEqual(['IDFA-7'])
})

it('stay as they are when the rest of an entry is changed, and can be replaced', async () => {
  const [entry] = await listed(other, { kind: 'ip' })
  const { id = 0, value, revision } = entry ?? {}
  const changed = await saving(other, { id, revision, kind: 'ip', value, reason: '别的原因' })
  expect(changed.data).toMatchObject({ value: '10.1.*.*', reason: '别的原因' })
  expect(await stored(id)).toBe('10.1.2.3')
  const wrong = await saving(other, { id, kind: 'player', value, reason: '别的原因' })
  expect(wrong.envelope).toMatchObject({ isSuccess: false })
  expect(JSON.stringify(wrong.envelope)).toContain('值是掩码，不能改作其他类型')
  const next = await saving(other, { id, kind: 'ip', value: '10.9.9.9', reason: '别的原因' })
  expect(next.data.value).toBe('10.9.*.*')
  expect(await stored(id)).toBe('10.9.9.9')
  const told = async (by: Person) =>
    JSON.stringify((await by.call<ChangeHistory>(history, { params: { id } })).data)
  expect(await told(holder)).toContain('10.1.2.3')
  expect(await told(other)).not.toMatch(/10\.[19]\.\d/)
  expect(await told(other)).toContain('别的原因')
})
