// The SQL workspace's tables: saved queries with their versions, runs, temp tables.
import type { CreateTableBuilder, Kysely } from 'kysely'
import type { Database } from '../schema.ts'

type Table = CreateTableBuilder<string, string>

export async function sqlTables(db: Kysely<Database>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const withTextId = (name: string): Table =>
    db.schema.createTable(name).addColumn('id', 'text', (column) => column.primaryKey()) as Table
  await owned(
    whole(
      text(
        withTextId('saved_query'),
        'name',
        'folder',
        'tags',
        'sql',
        'params',
        'share',
        'created_at',
        'modified_at',
      ),
      'version',
    ),
    'owner_id',
  )
    .addColumn('deleted_at', 'text')
    .execute()
  const versions = db.schema
    .createTable('saved_query_version')
    .addColumn('id', 'integer', (column) =>
      dialect === 'sqlite'
        ? column.primaryKey().autoIncrement()
        : column.generatedByDefaultAsIdentity().primaryKey(),
    ) as Table
  await whole(text(versions, 'query_id', 'name', 'sql', 'params', 'saved_at'), 'version')
    .addForeignKeyConstraint('saved_query_version_of', ['query_id'], 'saved_query', ['id'], (constraint) =>
      constraint.onDelete('cascade'),
    )
    .execute()
  await makeRuns(withTextId)
  await owned(
    whole(
      text(withTextId('temporary_table'), 'name', 'columns', 'file', 'sql', 'created_at', 'expires_at'),
      'row_count',
    ).addColumn('bytes', 'bigint', (column) => column.notNull()) as Table,
    'owner_id',
  )
    .addUniqueConstraint('temporary_table_name', ['owner_id', 'name'])
    .execute()
  await makeIndexes(db)
}

async function makeRuns(withTextId: (name: string) => Table): Promise<void> {
  const run = text(
    withTextId('sql_run'),
    'kind',
    'status',
    'title',
    'sql',
    'params',
    'cache_key',
    'columns',
    'started_at',
  )
  await owned(whole(run, 'cached', 'row_count', 'truncated', 'pinned'), 'user_id')
    .addColumn('elapsed_ms', 'double precision', (column) => column.notNull())
    .addColumn('queued_ms', 'double precision', (column) => column.notNull())
    .addColumn('query_id', 'text')
    .addColumn('row_limit', 'integer')
    .addColumn('problem', 'text')
    .addColumn('expires_at', 'text')
    .addColumn('file', 'text')
    .addColumn('ended_at', 'text')
    .execute()
}

async function makeIndexes(db: Kysely<Database>): Promise<void> {
  const indexed: [string, ...string[]][] = [
    ['saved_query', 'owner_id'],
    ['saved_query_version', 'query_id'],
    ['sql_run', 'user_id', 'started_at'],
    ['sql_run', 'cache_key'],
    ['sql_run', 'query_id'],
    ['sql_run', 'status'],
    ['sql_run', 'expires_at'],
    ['temporary_table', 'expires_at'],
  ]
  for (const [table, ...columns] of indexed) {
    await db.schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .on(table as never)
      .columns(columns as never[])
      .execute()
  }
}

const text = (table: Table, ...names: string[]): Table =>
  names.reduce<Table>(
    (made, name) => made.addColumn(name, 'text', (column) => column.notNull()) as Table,
    table,
  )

const whole = (table: Table, ...names: string[]): Table =>
  names.reduce<Table>(
    (made, name) => made.addColumn(name, 'integer', (column) => column.notNull()) as Table,
    table,
  )

const owned = (table: Table, name: string): Table =>
  table.addColumn(name, 'integer', (column) =>
    column.notNull().references('user.id').onDelete('restrict'),
  ) as Table
