// Ten million rows of each fact, published, with the points and dimensions over them that the benchmark asks for;
// and the people and views of the benchmark's rush.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createUser, hashPassword } from '../../../src/features/session/server/index.ts'
import { tables as metadataTables } from '../../../src/main-tables.ts'
import { openMetadata } from '../../../src/server/metadata/open.ts'
import { passwordCost } from '../../../src/server/settings.ts'
import { publish } from '../../../src/server/warehouse/publish.ts'
import { rushViews, slowView } from './reports.mjs'

/** Fewer rows try the benchmark out; its figures are those of ten million. */
export const rowCount = Number(process.env.BENCH_ROWS ?? 10_000_000)
export const peopleCount = 50
export const password = 'measure-me-50'
export const personOf = (at) => `person${at}@example.com`

const silent = new Proxy({}, { get: () => () => undefined })
const now = '2026-01-01T00:00:00.000Z'
const dayOf = (row) => `DATE '2025-01-01' + CAST(${row} * 365 // ${rowCount} AS INTEGER)`
const playerCount = Math.max(rowCount / 20, 1)

const tables = {
  bench_pay: `SELECT ${dayOf('i')} AS pay_date,
      'g' || (hash(i) % 4)::VARCHAR AS cgi,
      'c' || (hash(i + 1) % 20)::VARCHAR AS channel,
      (hash(i + 2) % 200)::INTEGER AS server_id,
      (hash(i + 3) % 300000)::BIGINT AS player_id,
      CAST((hash(i + 4) % 64800) / 100.0 AS DECIMAL(12,2)) AS amount
    FROM range(${rowCount}) rows(i)`,
  bench_server: `SELECT i::INTEGER AS server_id, 'r' || (i % 8)::VARCHAR AS region FROM range(200) rows(i)`,
  // Registered over the year, in one game each; most log-ins lie in the days after.
  bench_register: `SELECT DATE '2025-01-01' + CAST(i * 365 // ${playerCount} AS INTEGER) AS register_date,
      'g' || (hash(i) % 4)::VARCHAR AS cgi,
      'c' || (hash(i + 1) % 20)::VARCHAR AS channel,
      i::BIGINT AS player_id
    FROM range(${playerCount}) rows(i)`,
  bench_login: `SELECT * FROM (
      SELECT register_date + CAST(pow((hash(player_id * 64 + k) % 1000000) / 1000000.0, 4) * 120 AS INTEGER) AS login_date,
        cgi, channel, player_id
      FROM bench_register, range(20) times(k)
    ) ORDER BY login_date`,
  bench_order: `SELECT login_date AS order_date, login_date + to_seconds((hash(player_id, login_date) % 86400)::BIGINT) AS order_time,
      cgi, channel, player_id, CAST((hash(player_id, login_date, 3) % 64800) / 100.0 AS DECIMAL(12,2)) AS amount
    FROM bench_login`,
  bench_balance: `SELECT ${dayOf('i')} AS balance_date, 'g' || (series % 4)::VARCHAR AS cgi,
      (series % 200)::INTEGER AS server_id, (series // 200)::INTEGER AS item_id, (hash(i) % 100000)::BIGINT AS balance
    FROM (SELECT i, i - (i * 365 // ${rowCount}) * ${rowCount} // 365 AS series FROM range(${rowCount}) rows(i))`,
}

export async function makeFacts(dataDir) {
  // What is asked here again and again is to be read from the facts each time.
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ reportSums: { on: false } }))
  await publish(dataDir, async ({ connection }) => {
    for (const [name, sql] of Object.entries(tables)) await connection.run(`CREATE TABLE ${name} AS ${sql}`)
  })
  await define(dataDir)
}

async function define(dataDir) {
  const metadata = await openMetadata({ dataDir, metadata: 'embedded' }, silent, metadataTables)
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
  const fact = (values, { grainKey = [], hasServers = false } = {}) =>
    insert('point_table', {
      time_column: null,
      game_column: 'cgi',
      grain_key: JSON.stringify(grainKey),
      update_frequency: '',
      describe: '',
      create_time: now,
      joins: JSON.stringify(hasServers ? [{ dimTableId: servers, column: 'server_id' }] : []),
      ...values,
    })
  const pays = await fact(
    { name: '充值', table_truename: 'bench_pay', date_column: 'pay_date' },
    { hasServers: true },
  )
  const registrations = await fact(
    { name: '注册', table_truename: 'bench_register', date_column: 'register_date' },
    { grainKey: ['player_id'] },
  )
  const logins = await fact({ name: '登录', table_truename: 'bench_login', date_column: 'login_date' })
  const orders = await fact({
    name: '订单',
    table_truename: 'bench_order',
    date_column: 'order_date',
    time_column: 'order_time',
  })
  const balances = await fact(
    { name: '余额', table_truename: 'bench_balance', date_column: 'balance_date' },
    { grainKey: ['balance_date', 'server_id', 'item_id'], hasServers: true },
  )
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
      point_type_id: null,
      event_filter: '',
      filter: '',
      describe: '',
      note: '',
      create_time: now,
      ...values,
      info: JSON.stringify(values.info ?? {}),
    })
  const sum = (table, name, column) =>
    point({ table_id: table, name, types: 'additive', name_sql: column, info: { aggregate: 'sum' } })
  const players = (table, name) =>
    point({ table_id: table, name, types: 'distinct', name_sql: 'player_id', info: { unit: '人' } })
  const ids = {
    date: await dimension({ name: '日期', types: 'date', form_type: 'dateRange', count_quantum: 'day' }),
    channel: await dimension({ name: '渠道', info: { expression: 'channel' } }),
    region: await dimension({ name: '大区', table_id: servers, info: { expression: 'region' } }),
    amount: await sum(pays, '金额', 'amount'),
    players: await players(pays, '付费用户'),
    registered: await players(registrations, '新增用户'),
    active: await players(logins, '活跃用户'),
    buyers: await players(orders, '下单用户'),
    spent: await sum(orders, '下单金额', 'amount'),
    balance: await point({ table_id: balances, name: '余额', types: 'semiAdditive', name_sql: 'balance' }),
  }
  ids.average = await point({
    table_id: null,
    name: 'ARPPU',
    types: 'computed',
    name_sql: '[金额] / [付费用户]',
  })
  ids.pointTables = [pays, registrations, logins, orders, balances]
  await insertViews(metadata, insert, ids)
  await metadata.db
    .insertInto('setting')
    .values({ key: 'bench_ids', value: JSON.stringify(ids) })
    .execute()
  await metadata.stop()
}

/** The people of the rush, and the views that they and the browser open; their ids join the others. */
async function insertViews(metadata, insert, ids) {
  const { id: owner, role_id: roleId } = await metadata.db
    .selectFrom('user')
    .select(['id', 'role_id'])
    .executeTakeFirstOrThrow()
  const passwordHash = await hashPassword(password, passwordCost)
  for (let at = 0; at < peopleCount; at++) {
    await createUser(metadata.db, { email: personOf(at), passwordHash, roleId, games: 'all' })
  }
  const view = async (name, reports) => {
    const id = await insert('view_meta', { name, type_id: null, position: 1, owner_id: owner, shared: 1 })
    for (const [index, report] of reports.entries()) {
      await insert('report', {
        view_meta_id: id,
        report_name: report.name,
        remark: '',
        position: index + 1,
        owner_id: owner,
        info: JSON.stringify(report.info),
        modified_at: now,
      })
    }
    return id
  }
  ids.rushViews = []
  for (const [at, reports] of rushViews(ids).entries())
    ids.rushViews.push(await view(`视图 ${at + 1}`, reports))
  ids.slowView = await view('十张报表', slowView(ids))
}

/** The ids that `define` gave. */
export async function readIds(dataDir) {
  const metadata = await openMetadata({ dataDir, metadata: 'embedded' }, silent, metadataTables)
  const { value } = await metadata.db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'bench_ids')
    .executeTakeFirstOrThrow()
  await metadata.stop()
  return JSON.parse(value)
}
