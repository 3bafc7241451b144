// What it costs that rows were added to a table part by part: a million rows added to fifty million beside a table of
// the million alone, and reports over 365 parts, before they are merged and after, beside the same rows in one file.
// APPEND_TO, APPEND_ROWS, PART_ROWS shorten it.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import { locked, publish } from '../../../src/server/warehouse/publish.ts'
import { partsOf, readManifest, warehouseFolder } from '../../../src/server/warehouse/snapshot/manifest.ts'
import { withInstallation } from '../installation.mjs'
import { median, medianTimes, milliseconds, seconds, times } from '../measure.mjs'

const present = Number(process.env.APPEND_TO ?? 50_000_000)
const added = Number(process.env.APPEND_ROWS ?? 1_000_000)
const all = Number(process.env.PART_ROWS ?? 10_000_000)
const parts = 365
const year = { from: '2025-01-01', to: '2025-12-31' }
const rounds = 5
const repeats = Number(process.env.BENCH_REPEATS ?? 9)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const run_ = promisify(execFile)

const rowsSql = (
  from,
  to,
  day,
  step = 1,
) => `SELECT ${day} AS day, 'c' || (hash(i + 1) % 20)::VARCHAR AS channel,
  (hash(i + 3) % 300000)::BIGINT AS player_id, (hash(i + 2) % 200)::INTEGER AS server_id,
  CAST((hash(i + 4) % 64800) / 100.0 AS DECIMAL(12,2)) AS amount FROM range(${from}, ${to}, ${step}) rows(i)`
const dayOf = `DATE '2025-01-01' + CAST(i * ${parts} // ${all} AS INTEGER)`

async function writeParquet(path, sql) {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`COPY (${sql}) TO '${path}' (FORMAT parquet)`)
  connection.closeSync()
  instance.closeSync()
}

/** The documented command, with the server at work beside it; returns what it printed. */
async function load(dataDir, ...args) {
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir }
  const { stdout } = await run_(process.execPath, ['src/main-command.ts', 'import', ...args], {
    cwd: root,
    env,
  })
  return stdout
}

const found = async (dataDir, table) =>
  (await readManifest(warehouseFolder(dataDir))).tables.find(({ name }) => name === table)

async function appending(installation, files) {
  const { dataDir } = installation
  const large = join(files, 'large.parquet')
  await writeParquet(large, rowsSql(0, present, "DATE '2025-01-01' + (i % 365)::INTEGER"))
  await load(dataDir, large, '--table', 'large', '--date', 'day')
  await rm(large)
  const [beside, alone] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const begin = present + round * added
    const path = join(files, `added${round}.parquet`)
    await writeParquet(path, rowsSql(begin, begin + added, "DATE '2026-01-01' + (i % 7)::INTEGER"))
    const taken = async (...args) => {
      const begun = performance.now()
      await load(dataDir, path, ...args)
      return performance.now() - begun
    }
    // In turn, as what else the machine does changes.
    const work = [
      async () => beside.push(await taken('--table', 'large', '--append')),
      async () => alone.push(await taken('--table', `alone${round}`, '--date', 'day')),
    ]
    if (round % 2 === 1) work.reverse()
    for (const one of work) await one()
  }
  const { rowCount } = await found(dataDir, 'large')
  if (rowCount !== present + rounds * added) throw new Error(`there are ${rowCount} rows`)
  const [ours, bare] = [median(beside), median(alone)]
  return {
    id: 'D',
    work: `append of ${added.toLocaleString('en-US')} rows to ${present.toLocaleString('en-US')} by the command (load ${loadavg()[0].toFixed(0)})`,
    ours: seconds(ours),
    peer: `the same rows as a table of their own ${seconds(bare)}`,
    ratio: times(ours / bare),
    reach: '≤ 1.5 ×',
    met: ours <= bare * 1.5,
  }
}

/**
 * 365 parts, each added as loads add it, and the same rows in one file. Each part has rows of all days, so that the
 * first one proposes the same report as the whole does, and no part can be passed over.
 */
async function makeParts(dataDir, files) {
  const reports = {}
  for (const table of ['parts', 'whole']) {
    const path = join(files, `${table}.parquet`)
    await writeParquet(path, rowsSql(0, all, dayOf, table === 'whole' ? 1 : parts))
    const printed = await load(dataDir, path, '--table', table, '--date', 'day')
    reports[table] = Number(/detail\?id=(\d+)/.exec(printed)?.[1])
  }
  for (let part = 1; part < parts; part++) {
    await publish(
      dataDir,
      async ({ connection }) => {
        await connection.run(`CREATE TABLE parts AS ${rowsSql(part, all, dayOf, parts)}`)
        await connection.run("COMMENT ON TABLE parts IS '导入自 parts'")
      },
      { joins: { how: 'add' }, load: { digest: `part ${part}`, source: `part ${part}` } },
    )
  }
  return reports
}

async function figures({ address, headers }, info) {
  const reply = await fetch(`${address}/api/s1/data/getReportDataByInfo`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ info, fresh: true }),
  })
  const { isSuccess, msg, data } = await reply.json()
  if (!isSuccess) throw new Error(msg)
  return data
}

/** How many times as long the reports over parts take, report by report. */
async function ratios(installation, reports) {
  const infos = {}
  for (const [table, id] of Object.entries(reports)) {
    const { address, headers } = installation
    const reply = await fetch(`${address}/api/s1/data/getReportByViewMetaId/${id}`, { headers })
    infos[table] = (await reply.json()).data.map(({ info }) => ({ ...info, dateRange: year }))
  }
  const found = []
  for (const [at, info] of infos.parts.entries()) {
    const other = infos.whole[at]
    const [one, two] = [await figures(installation, info), await figures(installation, other)]
    if (one.rowCount !== two.rowCount) throw new Error('the reports differ')
    const [ours, bare] = await medianTimes(repeats, [
      () => figures(installation, info),
      () => figures(installation, other),
    ])
    found.push({ ours, bare, ratio: ours / bare })
  }
  return found.toSorted((one, other) => other.ratio - one.ratio)
}

async function overParts(files) {
  let reports
  const prepare = async (dataDir) => {
    reports = await makeParts(dataDir, files)
  }
  return withInstallation(
    async (installation) => {
      const { dataDir } = installation
      const folder = warehouseFolder(dataDir)
      // Nothing is merged while somebody publishes.
      const before = await locked(folder, 120_000, async () => {
        const count = partsOf(await found(dataDir, 'parts')).length
        return { count, all: await ratios(installation, reports) }
      })
      while ((await found(dataDir, 'parts')).added?.length > 8) await pause(500)
      const after = partsOf(await found(dataDir, 'parts')).length
      const row = (count, [{ ours, bare, ratio }], most) => ({
        id: 'D',
        work: `the slowest report of the table’s view over ${all.toLocaleString('en-US')} rows in ${count} files (load ${loadavg()[0].toFixed(0)})`,
        ours: milliseconds(ours),
        peer: `in one file ${milliseconds(bare)}`,
        ratio: times(ratio),
        reach: `≤ ${most} ×`,
        met: ratio <= most,
      })
      return [row(before.count, before.all, 1.3), row(after, await ratios(installation, reports), 1.05)]
    },
    { prepare },
  )
}

export async function run() {
  const files = await mkdtemp(join(tmpdir(), 'parts-'))
  try {
    const wanted = process.env.PARTS ?? 'append,reports'
    const append = wanted.includes('append') ? [await withInstallation((one) => appending(one, files))] : []
    const reports = wanted.includes('reports') ? await overParts(files) : []
    return [...append, ...reports]
  } finally {
    await rm(files, { recursive: true, force: true })
  }
}
