// What the report screens keep besides reports: records in the background, embeds, trace codes, the calendar, and
// reports made of SQL.
import type { CreateTableBuilder, Kysely } from 'kysely'
import type { Database } from '../schema.ts'

type Table = CreateTableBuilder<string, string>

export async function reportTables(db: Kysely<Database>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const withTextId = (name: string, id = 'id'): Table =>
    db.schema.createTable(name).addColumn(id, 'text', (column) => column.primaryKey()) as Table
  await owned(
    text(withTextId('background_report'), 'name', 'info', 'status', 'games', 'started_at', 'expires_at'),
    'user_id',
  )
    .addColumn('report_id', 'integer')
    .addColumn('row_count', 'integer', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('ended_at', 'text')
    .execute()
  await owned(text(withTextId('report_embed'), 'settings', 'created_at', 'modified_at'), 'owner_id')
    .addColumn('view_meta_id', 'integer', (column) => column.notNull().unique())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .execute()
  await text(withTextId('trace', 'code'), 'kind', 'at', 'detail').addColumn('user_id', 'integer').execute()
  await text(
    db.schema
      .createTable('calendar_year')
      .addColumn('year', 'integer', (column) => column.primaryKey().notNull()) as Table,
    'days',
    'modified_at',
  )
    .addColumn('modified_by', 'integer')
    .execute()
  await owned(
    text(numbered(db, 'calendar_note', dialect), 'day', 'kind', 'title', 'text', 'created_at'),
    'owner_id',
  )
    .addColumn('until', 'text')
    .addColumn('cgi', 'text')
    .addColumn('deleted_at', 'text')
    .execute()
  await owned(
    text(
      withTextId('custom_report'),
      'name',
      'folder',
      'describe',
      'sql',
      'params',
      'chart',
      'created_at',
      'modified_at',
    ),
    'owner_id',
  )
    .addColumn('query_id', 'text')
    .addColumn('published', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('deleted_at', 'text')
    .execute()
  await makeIndexes(db)
}

async function makeIndexes(db: Kysely<Database>): Promise<void> {
  const indexed: [string, ...string[]][] = [
    ['background_report', 'user_id', 'started_at'],
    ['background_report', 'expires_at'],
    ['calendar_note', 'day'],
    ['custom_report', 'owner_id'],
  ]
  for (const [table, ...columns] of indexed) {
    await db.schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .on(table as never)
      .columns(columns as never[])
      .execute()
  }
}

const numbered = (db: Kysely<Database>, name: string, dialect: 'sqlite' | 'postgres'): Table =>
  db.schema
    .createTable(name)
    .addColumn('id', 'integer', (column) =>
      dialect === 'sqlite'
        ? column.primaryKey().autoIncrement()
        : column.generatedByDefaultAsIdentity().primaryKey(),
    ) as Table

const text = (table: Table, ...names: string[]): Table =>
  names.reduce<Table>(
    (made, name) => made.addColumn(name, 'text', (column) => column.notNull()) as Table,
    table,
  )

const owned = (table: Table, name: string): Table =>
  table.addColumn(name, 'integer', (column) =>
    column.notNull().references('user.id').onDelete('restrict'),
  ) as Table
