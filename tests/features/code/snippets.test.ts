// Snippets belong to one user, and each prefix is unique among that user's snippets.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import * as calls from '#features/code/contract.ts'

let house: House
let owner: Person
let other: Person
beforeAll(async () => {
  house = await makeHouse()
  owner = await house.person({ keys: ['search_sqlQuery'] })
  other = await house.person({ keys: ['search_sqlQuery'] })
})
afterAll(() => house.dispose())

const save = (who: Person, body: object) =>
  who.call<calls.Snippet>(calls.saveSnippet, { body: { title: '', body: 'select 1', ...body } })
const list = async (who: Person) => (await who.call<calls.Snippet[]>(calls.listSnippets)).data
const take = (who: Person, snippets: object[]) => who.call(calls.importSnippets, { body: { snippets } })

it('are their owner’s alone, found by Chinese readings, and come back after a deletion', async () => {
  const { data } = await save(owner, { prefix: 'ｄａｕ', title: '每日活跃', body: 'select\r\n$1' })
  expect(data).toMatchObject({ prefix: 'dau', body: 'select\n$1', pinyin: expect.stringContaining('huo') })
  expect(await list(other)).toEqual([])
  const ids = { body: { ids: [data.id] } }
  expect((await other.call(calls.deleteSnippets, ids)).status).toBe(404)
  expect((await save(other, { id: data.id, prefix: 'theirs' })).status).toBe(404)
  await owner.call(calls.deleteSnippets, ids)
  expect(await list(owner)).toEqual([])
  expect((await other.call(calls.restoreSnippets, ids)).status).toBe(404)
  await owner.call(calls.restoreSnippets, ids)
  expect(await list(owner)).toMatchObject([{ prefix: 'dau' }])
  const none = await house.person({ keys: [] })
  expect((await none.call(calls.listSnippets)).status).toBe(403)
})

it('no two have one prefix, whatever its case and width, nor does a tab write over another’s text', async () => {
  const first = (await save(owner, { prefix: '留存' })).data
  for (const prefix of ['DAU', 'ＤＡＵ', '留存'])
    expect((await save(owner, { prefix })).envelope).toMatchObject({
      code: 'name_taken',
      data: { fields: { prefix: expect.any(String) } },
    })
  const { id, revision } = first
  await save(owner, { id, revision, prefix: '留存', body: 'select 2' })
  expect((await save(owner, { id, revision, prefix: '留存', body: 'select 3' })).envelope).toMatchObject({
    code: 'object_conflict',
    data: { present: { body: 'select 2' } },
  })
})

it.each([
  [{ prefix: '2x' }, /前缀/],
  [{ prefix: 'a b' }, /前缀/],
  [{ prefix: 'ok', body: ' \n' }, /内容/],
  [{ prefix: 'ok', body: 'x'.repeat(200_000) }, /最多 20000 个字/],
  [{ prefix: 'ok', body: 'a\u0007b' }, /控制字符/],
  [{ prefix: 'ok', title: 'x'.repeat(61) }, /说明/],
])('refuses what can’t be kept', async (body, message) => {
  expect((await save(owner, body)).envelope).toMatchObject({
    isSuccess: false,
    msg: expect.stringMatching(message),
  })
})

it('come from a file all or none: what is there is left, or takes the new text', async () => {
  const before = await list(owner)
  const told = await take(owner, [
    { prefix: 'Dau', title: '', body: 'select 9' },
    { prefix: 'fresh', title: '新的', body: 'select 1' },
  ])
  expect(told.data).toMatchObject({ added: [expect.any(Number)], changed: 1, same: 0 })
  expect(await list(owner)).toHaveLength(before.length + 1)
  const bad = await take(owner, [
    { prefix: 'good', title: '', body: 'select 1' },
    { prefix: '9', title: '', body: 'select 1' },
  ])
  expect(bad.envelope).toMatchObject({ isSuccess: false, msg: expect.stringContaining('第 2 个') })
  const twice = await take(
    owner,
    ['x', 'Ｘ'].map((prefix) => ({ prefix, title: '', body: 'select 1' })),
  )
  expect(twice.envelope?.msg).toContain('两次')
  expect((await list(owner)).some(({ prefix }) => prefix === 'good')).toBe(false)
})

it('a thousand fit, one more is refused', async () => {
  const many = Array.from({ length: 1_000 }, (_, at) => ({ prefix: `s${at}`, title: '', body: 'select 1' }))
  expect((await take(other, many)).envelope?.isSuccess).toBe(true)
  expect((await save(other, { prefix: 'more' })).envelope).toMatchObject({ code: 'quota_exceeded' })
  expect((await take(other, many)).envelope?.data).toMatchObject({ added: [], same: 1_000 })
})
