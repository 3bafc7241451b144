// Every table is declared once with its treatment in backups, and tables declared by slices reach the store.
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

test('the store is opened with the tables that the slices’ files declare', async () => {
  const files = globSync('src/{features/*/server,server/*}/tables.ts', { cwd: root })
  const declared = await Promise.all(
    files.map(async (file) => {
      const lists: unknown[] = Object.values(await import(join(root, file)))
      const found = lists.flatMap((list) => (Array.isArray(list) ? list.filter(isTable) : []))
      expect(found, `export the list of tables from ${file}`).not.toEqual([])
      return found.map(({ name }) => name)
    }),
  )
  expect(tables.map(({ name }) => name).sort(), "add the slice's list to src/main-tables.ts").toEqual(
    declared.flat().sort(),
  )
  expect(new Set(declared.flat()).size, 'declare each table in one list').toBe(tables.length)
})

test('every table of objects belongs to a declared kind, which removes deleted objects in time', () => {
  const kept = tables.filter(({ columns }) => Object.keys(objectColumns).every((name) => name in columns))
  const given = objectKindsOf(slices).map(({ table }) => table)
  expect(given.sort(), 'declare an ObjectKind for each table of objects').toEqual(
    kept.map(({ name }) => name).sort(),
  )
})

/** All tables left out of backups. Before adding one, decide that its rows are not needed after a restore. */
const judgedLeftOut: Record<LeftOutReason, readonly string[]> = {
  ended: ['outside_session', 'password_link', 'session'],
  minutes: ['login_try', 'push_rate', 'receiver_post', 'sign_in_flow', 'sign_in_ticket'],
  expires: ['background_report', 'temporary_table'],
  done: ['job', 'job_fire'],
  running: ['alarm_pass', 'job_server', 'server_place', 'user_place'],
}

/** Faults of tables left out of backups, with their remedies. */
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

test('every table left out of the backup is listed', () => {
  expect(leftOutFaults(tables), 'list these tables in `judgedLeftOut`, or back them up').toEqual([])
})

test('an unlisted table, a table of objects and a table that others refer to are reported where left out', () => {
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
  // @ts-expect-error `backup` is missing
  defineTable({ ...rest, key: 'id', columns })
  // @ts-expect-error free text is not a known reason
  defineTable({ ...rest, key: 'id', columns, backup: { leftOut: 'three words suffice' } })
  // @ts-expect-error the reason is missing
  defineTable({ ...rest, key: 'id', columns, backup: {} })
  // @ts-expect-error the key names no column
  defineTable({ ...rest, key: 'code', columns, backup: 'rows' })
  // @ts-expect-error the index names no column
  defineTable({ ...rest, key: 'id', columns, indexes: [{ columns: ['owner_id'] }], backup: 'rows' })
  expect(defineTable({ ...rest, key: 'id', columns, backup: 'rows' }).key).toEqual(['id'])
})

test('a column added later declares the value of older rows', () => {
  const wrong = tables.flatMap(({ name, columns }) =>
    Object.entries(columns)
      .filter(([, { since, nullable }]) => since && !nullable && since.value === undefined)
      .map(([column]) => `${name}.${column}`),
  )
  expect(wrong, 'give `since` of these columns the value of older rows').toEqual([])
})

test('migrations are named by a unique number and words', () => {
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

test('tables follow those they refer to; cycles and unknown tables are reported', () => {
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
