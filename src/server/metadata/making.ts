// Derives the migrations from the declared tables: creating a table, adding a column, later changes.
import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { earlierMigrations, type Migration } from './migrations/index.ts'
import type { Database } from './schema.ts'
import { byReference, type ColumnShape, type Dialect, type Table } from './table.ts'

/** All migrations in order. */
export function migrationsOf(tables: readonly Table[]): Migration[] {
  const earlier = new Set(earlierMigrations.map(({ name }) => name))
  const named = new Set(tables.flatMap(migrationNames).filter((name) => !earlier.has(name)))
  const declared = [...named].map(
    (name): Migration => ({ name, up: (db, dialect) => apply(name, byReference(tables), db, dialect) }),
  )
  return [...earlierMigrations, ...declared].sort((one, other) => (one.name < other.name ? -1 : 1))
}

const migrationNames = ({ made, columns, changes }: Table): string[] => [
  made,
  ...Object.values(columns).flatMap(({ since }) => since?.migration ?? []),
  ...Object.keys(changes),
]

async function apply(name: string, tables: Table[], db: Kysely<Database>, dialect: Dialect): Promise<void> {
  const keys = new Map(tables.map((table) => [table.name, table.key[0] as string]))
  for (const table of tables) {
    if (table.made === name) await makeTable(table, keys, db, dialect)
    await addColumns(table, name, keys, db, dialect)
    await table.changes[name]?.(db as Kysely<unknown>, dialect)
  }
}

type Keys = Map<string, string>

async function makeTable(table: Table, keys: Keys, db: Kysely<Database>, dialect: Dialect): Promise<void> {
  const { name, columns, key, indexes } = table
  let making = db.schema.createTable(name) as CreateTableBuilder<string, string>
  for (const [column, shape] of Object.entries(columns)) {
    if (!shape.since) making = making.addColumn(column, typeOf(shape), describe(shape, keys, dialect))
  }
  if (!isCounted(table)) making = making.addPrimaryKeyConstraint(`${name}_key`, key)
  await making.execute()
  for (const index of indexes) {
    const suffix = index.columns.join('_')
    let indexing = db.schema
      .createIndex(`${name}_${index.unique ? 'one' : 'by'}_${suffix}`)
      .on(name)
      .columns(index.columns)
    if (index.unique) indexing = indexing.unique()
    if (index.where) indexing = indexing.where(sql<boolean>`${sql.raw(index.where)}`)
    await indexing.execute()
  }
}

async function addColumns(
  table: Table,
  migration: string,
  keys: Keys,
  db: Kysely<Database>,
  dialect: Dialect,
): Promise<void> {
  for (const [column, shape] of Object.entries(table.columns)) {
    if (shape.since?.migration !== migration) continue
    await db.schema
      .alterTable(table.name)
      .addColumn(column, typeOf(shape), describe(shape, keys, dialect))
      .execute()
  }
}

/** Whether the store assigns the key. */
export const isCounted = ({ columns }: Table): boolean =>
  Object.values(columns).some(({ kind }) => kind === 'counted')

const types = {
  counted: 'integer',
  text: 'text',
  whole: 'integer',
  big: 'bigint',
  real: 'double precision',
} as const
const typeOf = ({ kind }: ColumnShape) => types[kind]

type Describe = NonNullable<Parameters<CreateTableBuilder<string, string>['addColumn']>[2]>

function describe(shape: ColumnShape, keys: Keys, dialect: Dialect): Describe {
  return (column) => {
    if (shape.kind === 'counted') {
      return dialect === 'sqlite'
        ? column.primaryKey().autoIncrement()
        : column.generatedByDefaultAsIdentity().primaryKey()
    }
    let made = shape.nullable ? column : column.notNull()
    if (shape.since?.value !== undefined) made = made.defaultTo(shape.since.value)
    if (!shape.refersTo) return made
    const { table, onDelete } = shape.refersTo
    return made.references(`${table}.${keys.get(table)}`).onDelete(onDelete)
  }
}
