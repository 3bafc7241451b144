// Reports over ten million rows through the API, beside the SQL that a person would write for the same figures
// (rows, and the total from the facts), run bare on DuckDB on the same file.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { withInstallation } from '../installation.mjs'
import { medianTimes, milliseconds, times } from '../measure.mjs'
import { makeFacts, readIds } from './facts.mjs'

const repeats = 15

const year = "pay_date >= '2025-01-01' AND pay_date < '2026-01-01'"
const quarter = "pay_date >= '2025-07-01' AND pay_date < '2025-09-29'"
const month = "pay_date >= '2025-06-01' AND pay_date < '2025-07-01'"

/** Each: the request, and the statements for its rows and for its total, with the same days. */
const reports = ({ date, channel, region, amount, players, average }) => [
  {
    name: '金额 by day, a year',
    info: { dims: [date], points: [amount], dateRange: { from: '2025-01-01', to: '2025-12-31' } },
    bare: [
      `SELECT pay_date, sum(amount) FROM bench_pay WHERE ${year} GROUP BY 1 ORDER BY 1 DESC`,
      `SELECT sum(amount) FROM bench_pay WHERE ${year}`,
    ],
  },
  {
    name: '金额 by day × channel, 90 days',
    info: { dims: [date, channel], points: [amount], dateRange: { from: '2025-07-01', to: '2025-09-28' } },
    bare: [
      `SELECT pay_date, channel, sum(amount) FROM bench_pay WHERE ${quarter} GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
      `SELECT sum(amount) FROM bench_pay WHERE ${quarter}`,
    ],
  },
  {
    name: '金额 by region of a joined table, a year',
    info: { dims: [region], points: [amount], dateRange: { from: '2025-01-01', to: '2025-12-31' } },
    bare: [
      `SELECT region, sum(amount) FROM bench_pay LEFT JOIN bench_server USING (server_id) WHERE ${year}
        GROUP BY 1 ORDER BY 2 DESC`,
      `SELECT sum(amount) FROM bench_pay WHERE ${year}`,
    ],
  },
  {
    name: '付费用户, ARPPU by channel, 30 days',
    info: {
      dims: [channel],
      points: [players, average],
      dateRange: { from: '2025-06-01', to: '2025-06-30' },
    },
    bare: ['channel,', ''].map(
      (dimension) =>
        `SELECT ${dimension} count(DISTINCT player_id), sum(amount) / count(DISTINCT player_id) FROM bench_pay
          WHERE ${month} ${dimension ? 'GROUP BY 1 ORDER BY 2 DESC' : ''}`,
    ),
  },
  {
    name: '付费用户 by day, a year',
    info: { dims: [date], points: [players], dateRange: { from: '2025-01-01', to: '2025-12-31' } },
    bare: [
      `SELECT pay_date, count(DISTINCT player_id) FROM bench_pay WHERE ${year} GROUP BY 1 ORDER BY 1 DESC`,
      `SELECT count(DISTINCT player_id) FROM bench_pay WHERE ${year}`,
    ],
  },
]

async function openBare(dataDir) {
  const folder = join(dataDir, 'warehouse')
  const manifest = JSON.parse(await readFile(join(folder, 'current.json'), 'utf8'))
  const file = manifest.tables.find(({ name }) => name === 'bench_pay').file
  const instance = await DuckDBInstance.create(join(folder, file), { access_mode: 'READ_ONLY' })
  return await instance.connect()
}

export async function run() {
  return await withInstallation(
    async ({ address, headers, dataDir }) => {
      const connection = await openBare(dataDir)
      const rows = []
      for (const { name, info, bare } of reports(await readIds(dataDir))) {
        const ask = async () => {
          const body = JSON.stringify({ info })
          const reply = await fetch(`${address}/api/s1/data/getReportDataByInfo`, {
            method: 'POST',
            headers,
            body,
          })
          const { isSuccess, msg } = await reply.json()
          if (!isSuccess) throw new Error(msg)
        }
        const runBare = async () => {
          for (const sql of bare) await connection.runAndReadAll(sql)
        }
        const [ours, floor] = await medianTimes(repeats, [ask, runBare])
        rows.push({
          id: '8',
          work: `report over 10 million rows: ${name}`,
          ours: milliseconds(ours),
          peer: `bare SQL ${milliseconds(floor)}`,
          ratio: times(ours / floor),
          reach: '≤ 1.2 ×',
          met: ours <= floor * 1.2,
        })
      }
      connection.closeSync()
      return rows
    },
    { prepare: makeFacts },
  )
}
