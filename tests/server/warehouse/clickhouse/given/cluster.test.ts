// Shards and replicas of a given ClickHouse: figures over them are whole or an error. The cluster is the one that
// CLICKHOUSE_TEST_CLUSTER names, else the first one with two shards.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ClickHouseWarehouse } from '#server/warehouse/clickhouse/warehouse.ts'
import { silentLog } from '#tests/factories/stores.ts'
import { rowsOf } from '#tests/factories/warehouse.ts'
import { GivenServer, isGiven } from './given.ts'

const untold =
  'SELECT cluster FROM system.clusters GROUP BY cluster HAVING max(shard_num) > 1 ORDER BY cluster LIMIT 1'

describe.skipIf(!isGiven)('a cluster of a given ClickHouse', () => {
  const server = new GivenServer()
  const { database } = server
  const reader = `${database}_reader`
  let cluster = ''
  let on = ''
  let warehouse: ClickHouseWarehouse

  beforeAll(async () => {
    cluster = process.env.CLICKHOUSE_TEST_CLUSTER ?? (await server.run(untold))
    if (cluster === '')
      return void console.warn('untried: shards: the given server knows no cluster with two of them')
    on = `ON CLUSTER '${cluster}'`
    await server.run(
      `CREATE DATABASE ${database} ${on}`,
      `CREATE TABLE ${database}.part ${on} (day Date32, cgi String, minutes Int32) ENGINE = MergeTree ORDER BY day`,
      `CREATE TABLE ${database}.visit AS ${database}.part ENGINE = Distributed('${cluster}', ${database}, part, rand())`,
      `INSERT INTO ${database}.visit SELECT '2026-10-01', toString(number % 7), 1 FROM numbers(10000) SETTINGS distributed_foreground_insert = 1`,
      `CREATE USER ${reader} ${on} IDENTIFIED BY '${server.password}' SETTINGS readonly = 2, skip_unavailable_shards = 1`,
      `GRANT ${on} SELECT ON ${database}.* TO ${reader}`,
      `GRANT ${on} REMOTE ON *.* TO ${reader}`,
    )
    warehouse = new ClickHouseWarehouse({
      address: server.address(reader),
      zone: 'Asia/Shanghai',
      log: silentLog,
    })
    await warehouse.open()
  })
  afterAll(async () => {
    if (!isGiven || on === '') return
    await warehouse?.stop()
    await server.run(`DROP DATABASE IF EXISTS ${database} ${on} SYNC`, `DROP USER IF EXISTS ${reader} ${on}`)
  })

  const sum = (table: string) => `SELECT sum(minutes) AS n FROM ${table}`
  const counted = async (sql: string) => rowsOf((await warehouse.run({ sql, pool: 'report' })).chunks)[0]?.[0]
  /** The whole figure, or what was told. */
  const told = (sql: string) => counted(sql).then(Number, (error: Error) => error.message)

  it('a figure over all shards is whole, and so is a join of two distributed tables', async ({ skip }) => {
    if (on === '') skip()
    expect(Number(await counted(sum('visit')))).toBe(10_000)
    const joined =
      'SELECT count() AS n FROM visit AS a JOIN (SELECT DISTINCT cgi FROM visit) AS b ON a.cgi = b.cgi'
    expect(Number(await counted(joined))).toBe(10_000)
  })

  it('a shard that is down is an error, though the profile skips it', async ({ skip }) => {
    if (on === '') skip()
    await server.run(
      `CREATE TABLE ${database}.broken (minutes Int32) AS remote('127.0.0.1:1,127.0.0.2:1', ${database}, part)`,
    )
    expect(await told(sum(`${database}.broken`))).toMatch(/分片或副本连不上/)
  })

  it('a column of another type on one shard is the whole figure or an error', async ({ skip }) => {
    if (on === '') skip()
    await server.run(`ALTER TABLE ${database}.part MODIFY COLUMN minutes Int64 SETTINGS mutations_sync = 2`)
    expect([10_000, expect.stringMatching(/\p{Script=Han}/u)]).toContainEqual(await told(sum('visit')))
    await server.run(`ALTER TABLE ${database}.part MODIFY COLUMN minutes String SETTINGS mutations_sync = 2`)
    expect([10_000, expect.stringMatching(/\p{Script=Han}/u)]).toContainEqual(await told(sum('visit')))
    await server.run(`ALTER TABLE ${database}.part MODIFY COLUMN minutes Int32 SETTINGS mutations_sync = 2`)
  })

  it('a table that one shard lacks is an error', async ({ skip }) => {
    if (on === '') skip()
    await server.run(`RENAME TABLE ${database}.part TO ${database}.away`)
    expect(await told(sum('visit'))).toMatch(/数据表不存在|分片/)
    await server.run(`RENAME TABLE ${database}.away TO ${database}.part`)
    expect(await told(sum('visit'))).toBe(10_000)
  })

  it('rows that come to a replicated table are seen, and make cached answers stale', async ({ skip }) => {
    if (on === '') skip()
    const made = await server.ask(
      `CREATE TABLE ${database}.replicated ${on} (minutes Int32) ENGINE = ReplicatedMergeTree('/clickhouse/${database}/{shard}', '{replica}') ORDER BY minutes`,
    )
    if (made.code !== 0) return skip(`no replicated tables there: ${made.text}`)
    const version = () => warehouse.tableVersion('replicated')
    await expect.poll(version).not.toBe('')
    const before = version()
    await server.run(`INSERT INTO ${database}.replicated VALUES (1), (2)`)
    await expect.poll(version).not.toBe(before)
    expect(await told(sum('replicated'))).toBe(3)
  })
})
