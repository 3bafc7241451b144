// Several addresses of one warehouse: two engines of ClickHouse behind proxies that fail in every way. Their tables
// differ, so that it is seen who answered, and that no answer is made of both.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClickHouseAddresses, readAddresses } from '#server/warehouse/clickhouse/address.ts'
import { ClickHouseWarehouse } from '#server/warehouse/clickhouse/warehouse.ts'
import type { RunRequest } from '#server/warehouse/types.ts'
import { beginning, EngineProxy, saying, type Way } from '#tests/factories/clickhouse/proxy.ts'
import { readerPassword, startClickHouse } from '#tests/factories/clickhouse/start.ts'
import { hasClickHouse } from '#tests/factories/clickhouse.ts'
import { silentLog } from '#tests/factories/stores.ts'
import { rowsOf } from '#tests/factories/warehouse.ts'

const faults: [string, Way][] = [
  ['hangs up', (message) => message.socket.destroy()],
  ['keeps silent', (message) => message.resume()],
  ['answers a page', saying('<html><body>502 Bad Gateway</body></html>', 502)],
  ['answers a page as if it were well', saying('<html>hello</html>')],
  ['answers nothing', saying('')],
  ['answers JSON of another kind', saying('{"error":"x"}\n')],
  ['answers lines of other widths', saying('["who"]\n["String"]\n["c","d"]\n')],
  ['breaks off in the midst', beginning('["who"]\n["String"]\n["c"]\n', (reply) => reply.destroy())],
  ['begins and keeps silent', beginning('["who"]\n["String"]\n["c"]\n', () => {})],
  ['refuses its account', saying('Code: 516. DB::Exception: reader: Authentication failed', 403)],
]

describe.skipIf(!hasClickHouse)('replicas of a ClickHouse', () => {
  const stops: (() => unknown)[] = []
  const proxies: EngineProxy[] = []
  let warehouse: ClickHouseWarehouse

  beforeAll(async () => {
    for (const who of ['a', 'b']) {
      const { place, stop } = await startClickHouse()
      stops.push(stop)
      const at = `http://127.0.0.1:${place.port}`
      const made = await fetch(at, {
        method: 'POST',
        body: `CREATE TABLE names ENGINE = MergeTree ORDER BY who AS SELECT '${who}' AS who FROM numbers(3)`,
      })
      expect(await made.text()).toBe('')
      const proxy = new EngineProxy(at)
      await proxy.listen()
      proxies.push(proxy)
      stops.push(() => proxy.close())
    }
    warehouse = await opened()
  })
  afterAll(async () => {
    for (const proxy of proxies) proxy.way = proxy.whole
    await warehouse?.stop()
    for (const stop of stops) await stop()
  })

  const [first, second] = [() => proxies[0] as EngineProxy, () => proxies[1] as EngineProxy]
  const listed = () =>
    proxies
      .map(({ host }) => `http://reader:${encodeURIComponent(readerPassword)}@${host}/default`)
      .join(', ')

  async function opened(log = silentLog): Promise<ClickHouseWarehouse> {
    const address = readAddresses(listed()) as ClickHouseAddresses
    const own = new ClickHouseWarehouse({ address, zone: 'Asia/Shanghai', log, pollMs: 100 })
    await own.open()
    return own
  }

  const run = (more: Partial<RunRequest> = {}) =>
    warehouse.run({ sql: 'SELECT who FROM names', pool: 'report', timeoutMs: 30_000, ...more })
  const whose = async () => {
    const { chunks, replica } = await run()
    return { who: rowsOf(chunks).flat().join(''), replica }
  }
  const isBack = () => expect.poll(whose).toEqual({ who: 'aaa', replica: first().host })

  it.each(faults)(
    'the other one answers where the first %s, and the first one again later',
    async (_, broken) => {
      await isBack()
      first().way = broken
      expect(await whose()).toEqual({ who: 'bbb', replica: second().host })
      expect(await whose()).toEqual({ who: 'bbb', replica: second().host })
      first().way = first().whole
      await isBack()
    },
  )

  it.each(faults)('where both fail (%s) it is said in time', async (_, broken) => {
    await isBack()
    for (const proxy of proxies) proxy.way = broken
    const told = await run({ timeoutMs: 10_000 }).then(
      () => ({ code: 'answered', message: '' }),
      (error: Error & { code?: string }) => ({ code: error.code, message: error.message }),
    )
    for (const proxy of proxies) proxy.way = proxy.whole
    expect(['query_failed', 'query_timeout', 'warehouse_unavailable']).toContain(told.code)
    expect(told.message).toMatch(/[\u4e00-\u9fff]/)
    expect(told.message).not.toMatch(/127\.0\.0\.1|reader|<html/)
  })

  it('an answer that was begun is never ended by another one', async () => {
    await isBack()
    first().way = beginning('["who"]\n["String"]\n["c"]\n', (reply) => reply.destroy())
    const parts: unknown[] = []
    const asked = run({
      onColumns: (columns) => void parts.push(columns),
      onChunk: (chunk) => void parts.push(chunk),
    })
    await expect(asked).rejects.toThrow('查询在读取结果的途中失败，请重试')
    expect(JSON.stringify(parts)).not.toContain('\\"b\\"')
    first().way = first().whole
  })

  it('a mistake of the statement is told at once, by the one that was asked', async () => {
    await isBack()
    let asked = 0
    second().way = (message, reply) => {
      asked += 1
      second().whole(message, reply)
    }
    await expect(run({ sql: 'SELECT nothing FROM names' })).rejects.toThrow('数据表里没有所用的列')
    second().way = second().whole
    expect(asked).toBe(0)
  })

  it('a start needs one of them, and refuses what no one answers', async () => {
    first().way = (message) => message.socket.destroy()
    const other = await opened()
    expect(other.tables().map(({ name }) => name)).toEqual(['names'])
    await other.stop()
    second().way = first().way
    await expect(opened()).rejects.toThrow('连接不上 ClickHouse')
    for (const proxy of proxies) proxy.way = proxy.whole
  })

  it('a shard that cannot be reached is an error, whatever the account’s profile says', async () => {
    await isBack()
    const sql = "SELECT count() FROM remote('127.0.0.{1,2}:1', system, one)"
    await expect(run({ sql })).rejects.toThrow('集群里有分片或副本连不上，查询没有完成')
  })
})
