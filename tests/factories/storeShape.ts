// Describes the actual and the declared shape of a store in the same form, for comparison.
import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import type { Dialect, Table } from '#server/metadata/table.ts'

/** By table and column: `text`, `whole, may be null, to user on delete cascade`, `counted, key`. */
export type StoreShape = Record<string, Record<string, string>>

const kinds: Record<string, string> = {
  text: 'text',
  integer: 'whole',
  int4: 'whole',
  bigint: 'big',
  int8: 'big',
  'double precision': 'real',
  float8: 'real',
}

export function declaredShape(tables: readonly Table[]): StoreShape {
  const shape = tables.map((table) => {
    const columns = Object.entries(table.columns).map(([name, { kind, nullable, refersTo }]) => [
      name,
      [
        kind,
        ...(nullable ? ['may be null'] : []),
        ...(table.key.includes(name) ? ['key'] : []),
        ...(refersTo ? [`to ${refersTo.table} on delete ${refersTo.onDelete}`] : []),
      ].join(', '),
    ])
    return [table.name, Object.fromEntries(columns)]
  })
  return Object.fromEntries(shape)
}

export async function shapeOf(db: Kysely<Database>, dialect: Dialect): Promise<StoreShape> {
  const shape: StoreShape = {}
  for (const { name, columns } of await db.introspection.getTables()) {
    if (name === 'migration') continue
    const keys = await keysOf(db, dialect, name)
    const references = await referencesOf(db, dialect, name)
    const counted = dialect === 'postgres' || (await isCounting(db, name))
    shape[name] = Object.fromEntries(
      columns.map((column) => {
        const key = keys.includes(column.name)
        // SQLite reports a text key as nullable.
        const nullable = column.isNullable && !key
        const type = column.dataType.toLowerCase()
        const kind = counted && column.isAutoIncrementing ? 'counted' : (kinds[type] ?? type)
        const reference = references.get(column.name)
        const words = [kind, nullable ? 'may be null' : '', key ? 'key' : '', reference ?? '']
        return [column.name, words.filter((word) => word !== '').join(', ')]
      }),
    )
  }
  return shape
}

async function keysOf(db: Kysely<Database>, dialect: Dialect, table: string): Promise<string[]> {
  const query =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0`
      : sql<{ name: string }>`
          select a.attname as name from pg_index i
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
          where i.indisprimary and i.indrelid = ${`"${table}"`}::regclass`
  return (await query.execute(db)).rows.map(({ name }) => name)
}

/** SQLite reports any integer key as counted. */
async function isCounting(db: Kysely<Database>, table: string): Promise<boolean> {
  const query = sql<{ sql: string }>`select sql from sqlite_master where type = 'table' and name = ${table}`
  return /autoincrement/i.test((await query.execute(db)).rows[0]?.sql ?? '')
}

interface Reference {
  name: string
  target: string
  rule: string
}

async function referencesOf(db: Kysely<Database>, dialect: Dialect, table: string) {
  const query =
    dialect === 'sqlite'
      ? sql<Reference>`
          select "from" as name, "table" as target, on_delete as rule from pragma_foreign_key_list(${table})`
      : sql<Reference>`
          select a.attname as name, c.confrelid::regclass::text as target,
            case c.confdeltype when 'r' then 'restrict' when 'c' then 'cascade'
              when 'n' then 'set null' else 'no action' end as rule
          from pg_constraint c
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
          where c.contype = 'f' and c.conrelid = ${`"${table}"`}::regclass`
  const { rows } = await query.execute(db)
  const named = rows.map(
    ({ name, target, rule }) =>
      [name, `to ${target.replaceAll('"', '')} on delete ${rule.toLowerCase()}`] as const,
  )
  return new Map(named)
}

/** Differences between the two shapes; empty where they are equal. */
export function differences(held: StoreShape, declared: StoreShape): string[] {
  const names = new Set([...Object.keys(held), ...Object.keys(declared)])
  return [...names].flatMap((table) => {
    const [there, said] = [held[table], declared[table]]
    if (!said) return [`${table} is not declared`]
    if (!there) return [`${table} is declared and not made`]
    return [...new Set([...Object.keys(there), ...Object.keys(said)])]
      .filter((column) => there[column] !== said[column])
      .map((column) => `${table}.${column} is ${there[column]}, declared as ${said[column]}`)
  })
}
