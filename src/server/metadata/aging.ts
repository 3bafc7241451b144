// A migration that adds an index by age to tables whose old rows are deleted.
import { sql } from 'kysely'
import type { Change } from './table.ts'

export const aging = '0011-aging'

export const indexBy =
  (table: string, column: string): Change =>
  async (db) => {
    await sql`create index ${sql.id(`${table}_by_age`)} on ${sql.table(table)} (${sql.ref(column)})`.execute(
      db,
    )
  }
