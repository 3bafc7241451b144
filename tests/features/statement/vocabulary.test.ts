// The vocabulary for sentences: values of dimensions with few of them, within the caller's games.
import { expect, it, vi } from 'vitest'
import { getVocabulary } from '#features/statement/contract.ts'
import type { Words } from '#features/statement/server/vocabulary.ts'
import { makeOffice } from './office.ts'

it('gives labels with their readings, of the caller’s games alone, and reads them once', async () => {
  const office = await makeOffice()
  const all = await office.person()
  const limited = await office.person({ games: ['a'] })
  const read = async (person: typeof all) => (await person.call<Words[]>(getVocabulary)).data
  const words = await read(all)
  const channels = words.find(({ dim }) => dim === office.dims.channel)
  expect(channels?.values).toContainEqual({ value: 'web', label: '官网', pinyin: 'guan wang' })
  expect(channels?.values.map(({ value }) => value)).not.toContain('')
  expect(words.some(({ dim }) => dim === office.dims.date)).toBe(false)
  const own = await read(limited)
  const text = JSON.stringify(own)
  for (const canary of ['gold', '"b"', '"c"']) expect(text).not.toContain(canary)
  expect(text).toContain('"a"')
  const warehouse = vi.spyOn(office.deps.warehouse, 'run')
  expect(await read(all)).toEqual(words)
  expect(warehouse).not.toHaveBeenCalled()
  warehouse.mockRestore()
  await office.dispose()
})

it('leaves out dimensions of many values, and those whose table is gone', async () => {
  const office = await makeOffice({
    extraSql: [
      "INSERT INTO orders SELECT DATE '2026-10-01', NULL, 'a', 'web', i, 1, 's' || i FROM range(600) t(i)",
    ],
  })
  const { db } = office.deps.metadata
  await db
    .updateTable('dimension_table')
    .set({ table_truename: 'vanished' })
    .where('id', '=', office.tables.channels)
    .execute()
  const words = (await office.admin.call<Words[]>(getVocabulary)).data
  const dims = words.map(({ dim }) => dim)
  expect(dims).toContain(office.dims.channel)
  expect(dims).not.toContain(office.dims.state)
  expect(dims).not.toContain(office.dims.kind)
  await office.dispose()
})
