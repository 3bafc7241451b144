// A load that restates whole days is killed at any moment: its days are told where its rows count, once, and nowhere
// else, and loading the same file again ends at the same figures.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMetadata } from '#server/metadata/open.ts'
import { openTable } from '#server/warehouse/snapshot/attach.ts'
import { readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { tableParts } from '#server/warehouse/snapshot/parts.ts'
import { makeInstallation } from '#tests/factories/installation.ts'
import { silentLog } from '#tests/factories/stores.ts'
import { settleRestatements } from '#features/restated/server/recording.ts'
import { tables } from '../../../src/main-tables.ts'

let installation: Awaited<ReturnType<typeof makeInstallation>>
const days = ['2026-01-01', '2026-01-02', '2026-01-03']
const rowsOf = (amount: number, day = '') =>
  `day,amount\n${days.flatMap((one) => (day === '' || one === day ? [`${one},${amount}`] : [])).join('\n')}\n`

const fileOf = (amount: number) => {
  const path = join(installation.dataDir, `amount${amount}.csv`)
  writeFileSync(path, rowsOf(amount, '2026-01-02'))
  return [path, '--table', 'facts', '--by-day']
}

beforeAll(async () => {
  installation = await makeInstallation()
  const path = join(installation.dataDir, 'facts.csv')
  writeFileSync(path, rowsOf(1))
  const { code, err } = await installation.command('import', path, '--table', 'facts', '--date', 'day')
  expect([code, err]).toEqual([0, ''])
})
afterAll(() => installation.dispose())

async function amountNow(): Promise<number> {
  const folder = warehouseFolder(installation.dataDir)
  const table = (await readManifest(folder)).tables.find(({ name }) => name === 'facts')
  if (!table) throw new Error('the table is gone')
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const rows = await openTable(connection, folder, table.name, tableParts(table))
  const reply = await connection.runAndReadAll(`SELECT day, amount FROM ${rows} ORDER BY 1`)
  const amounts = reply.getRows().map(([, amount]) => Number(amount))
  expect(amounts).toHaveLength(days.length)
  expect([amounts[0], amounts[2]]).toEqual([1, 1])
  return amounts[1] ?? 0
}

/** The changes that are told, as the settling of a server leaves them an hour later. */
async function told(): Promise<[string | null, string | null][]> {
  const metadata = await openMetadata(
    { metadata: 'embedded', dataDir: installation.dataDir },
    silentLog,
    tables,
  )
  try {
    const { db } = metadata
    await settleRestatements(db, installation, new Date(Date.now() + 3_600_000))
    const all = await db.selectFrom('restatement').select('state').execute()
    expect(all.every(({ state }) => state === 'done')).toBe(true)
    const figures = await db
      .selectFrom('restated_figure')
      .innerJoin('restatement', 'restatement.id', 'restatement_id')
      .select(['before', 'after', 'day'])
      .where('point_id', 'is not', null)
      .orderBy('restated_figure.id')
      .execute()
    expect(figures.every(({ day }) => day === '2026-01-02')).toBe(true)
    return figures.map(({ before, after }) => [before, after])
  } finally {
    await metadata.stop()
  }
}

const kills = Number(process.env.KILLS ?? 6)

it('tells a day once where the killed load counts, and not where it does not', async () => {
  // How long a load takes here, so that the kills fall into all of it.
  const begun = performance.now()
  const whole = await installation.command('import', ...fileOf(2))
  const takes = performance.now() - begun
  expect([whole.code, whole.err]).toEqual([0, ''])
  const chain: [string | null, string | null][] = [['1', '2']]
  expect(await told()).toEqual(chain)
  let now = 2
  const counted: boolean[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const next = 10 + kill
    const args = fileOf(next)
    const running = installation.begin(['import', ...args])
    const ended = once(running, 'exit')
    // The later half is where the load is noted and published.
    const wait = takes * (0.5 + (0.5 * (kill + 0.5)) / kills)
    await Promise.race([ended, sleep(wait)])
    running.kill('SIGKILL')
    await ended
    const amount = await amountNow()
    expect([now, next]).toContain(amount)
    counted.push(amount === next)
    if (amount === next) chain.push([String(now), String(next)])
    expect(await told()).toEqual(chain)
    now = amount
    if (amount === next) continue
    // The same file again: it is loaded, and told once.
    const again = await installation.command('import', ...args)
    expect([again.code, again.err]).toEqual([0, ''])
    expect(await amountNow()).toBe(next)
    chain.push([String(now), String(next)])
    expect(await told()).toEqual(chain)
    now = next
  }
  expect(counted).toHaveLength(kills)
})
