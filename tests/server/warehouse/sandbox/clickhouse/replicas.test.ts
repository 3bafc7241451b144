// Users' SQL where the warehouse has several addresses: the other one answers where one fails, if the account is sound
// there.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openClickHouseSandbox } from '#server/warehouse/sandbox/clickhouse/open.ts'
import type { Sandbox } from '#server/warehouse/sandbox/types.ts'
import type { Warehouse } from '#server/warehouse/types.ts'
import { begunFaults, type Pair, silentFaults, startPair } from '#tests/factories/clickhouse/pair.ts'
import { hasClickHouse } from '#tests/factories/clickhouse.ts'
import { silentLog } from '#tests/factories/stores.ts'
import { rowsOf } from '#tests/factories/warehouse.ts'

const names = {
  name: 'names',
  comment: '',
  rowCount: 3,
  updatedAt: '',
  columns: [{ name: 'who', type: 'String', comment: '' }],
}
const scope = { tables: [{ name: 'names', games: null, rules: [] }], temporary: [] }

describe.skipIf(!hasClickHouse)('users’ SQL over replicas of a ClickHouse', () => {
  let pair: Pair
  let sandbox: Sandbox

  beforeAll(async () => {
    pair = await startPair()
    sandbox = await openClickHouseSandbox({
      address: pair.sql,
      warehouse: { tables: () => [names] } as unknown as Warehouse,
      zone: 'Asia/Shanghai',
      log: silentLog,
      againMs: 100,
    })
  })
  afterEach(() => pair.mend())
  afterAll(async () => {
    await sandbox?.stop()
    await pair?.stop()
  })

  async function ask(mode: 'rows' | 'plan' = 'rows'): Promise<string> {
    const chunks: Parameters<typeof rowsOf>[0] = []
    const sql = 'SELECT who FROM names'
    const onChunk = (chunk: (typeof chunks)[number]) => void chunks.push(chunk)
    const { plan } = await sandbox.run({ userId: 1, sql, params: {}, scope, limit: null, mode, onChunk })
    return plan ? 'plan' : rowsOf(chunks).flat().join('')
  }
  const isBack = () => expect.poll(() => ask().catch((error: Error) => error.message)).toBe('aaa')

  it.each(silentFaults)('the other one answers where the first %s', async (_, broken) => {
    await isBack()
    pair.first.way = broken
    expect(await ask()).toBe('bbb')
    expect(await ask('plan')).toBe('plan')
  })

  it.each(begunFaults)('no answer is made of both where the first %s', async (_, broken) => {
    await isBack()
    pair.first.way = broken
    const told = await ask().catch((error: Error) => error.message)
    expect(told).toMatch(/^(bbb|[\u4e00-\u9fff].*)$/)
    pair.mend()
    await isBack()
  })

  it('one on which the account may do too much is never asked', async () => {
    await isBack()
    // The same account with all rights there, as where the script was not run on this one.
    pair.second.way = (message, reply) => {
      message.headers.authorization = `Basic ${Buffer.from('default:').toString('base64')}`
      pair.second.whole(message, reply)
    }
    await expect
      .poll(async () => {
        pair.first.way = (message) => message.socket.destroy()
        return ask().catch((error: Error) => error.message)
      })
      .toMatch(/SQL 没有启用/)
  })
})
