import { expect, test } from 'vitest'
import { hasPartIn } from '#server/metadata/textParts.ts'
import { describeStores } from '#tests/factories/stores.ts'
import { sourcesIn } from '#tests/rules/guards/sources.ts'

const kept = ['Äpfel', 'ДОМ', 'Ὀδυσσεύς', '100%', 'a_b', 'axb', 'c:\\dir', "O'Brien", 'ＦＵＬＬ', 'İx', '']

const found: [string, string[]][] = [
  ['äPF', ['Äpfel']],
  ['дом', ['ДОМ']],
  ['ΣΕΎΣ', ['Ὀδυσσεύς']],
  ['0%', ['100%']],
  ['A_', ['a_b']],
  ['\\D', ['c:\\dir']],
  ["o'b", ["O'Brien"]],
  ['ｕｌ', ['ＦＵＬＬ']],
  ['İX', ['İx']],
  ['none', []],
]

describeStores('a part of a kept text', (store) => {
  test('is found in any case of any alphabet, and signs stand for themselves', async () => {
    const { db } = await store.open()
    for (const [at, value] of kept.entries())
      await db
        .insertInto('setting')
        .values({ key: String(at), value })
        .execute()
    for (const [typed, values] of found) {
      const rows = await db
        .selectFrom('setting')
        .select('value')
        .where(hasPartIn(db, ['value', 'key'], typed))
        .execute()
      expect(
        rows.map(({ value }) => value),
        typed,
      ).toEqual(values)
    }
  })
})

test('no statement over what is kept looks for a part by itself', () => {
  const own = sourcesIn('src/server/metadata', 'src/server/objects', 'src/features').filter(({ text }) =>
    /lower\([^)]*\)\s+i?like/i.test(text),
  )
  expect(own.map(({ path }) => path)).toEqual([])
})
