// Opens the shared store on PostgreSQL.
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Log } from '#server/log.ts'
import { translateFailure } from '../failures.ts'
import { migrate } from '../migrate.ts'
import { MetadataProblem } from '../problem.ts'
import type { Database } from '../schema.ts'
import type { Table } from '../table.ts'
import type { Metadata } from '../types.ts'
import { readSnapshot } from './snapshot.ts'

const int8 = 20

/** Connects at the first statement; makes nothing. */
export function connectPostgres(address: string, log: Log): { pool: pg.Pool; db: Kysely<Database> } {
  const pool = new pg.Pool({
    connectionString: address,
    max: 10,
    connectionTimeoutMillis: 5000,
    application_name: 'analytics',
    // Counts arrive as bigint; they stay far below 2^53.
    types: {
      getTypeParser: ((id: number, format: 'text') =>
        id === int8 ? Number : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
    },
  })
  // A broken connection is replaced at its next use. One that is at work fails its statement, and tells of itself
  // besides: unheard, that would end the process.
  const tell = (error: Error) => log.warn({ err: error }, 'a connection to the metadata store broke')
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', tell))
  return { pool, db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: translating(pool) }) }) }
}

export async function openPostgres(address: string, log: Log, tables: readonly Table[]): Promise<Metadata> {
  const { pool, db } = connectPostgres(address, log)
  try {
    await migrate(db, 'postgres', tables, log)
  } catch (error) {
    await db.destroy()
    throw unusable(' METADATA 所指的', error)
  }
  return {
    db,
    dialect: 'postgres',
    tables,
    transaction: (work) => db.transaction().execute(work),
    snapshot: (work) => readSnapshot(pool, work),
    stop: () => db.destroy(),
  }
}

/** For the person at the terminal, with what PostgreSQL or the network said of `which` one. */
export function unusable(which: string, error: unknown): MetadataProblem {
  const { cause, message } = error as Error
  const said = cause instanceof Error ? cause.message : message
  return new MetadataProblem(`无法使用${which} PostgreSQL：${said}`, { cause: error })
}

/** The pool as Kysely uses it, with errors translated into the product's. */
function translating(pool: pg.Pool): PostgresPool {
  const fail = (error: unknown) => {
    throw translateFailure(error)
  }
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const wrapped = {
      query: (text: string, values: readonly unknown[]) => client.query(text, [...values]).catch(fail),
      release: (discard?: boolean) => client.release(discard),
    } as unknown as PostgresPoolClient
    known.set(client, wrapped)
    return wrapped
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch(fail)
      return known.get(client as pg.PoolClient) ?? wrap(client as pg.PoolClient)
    },
  } as unknown as PostgresPool
}
