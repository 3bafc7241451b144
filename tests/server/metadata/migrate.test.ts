import { type Kysely, sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { migrations } from '../../../src/server/metadata/migrations/index.ts'
import { openMetadata } from '../../../src/server/metadata/open.ts'
import type { Database } from '../../../src/server/metadata/schema.ts'
import { describeStores, silentLog } from '../../factories/stores.ts'

const released = [...migrations]
afterEach(() => {
  migrations.splice(0, migrations.length, ...released)
  vi.restoreAllMocks()
})

describeStores('migrations', (store) => {
  test('one that breaks off in its middle leaves nothing, and the next start completes it', async () => {
    const settings = await store.make()
    let healthy = false
    migrations.push({
      name: '9999-notes',
      up: async (db) => {
        await sql`create table note (text text)`.execute(db)
        if (!healthy) throw new Error('killed')
        await sql`insert into note values ('done')`.execute(db)
      },
    })
    await expect(openMetadata(settings, silentLog)).rejects.toThrow('killed')
    healthy = true
    const metadata = await openMetadata(settings, silentLog)
    const notes = metadata.db as unknown as Kysely<{ note: { text: string } }>
    expect(await notes.selectFrom('note').selectAll().execute()).toEqual([{ text: 'done' }])
    await metadata.stop()
  })

  test('metadata of a later version is refused by name and stays as it is', async () => {
    const settings = await store.make()
    migrations.push({ name: '9999-later', up: async () => undefined })
    await (await openMetadata(settings, silentLog)).stop()
    migrations.splice(0, migrations.length, ...released)
    await expect(openMetadata(settings, silentLog)).rejects.toThrow('9999-later')
  })

  test('both stores hold the tables and columns of the schema', async () => {
    const { db } = await store.open()
    const tables = await db.introspection.getTables()
    const shape = Object.fromEntries(
      tables.map(({ name, columns }) => [name, columns.map((column) => column.name).sort()]),
    )
    const expected: Record<keyof Database, string> = {
      user: 'created_at disabled email games id password_hash role_id username',
      role: 'authority_info id name',
      session: 'address created_at id_hash last_seen_at user_agent user_id',
      login_try: 'account address at id',
      audit: 'action at detail id user_id',
      game: 'cgi name',
      dimension_table: 'create_time describe game_column id key_column name table_truename',
      point_table:
        'create_time date_column describe game_column grain_key id joins name table_truename time_column update_frequency',
      category: 'id kind name position',
      dimension:
        'cgi_filter count_quantum create_time describe dim_type_id form_type id info name table_id types update_frequency',
      point:
        'create_time describe event_filter filter id info name name_sql note point_type_id table_id types',
      view_type: 'deleted_at id name owner_id parent_id position',
      view_meta: 'deleted_at id name owner_id position shared type_id',
      report: 'deleted_at id info modified_at modified_by owner_id position remark report_name view_meta_id',
      dictionary: 'attributes form_name id name update_time',
      dictionary_data: 'data dict_id id position',
      setting: 'key value',
      saved_query: 'created_at deleted_at folder id modified_at name owner_id params share sql tags version',
      saved_query_version: 'id name params query_id saved_at sql version',
      sql_run:
        'cache_key cached columns elapsed_ms ended_at expires_at file id kind params pinned problem query_id queued_ms row_count row_limit sql started_at status title truncated user_id',
      temporary_table: 'bytes columns created_at expires_at file games id name owner_id row_count sql',
      background_report:
        'ended_at expires_at games id info name problem report_id row_count started_at status user_id',
      report_embed: 'created_at enabled id modified_at owner_id settings view_meta_id',
      trace: 'at code detail kind user_id',
      calendar_year: 'days modified_at modified_by year',
      calendar_note: 'cgi created_at day deleted_at id kind owner_id text title until',
      custom_report:
        'chart created_at deleted_at describe folder id modified_at name owner_id params published query_id sql version',
    }
    for (const [name, columns] of Object.entries(expected))
      expect([name, shape[name]?.join(' ')]).toEqual([name, columns])
  })
})
