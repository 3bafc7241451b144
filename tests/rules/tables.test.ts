// Every table is declared once and says what becomes of it in a backup; what a slice declares reaches the store.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrationsOf } from '#server/metadata/making.ts'
import {
  byReference,
  defineTable,
  type LeftOutReason,
  type Table,
  text,
  whole,
} from '#server/metadata/table.ts'
import { objectColumns } from '#server/objects/tables.ts'
import { objectKindsOf } from '#server/slice.ts'
import * as slices from '#features/server.ts'
import { tables } from '../../src/main-tables.ts'
import { inFile } from './guards/where.ts'

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

/** All tables that no backup holds. Whoever adds one has judged that nobody misses its rows after a restore. */
const judgedLeftOut: Record<LeftOutReason, readonly string[]> = {
  ended: ['password_link', 'session'],
  minutes: ['login_try', 'push_rate', 'receiver_post'],
  expires: ['background_report', 'temporary_table'],
  done: ['job', 'job_fire'],
  running: ['alarm_pass', 'job_server'],
}

/** What is wrong with the tables that no backup holds, and what to do. */
function leftOutFaults(given: readonly Table[], judged = judgedLeftOut): string[] {
  const leftOut = given.flatMap(({ name, backup, columns }) =>
    typeof backup === 'object' && 'leftOut' in backup ? [{ name, reason: backup.leftOut, columns }] : [],
  )
  const kept = given.filter(({ name }) => !leftOut.some((table) => table.name === name))
  const listed = new Set(Object.values(judged).flat())
  return [
    ...leftOut.flatMap(({ name, reason, columns }) => [
      ...(judged[reason].includes(name)
        ? []
        : [
            `${name}${inFile('table', name)} is left out of backups (${reason}): declare backup: 'rows', or, where nobody misses its rows after a restore, add it to judgedLeftOut in tests/rules/tables.test.ts`,
          ]),
      ...('revision' in columns
        ? [`${name}${inFile('table', name)} holds objects that people keep: declare backup: 'rows'`]
        : []),
      ...kept
        .filter((table) => Object.values(table.columns).some(({ refersTo }) => refersTo?.table === name))
        .map(
          (table) =>
            `${table.name} refers to ${name}${inFile('table', name)}, which no backup holds: declare backup: 'rows' there`,
        ),
    ]),
    ...[...listed]
      .filter((name) => !leftOut.some((table) => table.name === name))
      .map((name) => `${name} is not left out of backups: take it off judgedLeftOut`),
  ]
}

test('a table that is left out of the backup was judged', () => {
  expect(leftOutFaults(tables)).toEqual([])
})

test('a table that nobody judged, that holds objects or that others refer to is caught where it is left out', () => {
  const drafts = defineTable({
    name: 'drafts',
    made: '9001-drafts',
    key: 'id',
    columns: { id: text(), revision: whole() },
    backup: { leftOut: 'minutes' },
  })
  const pages = defineTable({
    name: 'pages',
    made: '9001-drafts',
    key: 'id',
    columns: { id: text(), draft_id: text().refersTo('drafts') },
    backup: 'rows',
  })
  const none = { ended: [], minutes: [], expires: [], done: [], running: [] }
  expect(leftOutFaults([drafts, pages], none)).toEqual([
    "drafts is left out of backups (minutes): declare backup: 'rows', or, where nobody misses its rows after a restore, add it to judgedLeftOut in tests/rules/tables.test.ts",
    "drafts holds objects that people keep: declare backup: 'rows'",
    "pages refers to drafts, which no backup holds: declare backup: 'rows' there",
  ])
  expect(leftOutFaults([pages], { ...none, done: ['pages'] })).toEqual([
    'pages is not left out of backups: take it off judgedLeftOut',
  ])
})

test('a declaration without its backup, key or columns does not compile', () => {
  const columns = { id: text(), name: text() }
  const rest = { name: 'shelf', made: '9001-shelves' } as const
  // @ts-expect-error what becomes of its rows in a backup is missing
  defineTable({ ...rest, key: 'id', columns })
  // @ts-expect-error a sentence is no reason
  defineTable({ ...rest, key: 'id', columns, backup: { leftOut: 'three words suffice' } })
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
