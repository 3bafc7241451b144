// Fires a schedule while the servers that run it are killed repeatedly.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import Type from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'
import { Jobs } from '#server/jobs/jobs.ts'
import { jobTables } from '#server/jobs/tables.ts'
import { makeLog } from '#server/log.ts'
import { openMetadata } from '#server/metadata/open.ts'
import { platformTables } from '#server/metadata/tables.ts'
import { quickStart } from '#setup/packed.mjs'

export const fireKind = defineJob({
  name: 'test.fire',
  title: '测试',
  payload: Type.Object({}),
  perServer: 2,
  perLane: 100,
  tries: 1_000,
})

/** As in the product, but faster. */
export const quickLimits = { pollMs: 40, leaseMs: 900 }

export interface KillOptions {
  /** Settings of `openMetadata`. */
  store: { dataDir: string; metadata: string }
  fires: number
  kills: number
  /** Servers running at the same time. */
  servers: number
  seed: number
  everyMs?: number
}

export interface KillFigures {
  fires: number
  kills: number
  /** Moments without a record, plus records beyond one per moment. */
  missingFires: number
  doubleFires: number
  /** The same for the effects of the jobs. */
  missingEffects: number
  doubleEffects: number
  /** Jobs started more than once. */
  begunAgain: number
  elapsedMs: number
}

export async function fireThroughKills(options: KillOptions): Promise<KillFigures> {
  const { store, fires, kills, servers, everyMs = 20 } = options
  const random = seeded(options.seed)
  const log = makeLog('fatal')
  const metadata = await openMetadata(store, log, [...platformTables, ...jobTables])
  await sql`create table effect (fire_at text, fence integer, attempt integer)`.execute(metadata.db)
  const settings = { zone: 'Asia/Shanghai', cutoffHour: 0 }
  const jobs = new Jobs({ metadata, log, settings, dataDir: store.dataDir, kinds: [fireKind] })
  jobs.handle(fireKind, { run: async () => undefined })
  await jobs.open()
  const begun = Date.now()
  const from = begun + 100
  await jobs.schedules.save({
    id: 'fires',
    kind: fireKind,
    payload: {},
    userId: null,
    rule: {
      everyMs,
      from: new Date(from).toISOString(),
      until: new Date(from + (fires - 1) * everyMs).toISOString(),
    },
    catchUp: { kind: 'all', most: fires },
  })
  const countEffects = async () => {
    const counted = sql<{ count: number }>`select count(*) as count from effect`
    return Number((await counted.execute(metadata.db)).rows[0]?.count)
  }
  /** Waits until this much is done, or nothing more comes. */
  const until = async (wanted: number) => {
    let [done, since] = [0, performance.now()]
    while (done < wanted && performance.now() - since < 30_000) {
      const now = await countEffects()
      if (now > done) since = performance.now()
      done = now
      if (done < wanted) await sleep(20)
    }
  }
  const running = await Promise.all(Array.from({ length: servers }, () => serve(store)))
  try {
    for (let kill = 0; kill < kills; kill++) {
      await until(((kill + random()) * fires) / (kills + 2))
      const at = Math.floor(random() * servers)
      const server = running[at] as ChildProcess
      // Kills while work is running, however slow the machine, unless the other server does all of it.
      const signal = AbortSignal.timeout(3_000)
      await once(server.stdout as NodeJS.ReadableStream, 'data', { signal }).catch(() => null)
      await sleep(random() * 20)
      await end(server)
      running[at] = await serve(store)
    }
    await until(fires)
  } finally {
    for (const server of running) await end(server)
  }
  const elapsedMs = Date.now() - begun
  const effects = await sql<{
    fire_at: string
    attempt: number
  }>`select fire_at, attempt from effect`.execute(metadata.db)
  const records = await jobs.schedules.fires({ most: fires * 2 })
  await metadata.stop()
  const due = Array.from({ length: fires }, (_, at) => new Date(from + at * everyMs).toISOString())
  const fired = records.filter(({ state }) => state === 'fired').map(({ fire_at }) => fire_at)
  const done = effects.rows.map(({ fire_at }) => fire_at)
  const missing = (found: string[]) => due.filter((moment) => !found.includes(moment)).length
  const double = (found: string[]) => found.length - new Set(found).size
  return {
    fires,
    kills,
    missingFires: missing(fired),
    doubleFires: double(fired),
    missingEffects: missing(done),
    doubleEffects: double(done),
    begunAgain: effects.rows.filter(({ attempt }) => attempt > 1).length,
    elapsedMs,
  }
}

async function serve({ dataDir, metadata }: KillOptions['store']): Promise<ChildProcess> {
  const script = new URL('firing.ts', import.meta.url).pathname
  const server = spawn(process.execPath, [script, dataDir, metadata], {
    // As in `npm start`: saves a third of a start's CPU time.
    env: { ...process.env, ...quickStart() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  await Promise.race([once(server.stdout as NodeJS.ReadableStream, 'data'), ended])
  if (server.exitCode !== null) throw new Error('a server of jobs ended by itself')
  return server
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGKILL')
  await ended
}

/** A generator of numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
