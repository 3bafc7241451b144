// In a sandbox process without data: binds statements against empty tables. The engine makes the plan of each, and
// runs none.
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteName } from '#server/warehouse/snapshot/describe.ts'
import { bindValues } from '../check/bound.ts'
import { sqlFailure } from '../check/failure.ts'
import type { BindOrder, RunOrder } from '../messages.ts'
import { rewritten } from '../rewrite/rewritten.ts'
import { dictionarySchema, showDictionary, shutOff, temporarySchema } from '../snapshotInstance.ts'

interface Binding {
  /** Null: it can be run. */
  tell(at: number, problem: string | null): void
  beforeStatements(): void
}

export async function bindAll(
  connection: DuckDBConnection,
  { tables, dictionaries = [], temporary = [], statements }: BindOrder,
  { tell, beforeStatements }: Binding,
): Promise<void> {
  await makeTables(connection, '', tables)
  await connection.run(`CREATE SCHEMA ${dictionarySchema}`)
  for (const dictionary of dictionaries) await showDictionary(connection, { ...dictionary, pages: [] })
  for (const { owner, tables: own } of temporary) {
    await connection.run(`CREATE SCHEMA ${schemaOf(owner)}`)
    await makeTables(connection, `${schemaOf(owner)}.`, own)
  }
  await shutOff(connection)
  beforeStatements()
  const scope = {
    tables: tables.map(({ name }) => ({ name, games: null, rules: [] })),
    dictionaries: dictionaries.map((dictionary) => ({ ...dictionary, pages: [] })),
  }
  await connection.run(`CREATE SCHEMA ${temporarySchema}`)
  let shown: number | undefined
  for (const [at, { sql, params, owner }] of statements.entries()) {
    const own = temporary.find((one) => one.owner === owner)?.tables ?? []
    if (own.length > 0 && owner !== shown) {
      await showTemporary(connection, owner, own)
      shown = owner
    }
    const seen = { ...scope, temporary: own.map(({ name }) => ({ name, file: '' })) }
    tell(
      at,
      await problemOf(connection, { kind: 'run', sql, params, scope: seen, limit: null, mode: 'plan' }),
    )
  }
}

/** Where an owner's temp tables are: no statement can name it. */
const schemaOf = (owner: number): string => quoteName(`${temporarySchema} ${owner}`)

async function makeTables(connection: DuckDBConnection, schema: string, tables: BindOrder['tables']) {
  for (const { name, columns } of tables) {
    const parts = columns.map((column) => `${quoteName(column.name)} ${column.type}`)
    // A type that the engine does not know here: what names the table is not bound.
    await connection
      .run(`CREATE TABLE ${schema}${quoteName(name)} (${parts.join(', ')})`)
      .catch(() => undefined)
  }
}

/** Two owners may have tables of one name. */
async function showTemporary(
  connection: DuckDBConnection,
  owner: number | undefined,
  tables: BindOrder['tables'],
): Promise<void> {
  await connection.run(`DROP SCHEMA ${temporarySchema} CASCADE`)
  await connection.run(`CREATE SCHEMA ${temporarySchema}`)
  for (const { name } of tables) {
    const view = `${temporarySchema}.${quoteName(name)}`
    await connection
      .run(`CREATE VIEW ${view} AS FROM ${schemaOf(owner ?? 0)}.${quoteName(name)}`)
      .catch(() => undefined)
  }
}

const explain = 'EXPLAIN '

async function problemOf(connection: DuckDBConnection, order: RunOrder): Promise<string | null> {
  try {
    const { bound } = await rewritten(connection, order)
    try {
      const prepared = await connection.prepare(`${explain}${bound.text}`)
      bindValues(prepared, bound)
      await prepared.run()
      return null
    } catch (error) {
      throw sqlFailure(error, bound, explain)
    }
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? ''
  }
}
