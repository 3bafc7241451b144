// Which encrypted texts a secret does not open, over all tables that hold some: told by a restore and by the check of the
// installation, so that nobody finds out when a message is due.
import { type Kysely, sql } from 'kysely'
import type { Database } from './metadata/schema.ts'
import type { Table } from './metadata/table.ts'
import { isMortal, livingIn } from './scopes/life.ts'
import { placeIn, type Sealing, unsealWith } from './sealed.ts'

export interface Unopened {
  list: string
  /** Of the rows. */
  names: string[]
}

/** Without a secret all of them. */
export async function findUnopened(
  db: Kysely<Database>,
  tables: readonly Table[],
  secret: Buffer | null,
): Promise<Unopened[]> {
  const found: Unopened[] = []
  for (const table of tables) {
    for (const [column, { sealed }] of Object.entries(table.columns)) {
      if (!sealed) continue
      const names = await unopenedIn(db, table, column, sealed, secret)
      if (names.length > 0) found.push({ list: sealed.list, names })
    }
  }
  return found
}

interface Row {
  key: string | number
  name: string
  text: string
}

async function unopenedIn(
  db: Kysely<Database>,
  { name: table, columns }: Table,
  column: string,
  { purpose, by, named }: Sealing,
  secret: Buffer | null,
): Promise<string[]> {
  // What is deleted needs nobody's attention.
  const alive = isMortal({ columns }) ? sql`and ${livingIn(table)}` : sql``
  const { rows } = await sql<Row>`
    select ${sql.ref(by)} as key, ${sql.ref(named)} as name, ${sql.ref(column)} as text
    from ${sql.table(table)} where ${sql.ref(column)} <> '' ${alive} order by ${sql.ref(named)}`.execute(db)
  const isLost = ({ key, text }: Row) =>
    secret === null || unsealWith(secret, text, { purpose, place: placeIn(table, key) }) === null
  return rows.filter(isLost).map(({ name }) => String(name))
}

const mostNames = 5

/** A line for each list. */
export function unopenedLines(found: readonly Unopened[]): string[] {
  return found.map(({ list, names }) => {
    const more = names.length > mostNames ? ' 等' : ''
    return `${list}：${names.length} 项（${names.slice(0, mostNames).join('、')}${more}）`
  })
}
