// Whether a reader sees a row, as a condition for the store: lists, pages and counts read no other rows.
import { type Expression, type Kysely, type SqlBool, SqliteAdapter, sql } from 'kysely'
import type { GameScope } from '#semantic/model/rowScope.ts'
import { isGranted, wordsFor } from '#shared/grants.ts'
import type { Database } from '../metadata/schema.ts'
import type { ScopedTable } from '../metadata/table.ts'
import { isMortal, livingIn } from './life.ts'
import { inPostgres, inSqlite, type Matching } from './matching.ts'
import type { Reader, Seen } from './seen.ts'

type Condition = Expression<SqlBool>

const always = sql<SqlBool>`true`
const never = sql<SqlBool>`false`

/** Those that live and that the reader sees, in statements that name the table, or call it `as`. */
export function seenBy(
  db: Kysely<Database>,
  table: Pick<ScopedTable, 'name' | 'columns' | 'seen'>,
  reader: Reader,
  as: string = table.name,
): Condition {
  const condition = seenIn(db, as, table.seen, reader)
  return isMortal(table) ? sql<SqlBool>`(${livingIn(as)} and ${condition})` : condition
}

/** Also those that are deleted. */
export function seenIn(db: Kysely<Database>, table: string, seen: Seen, reader: Reader): Condition {
  const matching = db.getExecutor().adapter instanceof SqliteAdapter ? inSqlite : inPostgres
  return conditionOf(seen, reader, table, matching)
}

function conditionOf(seen: Seen, reader: Reader, table: string, matching: Matching): Condition {
  const cell = (column: string) => sql.ref(`${table}.${column}`)
  switch (seen.by) {
    case 'everybody':
      return always
    case 'alive':
      return livingIn(table)
    case 'unlimited':
      return reader.rules.length === 0 ? always : never
    case 'reader':
      return seen.id === reader.id ? always : never
    case 'owner':
      return isIn(cell(seen.column), [reader.id])
    case 'named':
      return isGranted(seen.grants, reader, 'see') ? always : never
    case 'granted':
      return matching.hasOne(cell(seen.column), wordsFor(reader, 'see'))
    case 'game':
      return ofGame(cell(seen.column), seen.ofAll, reader.games)
    case 'someGame':
      return matching.someGame(cell(seen.column), reader.games)
    case 'everyGame':
      return matching.everyGame(cell(seen.column), reader.games)
    case 'keptRows':
      return matching.keptRows(cell(seen.column), reader)
    case 'value':
      return isIn(cell(seen.column), seen.values)
    case 'either':
      return joined(seen.parts, sql` or `, never)
    case 'every':
      return joined(seen.parts, sql` and `, always)
  }

  function joined(parts: readonly Seen[], by: typeof never, none: Condition): Condition {
    if (parts.length === 0) return none
    const conditions = parts.map((part) => conditionOf(part, reader, table, matching))
    return sql<SqlBool>`(${sql.join(conditions, by)})`
  }
}

function ofGame(cell: Expression<unknown>, ofAll: string | null | undefined, games: GameScope): Condition {
  if (games === 'all') return always
  return isIn(cell, ofAll === undefined ? games : [...games, ofAll])
}

function isIn(cell: Expression<unknown>, values: readonly (string | number | null)[]): Condition {
  const known = values.filter((value) => value !== null)
  const within = known.length === 0 ? never : sql<SqlBool>`${cell} in (${sql.join(known)})`
  return known.length === values.length ? within : sql<SqlBool>`(${cell} is null or ${within})`
}
