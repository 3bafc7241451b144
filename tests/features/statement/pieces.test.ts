// Parts below the calls: results assembled as text, interrupted streams, turns, and the newest request.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Newest } from '#server/limits/newest.ts'
import { streamChunks } from '#server/warehouse/chunkStream.ts'
import { makeWarehouse, type TestWarehouse } from '#tests/factories/warehouse.ts'
import { splitTotal, tableText } from '#features/statement/server/resultText.ts'
import { cleanName, cleanRemark } from '#features/statement/server/texts.ts'

describe('a total is parted from the rows', () => {
  it.each([
    [[null, 'a']],
    [['total', 'x']],
    [['"],["', 'x']],
    [['ends with \\', '\\"']],
    [['换行\n', '']],
    [[-1.5e300, 2]],
    [[true, false]],
    [['only']],
  ])('%j', (cells) => {
    const { total, rest } = splitTotal({ rowCount: cells.length, columns: [JSON.stringify(cells)] })
    expect(total).toEqual([cells[0]])
    expect(rest).toEqual({ rowCount: cells.length - 1, columns: [JSON.stringify(cells.slice(1))] })
  })
})

it('puts chunks together by columns, empty ones left out', () => {
  const columns = [
    { key: 'd1', title: '"', kind: 'dimension', type: 'string', format: null, unit: '', dictId: null },
    { key: 'p1', title: 'b', kind: 'point', type: 'integer', format: null, unit: '', dictId: null },
  ] as const
  const table = {
    columns: [...columns],
    rowCount: 3,
    truncated: false,
    summary: null,
    range: null,
    sql: '',
    elapsedMs: 1,
    cached: false,
    computedAt: '2026-10-12T06:20:00.000Z',
    levels: null,
    others: null,
    unfinishedFrom: null,
    comparedRange: null,
    gone: [],
    trace: '',
    updateTime: null,
  }
  const chunks = [
    { rowCount: 0, columns: ['[]', '[]'] },
    { rowCount: 2, columns: ['["a","b"]', '[1,2]'] },
    { rowCount: 1, columns: ['[null]', '["9007199254740993"]'] },
  ]
  const whole = (given: typeof chunks) => JSON.parse([...tableText(table, given)].join(''))
  expect(whole(chunks)).toEqual({
    ...table,
    data: [
      ['a', 'b', null],
      [1, 2, '9007199254740993'],
    ],
  })
  expect(whole([]).data).toEqual([[], []])
})

describe('a stream of chunks', () => {
  let warehouse: TestWarehouse
  beforeAll(async () => {
    warehouse = await makeWarehouse({ sql: ['CREATE TABLE many AS SELECT i FROM range(200000) t(i)'] })
  })
  afterAll(() => warehouse?.dispose())

  const stream = (sql: string, limit?: number) =>
    streamChunks(undefined, (signal, onChunk) =>
      warehouse.warehouse.run({ sql, pool: 'report', ...(limit && { limit }), signal, onChunk }),
    )

  it('gives every row, then whether it was cut', async () => {
    const chunks = stream('SELECT i FROM many', 150_000)
    let rows = 0
    let next = await chunks.next()
    for (; !next.done; next = await chunks.next()) rows += next.value.rowCount
    expect(rows).toBe(150_000)
    expect(next.value.truncated).toBe(true)
  })

  it('throws what the statement throws, and ends it when its reader leaves', async () => {
    const broken = stream('SELECT nothing FROM many')
    await expect(broken.next()).rejects.toMatchObject({ code: 'query_failed' })
    const endless = 'SELECT a.i FROM many a, many b'
    for await (const chunk of stream(endless)) {
      expect(chunk.rowCount).toBeGreaterThan(0)
      break
    }
    // The reader processes are free again.
    await expect(warehouse.rows('SELECT 1', { timeoutMs: 10_000 })).resolves.toEqual([[1]])
  })
})

it('ends the older question of a key when a newer one comes', async () => {
  const running = new Newest()
  const { signal } = new AbortController()
  const waits = (signal: AbortSignal) =>
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    )
  const older = running.only('a', signal, waits)
  const newer = running.only('a', signal, async () => 'newer')
  await expect(older).rejects.toMatchObject({ code: 'query_canceled' })
  await expect(newer).resolves.toBe('newer')
  await expect(
    running.only('b', AbortSignal.abort(new Error('gone')), async (given) => given.aborted),
  ).resolves.toBe(true)
})

it('cleans names and remarks', () => {
  expect(cleanName('  经营 日报  ')).toBe('经营 日报')
  expect(cleanName('constructor')).toBe('constructor')
  for (const text of [undefined, '', ' \t', '\u200b\u2060', 'a\u2028b', '\u0007bell'])
    expect(() => cleanName(text)).toThrow(/名称/)
  expect(cleanRemark('一\n二\t三')).toBe('一\n二\t三')
  expect(() => cleanRemark('\u0000')).toThrow('备注')
})
