// Makes the published list usable in reports: declares a point table and a point that counts it, once.
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { whiteListTable } from './content.ts'

export async function declareWhiteList(db: Db): Promise<void> {
  const known = await db
    .selectFrom('point_table')
    .select('id')
    .where('table_truename', '=', whiteListTable)
    .where(living('point_table'))
    .executeTakeFirst()
  if (known) return
  const now = new Date().toISOString()
  const { id } = await db
    .insertInto('point_table')
    .values({
      name: '白名单',
      table_truename: whiteListTable,
      date_column: null,
      time_column: null,
      game_column: 'cgi',
      grain_key: JSON.stringify(['cgi', 'kind', 'value']),
      update_frequency: 'day',
      describe: '由白名单页发布，每个值一行',
      joins: '[]',
      create_time: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const name = '白名单数'
  const taken = await db
    .selectFrom('point')
    .select('id')
    .where('name', '=', name)
    .where(living('point'))
    .executeTakeFirst()
  if (taken) return
  await db
    .insertInto('point')
    .values({
      table_id: id,
      point_type_id: null,
      name_sql: '',
      event_filter: '',
      filter: '',
      types: 'additive',
      name,
      describe: '已发布的白名单条目数',
      info: JSON.stringify({ aggregate: 'count', format: 'integer', unit: '条' }),
      note: '',
      create_time: now,
    })
    .execute()
}
