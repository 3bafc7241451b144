// The tables of the first release.
import type { CreateTableBuilder, Kysely } from 'kysely'
import type { Database } from '../schema.ts'

type Dialect = 'sqlite' | 'postgres'
type Table = CreateTableBuilder<string, string>

export async function firstTables(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  const start = (name: string): Table => db.schema.createTable(name) as Table
  const startWithId = (name: string): Table =>
    start(name).addColumn('id', 'integer', (column) =>
      dialect === 'sqlite'
        ? column.primaryKey().autoIncrement()
        : column.generatedByDefaultAsIdentity().primaryKey(),
    ) as Table
  await makePeople(start, startWithId)
  await makeDefinitions(start, startWithId)
  await makeReports(startWithId)
  await makeDictionaries(startWithId)
  await text(
    start('setting').addColumn('key', 'text', (column) => column.primaryKey()) as Table,
    'value',
  ).execute()
  await makeIndexes(db)
}

type Start = (name: string) => Table

async function makePeople(start: Start, startWithId: Start): Promise<void> {
  await text(startWithId('role'), 'name', 'authority_info')
    .addUniqueConstraint('role_name', ['name'])
    .execute()
  await reference(
    whole(text(startWithId('user'), 'email', 'username', 'password_hash', 'games', 'created_at'), 'disabled'),
    'role_id',
    'role.id',
  )
    .addUniqueConstraint('user_email', ['email'])
    .addUniqueConstraint('user_username', ['username'])
    .execute()
  await reference(
    text(
      start('session').addColumn('id_hash', 'text', (column) => column.primaryKey()) as Table,
      'created_at',
      'last_seen_at',
      'address',
      'user_agent',
    ),
    'user_id',
    'user.id',
    'cascade',
  ).execute()
  await text(startWithId('login_try'), 'account', 'address', 'at').execute()
  // An audit row outlives its user, so it has no foreign key.
  await text(startWithId('audit'), 'at', 'action', 'detail').addColumn('user_id', 'integer').execute()
}

async function makeDefinitions(start: Start, startWithId: Start): Promise<void> {
  await text(
    start('game').addColumn('cgi', 'text', (column) => column.primaryKey()) as Table,
    'name',
  ).execute()
  await text(
    startWithId('dimension_table'),
    'name',
    'table_truename',
    'key_column',
    'describe',
    'create_time',
  )
    .addColumn('game_column', 'text')
    .addUniqueConstraint('dimension_table_name', ['name'])
    .execute()
  await text(
    startWithId('point_table'),
    'name',
    'table_truename',
    'grain_key',
    'update_frequency',
    'describe',
    'joins',
    'create_time',
  )
    .addColumn('date_column', 'text')
    .addColumn('time_column', 'text')
    .addColumn('game_column', 'text')
    .addUniqueConstraint('point_table_name', ['name'])
    .execute()
  await whole(text(startWithId('category'), 'kind', 'name'), 'position')
    .addUniqueConstraint('category_kind_name', ['kind', 'name'])
    .execute()
  const dimension = text(
    startWithId('dimension'),
    'update_frequency',
    'types',
    'name',
    'form_type',
    'describe',
    'info',
    'create_time',
  )
  await whole(dimension, 'cgi_filter')
    .addColumn('count_quantum', 'text')
    .addColumn('table_id', 'integer', (column) => column.references('dimension_table.id'))
    .addColumn('dim_type_id', 'integer', (column) => column.references('category.id').onDelete('set null'))
    .execute()
  await text(
    startWithId('point'),
    'name_sql',
    'event_filter',
    'filter',
    'types',
    'name',
    'describe',
    'info',
    'note',
    'create_time',
  )
    .addColumn('table_id', 'integer', (column) => column.references('point_table.id'))
    .addColumn('point_type_id', 'integer', (column) => column.references('category.id').onDelete('set null'))
    .execute()
}

async function makeReports(startWithId: Start): Promise<void> {
  const owned = (table: Table) => reference(table, 'owner_id', 'user.id').addColumn('deleted_at', 'text')
  await owned(whole(text(startWithId('view_type'), 'name'), 'position'))
    .addColumn('parent_id', 'integer', (column) => column.references('view_type.id'))
    .execute()
  await owned(whole(text(startWithId('view_meta'), 'name'), 'position', 'shared'))
    .addColumn('type_id', 'integer', (column) => column.references('view_type.id'))
    .execute()
  const report = whole(
    text(startWithId('report'), 'report_name', 'remark', 'info', 'modified_at'),
    'position',
  )
  await owned(reference(report, 'view_meta_id', 'view_meta.id')).execute()
}

async function makeDictionaries(startWithId: Start): Promise<void> {
  await text(startWithId('dictionary'), 'name', 'form_name', 'attributes', 'update_time')
    .addUniqueConstraint('dictionary_name', ['name'])
    .execute()
  const data = whole(text(startWithId('dictionary_data'), 'data'), 'position')
  await reference(data, 'dict_id', 'dictionary.id', 'cascade').execute()
}

async function makeIndexes(db: Kysely<Database>): Promise<void> {
  const indexed: [string, ...string[]][] = [
    ['session', 'user_id'],
    ['login_try', 'account', 'at'],
    ['login_try', 'address', 'at'],
    ['login_try', 'at'],
    ['audit', 'at'],
    ['audit', 'user_id'],
    ['dimension', 'table_id'],
    ['point', 'table_id'],
    ['view_type', 'parent_id'],
    ['view_meta', 'type_id'],
    ['report', 'view_meta_id'],
    ['dictionary', 'form_name'],
    ['dictionary_data', 'dict_id', 'position'],
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

const reference = (
  table: Table,
  name: string,
  target: string,
  onDelete: 'cascade' | 'restrict' = 'restrict',
): Table =>
  table.addColumn(name, 'integer', (column) =>
    column.notNull().references(target).onDelete(onDelete),
  ) as Table
