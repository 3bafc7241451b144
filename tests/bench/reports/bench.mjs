// Reports of every kind over ten million rows through the API, beside the SQL that a person would write for the same
// figures (rows, and the total from the facts), run bare on DuckDB on the same file; the same from the cache; fifty
// people at once; a view of ten reports in a browser.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { withInstallation } from '../installation.mjs'
import { median, medianTimes, milliseconds, times } from '../measure.mjs'
import { makeFacts, readIds, rowCount } from './facts.mjs'
import { runRush } from './people.mjs'
import { allReports } from './reports.mjs'
import { runView } from './view.mjs'

const repeats = Number(process.env.BENCH_REPEATS ?? 15)
const cachedRepeats = 200

async function openBare(dataDir) {
  const folder = join(dataDir, 'warehouse')
  const manifest = JSON.parse(await readFile(join(folder, 'current.json'), 'utf8'))
  const file = manifest.tables.find(({ name }) => name === 'bench_pay').file
  const instance = await DuckDBInstance.create(join(folder, file), { access_mode: 'READ_ONLY' })
  return await instance.connect()
}

/** The figures of a report, past the cache unless told otherwise. */
async function askFigures({ address, headers }, info, { fresh = true } = {}) {
  const reply = await fetch(`${address}/api/s1/data/getReportDataByInfo`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ info, fresh }),
  })
  const { isSuccess, msg, data } = await reply.json()
  if (!isSuccess) throw new Error(msg)
  return data
}

async function measureReports(product, connection, reports) {
  const rows = []
  for (const { name, info, bare } of reports) {
    const [ours, floor] = await medianTimes(repeats, [
      () => askFigures(product, info),
      async () => {
        for (const sql of bare) await connection.runAndReadAll(sql)
      },
    ])
    rows.push({
      id: '8',
      work: `report over ${rowCount.toLocaleString('en-US')} rows: ${name}`,
      ours: milliseconds(ours),
      peer: `bare SQL ${milliseconds(floor)}`,
      ratio: times(ours / floor),
      reach: '≤ 1.2 ×',
      met: ours <= floor * 1.2,
    })
  }
  return rows
}

/** Whole requests, so that the server's own time is less. */
async function measureCached(product, reports) {
  const taken = []
  for (const { info } of reports) await askFigures(product, info, { fresh: false })
  for (let turn = 0; turn < cachedRepeats; turn++) {
    const { info, name } = reports[turn % reports.length]
    const begun = performance.now()
    const { cached } = await askFigures(product, info, { fresh: false })
    taken.push(performance.now() - begun)
    if (!cached) throw new Error(`not from the cache: ${name}`)
  }
  return {
    id: '8',
    work: 'the same reports from the cache, whole request',
    ours: milliseconds(median(taken)),
    peer: '',
    ratio: '',
    reach: '≤ 5 ms',
    met: median(taken) <= 5,
  }
}

export async function run() {
  return await withInstallation(
    async (product) => {
      const connection = await openBare(product.dataDir)
      const ids = await readIds(product.dataDir)
      const reports = allReports(ids)
      const rows = await measureReports(product, connection, reports)
      rows.push(await measureCached(product, reports))
      rows.push(...(await runRush(product, connection, ids)))
      connection.closeSync()
      rows.push(await runView(product, ids))
      return rows
    },
    { prepare: makeFacts },
  )
}
