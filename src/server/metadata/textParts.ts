// Whether a stored text contains a typed part, ignoring case in any alphabet. SQLite lowers only ASCII
// letters, and so does PostgreSQL with locale C, so neither store's own `lower` is used.
import type { DatabaseSync } from 'node:sqlite'
import { type Expression, type Kysely, type SqlBool, SqliteAdapter, sql } from 'kysely'
import type { Database } from './schema.ts'

/** Without case; the lower-case sigma has two forms. */
export const folded = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

/** Typed `%`, `_` and the like are literal. An empty text contains only the empty part. */
export function hasPart(db: Kysely<Database>, text: Expression<unknown>, typed: string): Expression<SqlBool> {
  const part = folded(typed)
  return isSqlite(db)
    ? sql<SqlBool>`has_part(${text}, ${part})`
    : sql<SqlBool>`position(${part} in replace(lower(${text} collate "und-x-icu"), 'ς', 'σ')) > 0`
}

/** The same for any of several columns. */
export const hasPartIn = (
  db: Kysely<Database>,
  columns: readonly string[],
  typed: string,
): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    columns.map((column) => hasPart(db, sql.ref(column), typed)),
    sql` or `,
  )})`

const isSqlite = (db: Kysely<Database>): boolean => db.getExecutor().adapter instanceof SqliteAdapter

/** Must be called for each connection of an embedded store. */
export function addHasPart(database: DatabaseSync): void {
  database.function('has_part', { deterministic: true }, (text, part) =>
    text !== null && folded(String(text)).includes(String(part)) ? 1 : 0,
  )
}
