// Reports over a year of a hundred million rows that were asked often enough to be answered from kept sums, through the
// API and past the cache of results, beside the SQL that a person would write for the same figures over the facts.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { tables as metadataTables } from '../../../src/main-tables.ts'
import { openMetadata } from '../../../src/server/metadata/open.ts'
import { publish } from '../../../src/server/warehouse/publish.ts'
import { withInstallation } from '../installation.mjs'
import { cpuOf, familyOf, median, megabytes, milliseconds, percentile, seconds, times } from '../measure.mjs'

/** Fewer rows try the benchmark out; its figures are those of a hundred million. */
const rowCount = Number(process.env.BENCH_ROWS ?? 100_000_000)
const repeats = 40
const bareRepeats = 3
/** So long a year's sums may take to be made behind everything else. */
const longestMakingMs = 120_000
const now = '2026-01-01T00:00:00.000Z'
const silent = new Proxy({}, { get: () => () => undefined })

const facts = `SELECT DATE '2025-01-01' + CAST(i * 365 // ${rowCount} AS INTEGER) AS pay_date,
    'g' || (i % 4)::VARCHAR AS cgi,
    'c' || ((i * 7919 // 64) % 20)::VARCHAR AS channel,
    CAST(((i * 7919) % 64800) / 100.0 AS DECIMAL(12,2)) AS amount
  FROM range(${rowCount}) rows(i)`

async function makeFacts(dataDir) {
  await publish(dataDir, async ({ connection }) => {
    await connection.run('SET preserve_insertion_order = true')
    await connection.run(`CREATE TABLE bench_sums AS ${facts}`)
  })
}

/** A table, the dimensions date, channel and game, and the points amount and orders. */
async function define(dataDir) {
  const metadata = await openMetadata({ dataDir, metadata: 'embedded' }, silent, metadataTables)
  const insert = (table, values) =>
    metadata.db
      .insertInto(table)
      .values({ describe: '', create_time: now, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
      .then(({ id }) => id)
  const table = await insert('point_table', {
    name: '流水',
    table_truename: 'bench_sums',
    date_column: 'pay_date',
    time_column: null,
    game_column: 'cgi',
    grain_key: '[]',
    update_frequency: '',
    joins: '[]',
  })
  const dimension = (values) =>
    insert('dimension', {
      table_id: null,
      count_quantum: null,
      update_frequency: '',
      cgi_filter: 0,
      form_type: 'multiSelect',
      dim_type_id: null,
      info: '{}',
      ...values,
    })
  const point = (name, name_sql, info) =>
    insert('point', {
      point_type_id: null,
      event_filter: '',
      filter: '',
      note: '',
      table_id: table,
      name,
      types: 'additive',
      name_sql,
      info: JSON.stringify(info),
    })
  const ids = {
    date: await dimension({ name: '日期', types: 'date', form_type: 'dateRange', count_quantum: 'day' }),
    channel: await dimension({
      name: '渠道',
      types: 'string',
      info: JSON.stringify({ expression: 'channel' }),
    }),
    amount: await point('金额', 'amount', { aggregate: 'sum' }),
    orders: await point('单数', '', { aggregate: 'count' }),
  }
  await metadata.stop()
  return ids
}

async function openBare(dataDir) {
  const folder = join(dataDir, 'warehouse')
  const { tables } = JSON.parse(await readFile(join(folder, 'current.json'), 'utf8'))
  const { file } = tables.find(({ name }) => name === 'bench_sums')
  return await (await DuckDBInstance.create(join(folder, file), { access_mode: 'READ_ONLY' })).connect()
}

async function ask({ address, headers }, info) {
  const reply = await fetch(`${address}/api/s1/data/getReportDataByInfo`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ info, fresh: true }),
  })
  const { isSuccess, msg, data } = await reply.json()
  if (!isSuccess) throw new Error(msg)
  return data
}

async function timesOf(count, work) {
  const taken = []
  for (let turn = 0; turn <= count; turn++) {
    const begun = performance.now()
    await work()
    if (turn > 0) taken.push(performance.now() - begun)
  }
  return taken
}

const year = { from: '2025-01-01', to: '2025-12-31' }
const within = "WHERE pay_date >= DATE '2025-01-01' AND pay_date < DATE '2026-01-01'"
const questions = ({ date, channel, amount, orders }) => [
  {
    name: 'by channel',
    info: { dims: [channel], points: [amount], dateRange: year },
    bare: `SELECT channel, sum(amount) FROM bench_sums ${within} GROUP BY ALL`,
    reach: 50,
  },
  {
    name: 'by month and channel with subtotals',
    info: {
      dims: [date, channel],
      points: [amount, orders],
      dateRange: year,
      grain: 'month',
      subtotals: true,
    },
    bare: `SELECT date_trunc('month', pay_date) AS month, channel, sum(amount), count(*) FROM bench_sums ${within}
      GROUP BY ROLLUP (month, channel)`,
    reach: 100,
  },
]

/** Asked three times a question has its sums made, once nothing has run for two seconds; the figures stay the same. */
async function awaitSums(product, info) {
  const [first] = [await ask(product, info), await ask(product, info), await ask(product, info)]
  const begun = performance.now()
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const answer = await ask(product, info)
    const [before, after] = [first, answer].map(({ data, summary }) => JSON.stringify([data, summary]))
    if (before !== after) throw new Error('the sums answer otherwise than the facts')
    if (answer.sums) return { first, making: performance.now() - begun }
    if (performance.now() - begun > longestMakingMs) throw new Error('no sums were made')
  }
}

/** CPU of the server and its processes, in milliseconds. */
const cpuSoFar = ({ pid }) => familyOf(pid).reduce((sum, one) => sum + cpuOf(one), 0)

const bytesKept = async ({ address, headers }) => {
  const reply = await fetch(`${address}/api/s1/installation/caches`, { headers })
  return (await reply.json()).data.sums.bytes
}

export async function run() {
  let ids
  const prepare = async (dataDir) => {
    await makeFacts(dataDir)
    ids = await define(dataDir)
  }
  return await withInstallation(
    async (product) => {
      const bare = await openBare(product.dataDir)
      const rows = []
      for (const { name, info, bare: sql, reach } of questions(ids)) {
        const { first, making } = await awaitSums(product, info)
        const cpuBefore = cpuSoFar(product)
        const ours = await timesOf(repeats, () => ask(product, info))
        const cpu = (cpuSoFar(product) - cpuBefore) / (repeats + 1)
        const floor = median(await timesOf(bareRepeats, () => bare.runAndReadAll(sql)))
        const middle = median(ours)
        rows.push({
          id: '8',
          work: `a year of ${rowCount.toLocaleString('en-US')} rows ${name}, from kept sums, past the cache`,
          ours: `${milliseconds(middle)} (p95 ${milliseconds(percentile(ours, 0.95))}, CPU ${milliseconds(cpu)}); from the facts ${milliseconds(first.elapsedMs)}`,
          peer: `bare SQL over the facts ${milliseconds(floor)}; sums there after ${seconds(making)}, ${megabytes(await bytesKept(product))}`,
          ratio: times(middle / floor),
          reach: `≤ ${reach} ms`,
          met: middle <= reach,
        })
      }
      bare.closeSync()
      return rows
    },
    { prepare },
  )
}
