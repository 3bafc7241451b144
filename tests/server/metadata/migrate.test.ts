import { createHash } from 'node:crypto'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { expect, test } from 'vitest'
import { migrationsOf } from '#server/metadata/making.ts'
import { openMetadata } from '#server/metadata/open.ts'
import type { Database } from '#server/metadata/schema.ts'
import { counted, type Dialect, defineTable, type Table, text, whole } from '#server/metadata/table.ts'
import { declaredShape, differences, shapeOf } from '#tests/factories/storeShape.ts'
import { describeStores, silentLog } from '#tests/factories/stores.ts'
import { tables } from '../../../src/main-tables.ts'
import { releasedMigrations } from './released.ts'

interface Shelves {
  shelf: { id?: number; name: string; room?: string; shelf_id?: number | null; owner_id: number | null }
}

const shelf = (more: Partial<Pick<Table, 'changes'>> = {}) =>
  defineTable({
    name: 'shelf',
    made: '9001-shelves',
    key: 'id',
    columns: {
      id: counted(),
      name: text(),
      shelf_id: whole().refersTo('shelf').nullable(),
      owner_id: whole().refersTo('user', 'set null').nullable(),
    },
    indexes: [{ columns: ['name'], unique: true, where: 'owner_id is null' }],
    backup: 'rows',
    ...more,
  })

/** As it is declared once a room was added, with the words that older shelves get. */
const shelfInRoom = () =>
  defineTable({
    name: 'shelf',
    made: '9001-shelves',
    key: 'id',
    columns: {
      id: counted(),
      name: text(),
      shelf_id: whole().refersTo('shelf').nullable(),
      owner_id: whole().refersTo('user', 'set null').nullable(),
      room: text().since('9002-rooms', 'cellar'),
    },
    indexes: [{ columns: ['name'], unique: true, where: 'owner_id is null' }],
    changes: {
      '9002-rooms': async (db) => {
        await sql`update shelf set room = 'attic' where name = 'high'`.execute(db)
      },
    },
    backup: 'rows',
  })

describeStores('migrations', (store) => {
  const open = async (settings: Awaited<ReturnType<typeof store.make>>, ...more: Table[]) => {
    const metadata = await openMetadata(settings, silentLog, [...tables, ...more])
    return { ...metadata, shelves: metadata.db as unknown as Kysely<Shelves> }
  }

  test('make the tables that are declared, column by column, and no others', async () => {
    const { db } = await store.open()
    expect(differences(await shapeOf(db, store.dialect), declaredShape(tables))).toEqual([])
  })

  test('of a declared table make its columns, references and indexes', async () => {
    const { db, shelves, stop } = await open(await store.make(), shelf())
    const add = (name: string, owner_id: number | null = null) =>
      shelves.insertInto('shelf').values({ name, owner_id }).execute()
    expect(differences(await shapeOf(db, store.dialect), declaredShape([...tables, shelf()]))).toEqual([])
    await add('high')
    await expect(add('high')).rejects.toThrow()
    await expect(add('low', 99)).rejects.toThrow()
    await stop()
  })

  test('what is made without being declared, or otherwise than declared, is named', async () => {
    const { db, stop } = await open(await store.make(), shelf())
    await sql`create table planted (id integer)`.execute(db)
    const other = structuredClone(declaredShape([...tables, shelf()]))
    const columns = other.shelf as Record<string, string>
    columns.name = 'text, may be null'
    columns.owner_id = 'whole, may be null'
    columns.color = 'text'
    other.lamp = { id: 'counted, key' }
    expect(differences(await shapeOf(db, store.dialect), other).sort()).toEqual([
      'lamp is declared and not made',
      'planted is not declared',
      'shelf.color is undefined, declared as text',
      'shelf.name is text, declared as text, may be null',
      'shelf.owner_id is whole, may be null, to user on delete set null, declared as whole, may be null',
    ])
    await stop()
  })

  test('add a later column to a table with rows, and to a new one at once', async () => {
    const settings = await store.make()
    const before = await open(settings, shelf())
    await before.shelves
      .insertInto('shelf')
      .values([
        { name: 'low', owner_id: null },
        { name: 'high', owner_id: null },
      ])
      .execute()
    await before.stop()
    const after = await open(settings, shelfInRoom())
    const rows = await after.shelves.selectFrom('shelf').select(['name', 'room']).orderBy('id').execute()
    expect(rows).toEqual([
      { name: 'low', room: 'cellar' },
      { name: 'high', room: 'attic' },
    ])
    const fresh = await open(await store.make(), shelfInRoom())
    expect(await shapeOf(fresh.db, store.dialect)).toEqual(await shapeOf(after.db, store.dialect))
    await after.stop()
    await fresh.stop()
  })

  test('one that breaks off in its middle leaves nothing, and the next start completes it', async () => {
    const settings = await store.make()
    const killed = async () => {
      throw new Error('killed')
    }
    await expect(open(settings, shelf({ changes: { '9001-shelves': killed } }))).rejects.toThrow('killed')
    const { shelves, stop } = await open(settings, shelf())
    expect(await shelves.selectFrom('shelf').selectAll().execute()).toEqual([])
    await stop()
  })

  test('metadata of a later version is refused by name and stays as it is', async () => {
    const settings = await store.make()
    await (await open(settings, shelf())).stop()
    await expect(open(settings)).rejects.toThrow('9001-shelves')
    const { shelves, stop } = await open(settings, shelf())
    expect(await shelves.selectFrom('shelf').selectAll().execute()).toEqual([])
    await stop()
  })
})

/** The statements of a migration, as one hash. */
async function hashOf(name: string, dialect: Dialect): Promise<string> {
  const statements: string[] = []
  const parts = {
    sqlite: [SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler] as const,
    postgres: [PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler] as const,
  }
  const [Adapter, Introspector, Compiler] = parts[dialect]
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new Adapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (inner) => new Introspector(inner),
      createQueryCompiler: () => new Compiler(),
    },
    log: ({ query }) => {
      statements.push(query.sql)
    },
  })
  await migrationsOf(tables)
    .find((migration) => migration.name === name)
    ?.up(db, dialect)
  return createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16)
}

test.each(Object.entries(releasedMigrations))(
  '%s is released and makes what it made',
  async (name, hashes) => {
    expect({ sqlite: await hashOf(name, 'sqlite'), postgres: await hashOf(name, 'postgres') }).toEqual(hashes)
  },
)
