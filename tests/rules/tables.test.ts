// Every table is declared once and says what becomes of it in a backup; what a slice declares reaches the store.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrationsOf } from '#server/metadata/making.ts'
import { byReference, defineTable, type Table, text, whole } from '#server/metadata/table.ts'
import { objectColumns } from '#server/objects/tables.ts'
import { objectKindsOf } from '#server/slice.ts'
import * as slices from '#features/server.ts'
import { tables } from '../../src/main-tables.ts'

const root = join(import.meta.dirname, '../..')

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && 'made' in value && 'backup' in value

test('what the slices’ files declare is what the store is opened with', async () => {
  const files = globSync('src/{features/*/server,server/*}/tables.ts', { cwd: root })
  const declared = await Promise.all(
    files.map(async (file) => {
      const lists: unknown[] = Object.values(await import(join(root, file)))
      const found = lists.flatMap((list) => (Array.isArray(list) ? list.filter(isTable) : []))
      expect([file, found.length > 0]).toEqual([file, true])
      return found.map(({ name }) => name)
    }),
  )
  expect(tables.map(({ name }) => name).sort()).toEqual(declared.flat().sort())
  expect(new Set(declared.flat()).size).toBe(tables.length)
})

test('what was deleted of a kind of objects is given up in time', () => {
  const kept = tables.filter(({ columns }) => Object.keys(objectColumns).every((name) => name in columns))
  const given = objectKindsOf(slices).map(({ table }) => table)
  expect(given.sort()).toEqual(kept.map(({ name }) => name).sort())
})

test('a table that is left out of the backup says why, in a sentence', () => {
  const reasons = tables.flatMap(({ name, backup }) =>
    typeof backup === 'object' && 'leftOut' in backup ? [[name, backup.leftOut]] : [],
  )
  expect(
    reasons.filter(([, reason]) => (reason as string).split(' ').length < 3),
    'give the reason why the table is left out of backups, in a sentence',
  ).toEqual([])
})

test('a declaration without its backup, key or columns does not compile', () => {
  const columns = { id: text(), name: text() }
  const rest = { name: 'shelf', made: '9001-shelves' } as const
  // @ts-expect-error what becomes of its rows in a backup is missing
  defineTable({ ...rest, key: 'id', columns })
  // @ts-expect-error a reason is missing
  defineTable({ ...rest, key: 'id', columns, backup: {} })
  // @ts-expect-error no column has the key's name
  defineTable({ ...rest, key: 'code', columns, backup: 'rows' })
  // @ts-expect-error no column has the index's name
  defineTable({ ...rest, key: 'id', columns, indexes: [{ columns: ['owner_id'] }], backup: 'rows' })
  expect(defineTable({ ...rest, key: 'id', columns, backup: 'rows' }).key).toEqual(['id'])
})

test('a column that came later says what rows from before hold', () => {
  const wrong = tables.flatMap(({ name, columns }) =>
    Object.entries(columns)
      .filter(([, { since, nullable }]) => since && !nullable && since.value === undefined)
      .map(([column]) => `${name}.${column}`),
  )
  expect(wrong, 'give `since` of these columns the value of older rows').toEqual([])
})

test('migrations are named by a number of their own and words', () => {
  const names = migrationsOf(tables).map(({ name }) => name)
  expect(
    names.filter((name) => !/^\d{4}-[a-z0-9-]+$/.test(name)),
    'name migrations like 0042-what-changes',
  ).toEqual([])
  const numbers = names.map((name) => name.slice(0, 4))
  expect(
    numbers.filter((number, at) => numbers.indexOf(number) !== at),
    'give each migration a number of its own',
  ).toEqual([])
})

test('tables stand behind those that they refer to; circles and unknown ones are named', () => {
  const table = (name: string, ...targets: string[]) =>
    defineTable({
      name,
      made: '9001-shelves',
      key: 'id',
      columns: {
        id: text(),
        ...Object.fromEntries(targets.map((target, at) => [`to_${at}`, whole().refersTo(target)])),
      },
      backup: 'rows',
    })
  const order = (...given: Table[]) => byReference(given).map(({ name }) => name)
  expect(order(table('a', 'b'), table('b', 'b', 'c'), table('c'), table('d'))).toEqual(['c', 'b', 'a', 'd'])
  expect(() => order(table('a', 'b'), table('b', 'a'))).toThrow('a → b → a')
  expect(() => order(table('a', 'lamp'))).toThrow('a refers to lamp, which is not declared')
})
