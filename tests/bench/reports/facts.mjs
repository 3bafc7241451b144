// Ten million rows of a fact, published, with the points and dimensions over it that the benchmark asks for.

import { openMetadata } from '../../../src/server/metadata/open.ts'
import { publish } from '../../../src/server/warehouse/publish.ts'

export const rowCount = 10_000_000

const silent = new Proxy({}, { get: () => () => undefined })
const now = '2026-01-01T00:00:00.000Z'

export async function makeFacts(dataDir) {
  await publish(dataDir, async ({ connection }) => {
    await connection.run(`
      CREATE TABLE bench_pay AS
      SELECT DATE '2025-01-01' + CAST(i * 365 // ${rowCount} AS INTEGER) AS pay_date,
        'g' || (hash(i) % 4)::VARCHAR AS cgi,
        'c' || (hash(i + 1) % 20)::VARCHAR AS channel,
        (hash(i + 2) % 200)::INTEGER AS server_id,
        (hash(i + 3) % 300000)::BIGINT AS player_id,
        CAST((hash(i + 4) % 64800) / 100.0 AS DECIMAL(12,2)) AS amount
      FROM range(${rowCount}) rows(i)`)
    await connection.run(`
      CREATE TABLE bench_server AS
      SELECT i::INTEGER AS server_id, 'r' || (i % 8)::VARCHAR AS region FROM range(200) rows(i)`)
  })
  await define(dataDir)
}

async function define(dataDir) {
  const metadata = await openMetadata({ dataDir, metadata: 'embedded' }, silent)
  const insert = (table, values) =>
    metadata.db
      .insertInto(table)
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow()
      .then(({ id }) => id)
  const servers = await insert('dimension_table', {
    name: '区服',
    table_truename: 'bench_server',
    key_column: 'server_id',
    game_column: null,
    describe: '',
    create_time: now,
  })
  const facts = await insert('point_table', {
    name: '充值',
    table_truename: 'bench_pay',
    date_column: 'pay_date',
    time_column: null,
    game_column: 'cgi',
    grain_key: '[]',
    update_frequency: '',
    describe: '',
    create_time: now,
    joins: JSON.stringify([{ dimTableId: servers, column: 'server_id' }]),
  })
  const dimension = (values) =>
    insert('dimension', {
      table_id: null,
      count_quantum: null,
      update_frequency: '',
      cgi_filter: 0,
      form_type: 'multiSelect',
      describe: '',
      create_time: now,
      dim_type_id: null,
      types: 'string',
      ...values,
      info: JSON.stringify(values.info ?? {}),
    })
  const point = (values) =>
    insert('point', {
      table_id: facts,
      point_type_id: null,
      event_filter: '',
      filter: '',
      describe: '',
      note: '',
      create_time: now,
      ...values,
      info: JSON.stringify(values.info ?? {}),
    })
  const ids = {
    date: await dimension({ name: '日期', types: 'date', form_type: 'dateRange', count_quantum: 'day' }),
    channel: await dimension({ name: '渠道', info: { expression: 'channel' } }),
    region: await dimension({ name: '大区', table_id: servers, info: { expression: 'region' } }),
    amount: await point({ name: '金额', types: 'additive', name_sql: 'amount', info: { aggregate: 'sum' } }),
    players: await point({ name: '付费用户', types: 'distinct', name_sql: 'player_id' }),
  }
  ids.average = await point({
    name: 'ARPPU',
    table_id: null,
    types: 'computed',
    name_sql: '[金额] / [付费用户]',
  })
  await metadata.db
    .insertInto('setting')
    .values({ key: 'bench_ids', value: JSON.stringify(ids) })
    .execute()
  await metadata.stop()
}

/** The ids that `define` gave. */
export async function readIds(dataDir) {
  const metadata = await openMetadata({ dataDir, metadata: 'embedded' }, silent)
  const { value } = await metadata.db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'bench_ids')
    .executeTakeFirstOrThrow()
  await metadata.stop()
  return JSON.parse(value)
}
