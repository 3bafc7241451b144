// Several addresses of one warehouse: the other one answers where one fails.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { onReplica } from '#server/measured.ts'
import { ClickHouseWarehouse } from '#server/warehouse/clickhouse/warehouse.ts'
import type { RunRequest } from '#server/warehouse/types.ts'
import { begunFaults, type Pair, silentFaults, startPair } from '#tests/factories/clickhouse/pair.ts'
import { beginning, saying } from '#tests/factories/clickhouse/proxy.ts'
import { hasClickHouse } from '#tests/factories/clickhouse.ts'
import { silentLog } from '#tests/factories/stores.ts'
import { rowsOf } from '#tests/factories/warehouse.ts'

const faults = [...silentFaults, ...begunFaults]

describe.skipIf(!hasClickHouse)('replicas of a ClickHouse', () => {
  let pair: Pair
  let warehouse: ClickHouseWarehouse

  beforeAll(async () => {
    pair = await startPair()
    warehouse = await opened()
  })
  afterEach(() => pair.mend())
  afterAll(async () => {
    await warehouse?.stop()
    await pair?.stop()
  })

  async function opened(log = silentLog): Promise<ClickHouseWarehouse> {
    const own = new ClickHouseWarehouse({ address: pair.reports, zone: 'Asia/Shanghai', log, pollMs: 100 })
    await own.open()
    return own
  }

  const run = (more: Partial<RunRequest> = {}) =>
    warehouse.run({ sql: 'SELECT who FROM names', pool: 'report', timeoutMs: 30_000, ...more })
  const whose = async () => {
    const { chunks, replica } = await run()
    return { who: rowsOf(chunks).flat().join(''), replica }
  }
  const isBack = () => expect.poll(whose).toEqual({ who: 'aaa', replica: pair.first.host })

  it.each(faults)(
    'the other one answers where the first %s, and the first one again later',
    async (_, broken) => {
      await isBack()
      pair.first.way = broken
      expect(await whose()).toEqual({ who: 'bbb', replica: pair.second.host })
      expect(await whose()).toEqual({ who: 'bbb', replica: pair.second.host })
      pair.mend()
      await isBack()
    },
  )

  it.each(faults)('where both fail (%s) it is said in time', async (_, broken) => {
    await isBack()
    pair.first.way = broken
    pair.second.way = broken
    const told = await run({ timeoutMs: 10_000 }).then(
      () => ({ code: 'answered', message: '' }),
      (error: Error & { code?: string }) => ({ code: error.code, message: error.message }),
    )
    pair.mend()
    expect(['query_failed', 'query_timeout', 'warehouse_unavailable']).toContain(told.code)
    expect(told.message).toMatch(/[\u4e00-\u9fff]/)
    expect(told.message).not.toMatch(/127\.0\.0\.1|reader|<html/)
  })

  it('an answer that was begun is never ended by another one', async () => {
    await isBack()
    pair.first.way = beginning('["who"]\n["String"]\n["c"]\n', (reply) => reply.destroy())
    const parts: unknown[] = []
    const asked = run({
      onColumns: (columns) => void parts.push(columns),
      onChunk: (chunk) => void parts.push(chunk),
    })
    await expect(asked).rejects.toThrow('查询在读取结果的途中失败，请重试')
    expect(JSON.stringify(parts)).not.toContain('\\"b\\"')
  })

  it('a mistake of the statement is told at once, by the one that was asked', async () => {
    await isBack()
    let asked = 0
    pair.second.way = (message, reply) => {
      // A statement that failed is ended everywhere, under another id.
      if (message.url?.includes('query_id=analytics-')) asked += 1
      pair.second.whole(message, reply)
    }
    await expect(run({ sql: 'SELECT nothing FROM names' })).rejects.toThrow('数据表里没有所用的列')
    expect(asked).toBe(0)
  })

  it('who answered and who failed is counted', async () => {
    await isBack()
    const told: unknown[] = []
    const stop = onReplica((one) => told.push(one))
    pair.first.way = saying('<html>hello</html>')
    await whose()
    stop()
    const { first, second } = pair
    expect(told).toContainEqual({ of: 'report', replica: first.host, answered: false })
    expect(told).toContainEqual({ of: 'report', replica: second.host, answered: true })
  })

  it('a start needs one of them, and refuses what no one answers', async () => {
    pair.first.way = (message) => message.socket.destroy()
    const other = await opened()
    expect(other.tables().map(({ name }) => name)).toEqual(['names'])
    await other.stop()
    pair.second.way = pair.first.way
    await expect(opened()).rejects.toThrow('连接不上 ClickHouse')
  })

  it('a shard that cannot be reached is an error, whatever the account’s profile says', async () => {
    await isBack()
    // Stands before what is sent, as a profile does: what is sent counts.
    pair.first.way = (message, reply) => {
      message.url = message.url?.replace('?', '?skip_unavailable_shards=1&')
      pair.first.whole(message, reply)
    }
    const shards = "remote('127.0.0.{1,2}:1', default, names)"
    const make = `CREATE TABLE sharded (who String) AS ${shards}`
    const made = await Promise.all([pair.first.ask(make), pair.second.ask(make)])
    expect(made).toEqual(['', ''])
    const skipping = 'SELECT count() FROM sharded SETTINGS skip_unavailable_shards = 1'
    expect(await pair.first.ask(skipping)).not.toContain('Exception')
    const counted = run({ sql: 'SELECT count() AS n FROM sharded' })
    await expect(counted).rejects.toThrow('集群里有分片或副本连不上，查询没有完成')
  })
})
