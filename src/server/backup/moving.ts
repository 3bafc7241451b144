// Copies an embedded store into an empty PostgreSQL, in one transaction that ends only when both hold the same:
// whatever is killed or refused on the way leaves the PostgreSQL as it was.
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Log } from '../log.ts'
import { appliedMigrations, makeTables, migrationNamesOf, takeMigrationLock } from '../metadata/migrate.ts'
import { connectPostgres, unusable } from '../metadata/postgres/open.ts'
import { cursorRows } from '../metadata/postgres/snapshot.ts'
import { MetadataProblem } from '../metadata/problem.ts'
import type { Database } from '../metadata/schema.ts'
import { byReference, type Table } from '../metadata/table.ts'
import type { Metadata, MetadataSnapshot } from '../metadata/types.ts'
import { type Content, contentsOf } from './contents.ts'
import { everyPart } from './dump.ts'
import { fillStore } from './filling.ts'
import type { DumpPart } from './parts.ts'

type Contents = ReadonlyMap<string, Content>

/** `same`: the PostgreSQL held everything already, from a move whose last step was cut short. */
export interface Moved {
  outcome: 'copied' | 'same'
  /** By table; those without rows are not in it. */
  contents: Contents
}

type Show = (fraction: number, table: string) => void

/** `begin` is called once it is certain that rows will be copied, and may write to the embedded store. */
export async function moveStore(
  from: Metadata,
  address: string,
  log: Log,
  begin: () => Promise<void>,
  show: Show,
): Promise<Moved> {
  const { db } = connectPostgres(address, log)
  try {
    return await db.transaction().execute((target) => moveInto(target, from, begin, show))
  } catch (error) {
    throw error instanceof MetadataProblem ? error : unusable('目标', error)
  } finally {
    await db.destroy()
  }
}

async function moveInto(
  target: Kysely<Database>,
  from: Metadata,
  begin: () => Promise<void>,
  show: Show,
): Promise<Moved> {
  const { tables } = from
  await refuseEncoding(target)
  await takeMigrationLock(target)
  const found = await lookAt(target, tables)
  if (found.filled) {
    const contents = found.isWhole ? await compare(from, target) : ''
    if (typeof contents !== 'string') return { outcome: 'same', contents }
    throw new MetadataProblem(
      `目标库里已有数据（表 ${found.filled}），与这里的不同；没有做任何改动。请另建一个空的库`,
    )
  }
  await begin()
  await clearAway(target, found.names)
  await makeTables(target, 'postgres', tables)
  await from.snapshot((snapshot) => fill(target, from, snapshot, show))
  const contents = await compare(from, target)
  if (typeof contents === 'string')
    throw new MetadataProblem(`迁移后读回的内容与原来的不同（${contents}），已撤销，库里没有留下任何改动`)
  return { outcome: 'copied', contents }
}

/** Others than UTF-8 can't hold every text. */
async function refuseEncoding(target: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(target)
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new MetadataProblem(
    `这个 PostgreSQL 库的 encoding 是 ${encoding}，应为 UTF8：create database … encoding 'UTF8'`,
  )
}

interface Found {
  names: string[]
  /** A table that is not ours or has rows; null where the move may go on. */
  filled: string | null
  /** Whether all of our tables are there as this version makes them, so that they can be compared. */
  isWhole: boolean
}

/** A start that was refused has made our tables, without rows: they are no content. */
async function lookAt(target: Kysely<Database>, tables: readonly Table[]): Promise<Found> {
  const query = sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by relname`
  const names = (await query.execute(target)).rows.map(({ name }) => name)
  if (names.length === 0) return { names, filled: null, isWhole: false }
  const ours = ['migration', ...tables.map(({ name }) => name)]
  const foreign =
    names.find((name) => !ours.includes(name)) ?? (names.includes('migration') ? null : names[0])
  if (foreign) return { names, filled: foreign, isWhole: false }
  const known = migrationNamesOf(tables).toSorted()
  const applied = await appliedMigrations(target)
  if (applied.some((name) => !known.includes(name))) return { names, filled: 'migration', isWhole: false }
  return { names, filled: await firstWithRows(target, names), isWhole: applied.join() === known.join() }
}

async function firstWithRows(target: Kysely<Database>, names: string[]): Promise<string | null> {
  for (const name of names.filter((each) => each !== 'migration')) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(target)
    if (rows.length > 0) return name
  }
  return null
}

async function clearAway(target: Kysely<Database>, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const list = sql.join(names.map((name) => sql.table(name)))
  await sql`drop table ${list}`.execute(target)
}

async function fill(
  target: Kysely<Database>,
  { tables }: Metadata,
  snapshot: MetadataSnapshot,
  show: Show,
): Promise<void> {
  const seen = { table: '' }
  try {
    await fillStore(target, { dialect: 'postgres', tables }, telling(everyPart(snapshot, tables)))
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    // Class 22: a value that the type can't hold, such as a text with a zero byte.
    if (!code.startsWith('22') && !code.startsWith('23')) throw error
    throw new MetadataProblem(`表 ${seen.table} 里有 PostgreSQL 存不下的内容（${message}），没有做任何改动`)
  }

  async function* telling(parts: AsyncIterable<DumpPart>): AsyncGenerator<DumpPart> {
    let [done, table] = [0, '']
    for await (const part of parts) {
      if ('table' in part) {
        table = part.table
        show(done / tables.length, table)
        done += 1
        // The last rows of the table before may still wait to be written.
      } else seen.table = table
      yield part
    }
  }
}

/** Reads both whole. A text names the first table that differs. */
async function compare(from: Metadata, target: Kysely<Database>): Promise<Contents | string> {
  const { tables } = from
  const wanted = await from.snapshot((snapshot) => contentsOf(everyPart(snapshot, tables), tables))
  const query = async (text: string) =>
    (await target.executeQuery(CompiledQuery.raw(text))).rows as Record<string, unknown>[]
  const there = { migrations: [], rows: (table: Table) => cursorRows(query, table) }
  const found = await contentsOf(everyPart(there, tables), tables, wanted)
  for (const { name } of byReference(tables)) {
    const [one, other] = [wanted.get(name), found.get(name)]
    if (one ? !other?.equals(one) : other)
      return `表 ${name}：原有 ${one?.rows ?? 0} 行，读回 ${other?.rows ?? 0} 行`
  }
  return wanted
}
