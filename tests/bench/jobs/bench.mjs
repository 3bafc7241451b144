// The queue: fires of a schedule while servers are killed (one record and one effect each), how soon a job begins,
// how many end in a second. `FIRES`, `KILLS` and `SEED` change the first.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import Type from 'typebox'
import { defineJob } from '../../../src/server/jobs/declare.ts'
import { Jobs } from '../../../src/server/jobs/jobs.ts'
import { jobTables } from '../../../src/server/jobs/tables.ts'
import { makeLog } from '../../../src/server/log.ts'
import { openMetadata } from '../../../src/server/metadata/open.ts'
import { platformTables } from '../../../src/server/metadata/tables.ts'
import { startPostgres } from '../../factories/postgres.ts'
import { fireThroughKills } from '../../server/jobs/killing.ts'
import { median, milliseconds, percentile, seconds } from '../measure.mjs'

const fires = Number(process.env.FIRES ?? 1000)
const kills = Number(process.env.KILLS ?? 100)
const seed = Number(process.env.SEED ?? 20_261_005)

const bare = defineJob({
  name: 'test.bare',
  title: '测试',
  payload: Type.Object({}),
  perServer: 50,
  perLane: 50,
})
const log = makeLog('fatal')

export async function run() {
  const { place, stop } = await startPostgres()
  const folders = []
  let made = 0
  const stores = {
    SQLite: async () => ({ dataDir: await folder(), metadata: 'embedded' }),
    PostgreSQL: async () => ({ dataDir: await folder(), metadata: await database() }),
  }
  async function folder() {
    folders.push(await mkdtemp(join(tmpdir(), 'analytics-bench-')))
    return folders.at(-1)
  }
  async function database() {
    made += 1
    const addressOf = (name) => `postgres://postgres@localhost/${name}?host=${place}`
    const client = new pg.Client(addressOf('postgres'))
    await client.connect()
    await client.query(`create database jobs${made} template template0`)
    await client.end()
    return addressOf(`jobs${made}`)
  }
  const rows = []
  try {
    for (const [name, make] of Object.entries(stores)) {
      rows.push(
        await kill(name, await make(), name === 'PostgreSQL' ? 2 : 1),
        ...(await measure(name, await make())),
      )
    }
  } finally {
    await stop()
    for (const one of folders) await rm(one, { recursive: true, force: true })
  }
  return rows
}

const row = (work, ours, reach, met) => ({ id: 'J', work, ours, peer: '', ratio: '', reach, met })

async function kill(name, store, servers) {
  const figures = await fireThroughKills({ store, fires, kills, servers, seed })
  const double = figures.doubleFires + figures.doubleEffects
  const missing = figures.missingFires + figures.missingEffects
  return row(
    `${fires} fires, ${kills} SIGKILLs, ${servers} server${servers > 1 ? 's' : ''} on ${name}`,
    `${double} double, ${missing} missing; ${figures.begunAgain} begun again, ${seconds(figures.elapsedMs)}`,
    'no double, none missing',
    double === 0 && missing === 0,
  )
}

async function measure(name, store) {
  const metadata = await openMetadata(store, log, [...platformTables, ...jobTables])
  const settings = { zone: 'Asia/Shanghai', cutoffHour: 0 }
  const open = () => new Jobs({ metadata, log, settings, dataDir: store.dataDir, kinds: [bare] })
  const [here, elsewhere] = [open(), open()]
  const begun = []
  let told = () => {}
  here.handle(bare, {
    run: async () => {
      begun.push(performance.now())
      told()
    },
  })
  elsewhere.handle(bare, { run: async () => undefined })
  await elsewhere.open()
  await here.start()
  const count = (wanted) =>
    new Promise((resolve) => {
      told = () => begun.length >= wanted && resolve()
    })
  const latency = async (jobs, times) => {
    const taken = []
    for (let at = 0; at < times; at++) {
      // Anywhere between two polls.
      await sleep(jobs === here ? 5 : 110 * at)
      const wait = count(begun.length + 1)
      const sent = performance.now()
      await jobs.enqueue({ kind: bare, payload: {}, userId: null })
      await wait
      taken.push(begun.at(-1) - sent)
      await here.settled()
    }
    return taken
  }
  const own = await latency(here, 100)
  const foreign = await latency(elsewhere, 10)
  const many = 2_000
  await elsewhere.transaction(async (_, enqueue) => {
    for (let at = 0; at < many; at++)
      await enqueue({ kind: bare, payload: {}, userId: null, lane: `${at % 20}` })
  })
  const wait = count(begun.length + many)
  const from = performance.now()
  here.wake()
  await wait
  await here.settled()
  const elapsed = performance.now() - from
  await here.stop()
  await metadata.stop()
  return [
    row(
      `from enqueue to start on ${name}: same server; another one`,
      `${milliseconds(median(own))} (95 %: ${milliseconds(percentile(own, 0.95))}); ${milliseconds(median(foreign))}`,
      '≤ 100 ms; ≤ 1.5 s',
      median(own) <= 100 && median(foreign) <= 1500,
    ),
    row(
      `${many} jobs without work on ${name}`,
      `${Math.round(many / (elapsed / 1000))} a second`,
      '≥ 100',
      many / elapsed >= 0.1,
    ),
  ]
}
