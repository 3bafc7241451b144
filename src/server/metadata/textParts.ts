// Whether a kept text has a part that was typed, in any case of any alphabet. SQLite lowers ASCII letters alone, and a
// PostgreSQL does so too where its locale is C, so neither is left to its own `lower`.
import type { DatabaseSync } from 'node:sqlite'
import { type Expression, type Kysely, type SqlBool, SqliteAdapter, sql } from 'kysely'
import type { Database } from './schema.ts'

/** Within a word the small sigma is written in two ways. */
const folded = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

/** `%`, `_` and the like that were typed stand for themselves. A text that is empty has no part but the empty one. */
export function hasPart(db: Kysely<Database>, text: Expression<unknown>, typed: string): Expression<SqlBool> {
  const part = folded(typed)
  return isSqlite(db)
    ? sql<SqlBool>`has_part(${text}, ${part})`
    : sql<SqlBool>`position(${part} in replace(lower(${text} collate "und-x-icu"), 'ς', 'σ')) > 0`
}

/** The same, in any of the columns. */
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

/** For each connection of an embedded store. */
export function addHasPart(database: DatabaseSync): void {
  database.function('has_part', { deterministic: true }, (text, part) =>
    text !== null && folded(String(text)).includes(String(part)) ? 1 : 0,
  )
}
