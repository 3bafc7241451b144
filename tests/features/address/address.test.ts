// Long addresses: stored once under a key, readable for everyone who has the key, and deleted in time.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { giveUpOldRows } from '#server/objects/aging.ts'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import { keepAddress, readKeptAddress } from '#features/address/contract.ts'

let house: House
let maker: Person
let reader: Person
beforeAll(async () => {
  house = await makeHouse()
  maker = await house.person()
  reader = await house.person({ games: [] })
})
afterAll(() => house.dispose())

const key = (digit: string) => digit.repeat(32)
const keep = (name: string, text: string, who = maker) =>
  who.call<null>(keepAddress, { body: { key: name, text } })
const read = (name: string, who = reader) =>
  who.call<{ text: string }>(readKeptAddress, { params: { key: name } })
const usedAt = async (name: string) =>
  (
    await house.deps.metadata.db
      .selectFrom('kept_address')
      .select('used_at')
      .where('key', '=', name)
      .executeTakeFirst()
  )?.used_at
const age = (name: string, days: number) =>
  house.deps.metadata.db
    .updateTable('kept_address')
    .set({ used_at: new Date(Date.now() - days * 86_400_000).toISOString() })
    .where('key', '=', name)
    .execute()

it('is read to the letter by another, however long', async () => {
  const text = `?id=1&d3=${'值,!c%25 😀'.repeat(100_000)}`
  expect((await keep(key('a'), text)).status).toBe(200)
  expect((await read(key('a'))).data.text).toBe(text)
})

it('stays as it was first kept', async () => {
  await keep(key('b'), '?id=1')
  expect((await keep(key('b'), '?id=1', reader)).envelope?.isSuccess).toBe(true)
  expect((await keep(key('b'), '?id=2', reader)).envelope?.code).toBe('parameter_wrong')
  expect((await read(key('b'))).data.text).toBe('?id=1')
})

it('is given up when nobody opened it for as long as such things are kept, and says so then', async () => {
  await keep(key('c'), '?id=1')
  await keep(key('d'), '?id=2')
  await age(key('c'), 399)
  await age(key('d'), 401)
  expect((await read(key('c'))).data.text).toBe('?id=1')
  expect(Date.now() - Date.parse((await usedAt(key('c'))) ?? '')).toBeLessThan(60_000)
  await house.app.jobs.enqueue({ kind: giveUpOldRows, payload: {}, userId: null })
  await house.app.jobs.tick()
  await house.app.jobs.settled()
  const gone = await read(key('d'))
  expect([gone.status, gone.envelope?.msg]).toEqual([
    404,
    '这个链接已过期或不完整：链接里的条件超过 400 天没有人打开就会被清除',
  ])
  expect((await read(key('c'))).status).toBe(200)
})
