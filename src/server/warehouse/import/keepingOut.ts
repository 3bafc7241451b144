// Leaves the rows of erased players out of a load: their ids are known by keyed hashes alone, and each value of a column
// that may hold such ids is hashed as they are. Nothing of such a row is written to the warehouse's files.
import type { DuckDBConnection } from '@duckdb/node-api'
import type { IdentityKind } from '#shared/personal.ts'
import { foldedSql, identityHashSql } from '../identity.ts'
import { quoteName, quoteText } from '../snapshot/describe.ts'
import { importProblem } from './problem.ts'

export interface KeptOut {
  key: string
  hashes: readonly string[]
  /** What a column of the table may hold ids of. */
  kindsOf(column: string): readonly IdentityKind[]
}

const variable = 'kept_out_key'
const listed = 'temp.main.kept_out'
const hashesAtOnce = 1_000

export class KeepingOut {
  /** Rows that were left out so far. */
  rows = 0
  readonly #given: KeptOut | null

  /** Null: nobody's rows are left out. */
  constructor(given: KeptOut | null) {
    this.#given = given
  }

  /** The relation without such rows, for use after FROM. */
  async without(connection: DuckDBConnection, from: string): Promise<string> {
    const isListed = this.#given && (await listing(connection, this.#given, from))
    if (!isListed) return from
    const reader = await connection.runAndReadAll(
      `SELECT count(*)::DOUBLE FROM ${from} AS arriving WHERE ${isListed}`,
    )
    const rows = Number(reader.getRows()[0]?.[0] ?? 0)
    this.rows += rows
    return rows === 0 ? from : `(SELECT * FROM ${from} AS arriving WHERE NOT (${isListed}))`
  }

  /** Where nothing is left to be written. */
  refuseNothing(source: string, left: number): void {
    if (left === 0 && this.rows > 0)
      throw importProblem(`${source} 的 ${this.rows} 行都属于已删除的玩家，没有可以载入的行`)
  }
}

/** True for rows of listed ids; null where no column may hold one. */
async function listing(
  connection: DuckDBConnection,
  { key, hashes, kindsOf }: KeptOut,
  from: string,
): Promise<string | null> {
  const described = await connection.runAndReadAll(`DESCRIBE FROM ${from}`)
  const conditions = described.getRows().flatMap(([column, type]) => {
    const folded = foldedSql(`arriving.${quoteName(String(column))}`, String(type))
    return kindsOf(String(column)).map(
      (kind) => `coalesce(${identityHashSql(variable, kind, folded)} IN (FROM ${listed}), false)`,
    )
  })
  if (conditions.length === 0) return null
  await connection.run(`SET VARIABLE ${variable} = ${quoteText(key)}`)
  await connection.run(`CREATE OR REPLACE TEMP TABLE kept_out (hash VARCHAR)`)
  for (let at = 0; at < hashes.length; at += hashesAtOnce) {
    const values = hashes.slice(at, at + hashesAtOnce).map((hash) => `(${quoteText(hash)})`)
    await connection.run(`INSERT INTO ${listed} VALUES ${values.join(', ')}`)
  }
  return conditions.join(' OR ')
}

/** What is said of rows that were left out. */
export const keptOutNotes = (rows: number): string[] =>
  rows === 0 ? [] : [`${rows} 行属于已删除的玩家，未载入`]
