// Fires alarms day after day while the servers that check them are killed repeatedly.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { makeLog } from '#server/log.ts'
import { openMetadata } from '#server/metadata/open.ts'
import { quickStart } from '#setup/packed.mjs'
import { tables } from '../../../src/main-tables.ts'
import { dayFromToday, makeAlarmHouse } from './alarmHouse.ts'

export interface AlarmKillOptions {
  /** Settings of `openMetadata`. */
  store: { dataDir: string; metadata: string }
  alarms: number
  /** Number of days, on each of which every alarm fires; up to 39. */
  days: number
  kills: number
  /** Servers running at the same time. */
  servers: number
  seed: number
}

export interface AlarmKillFigures {
  fires: number
  kills: number
  missing: number
  double: number
  /** Fires without a message, plus messages beyond one per fire. */
  untold: number
  toldTwice: number
  /** Jobs started more than once. */
  begunAgain: number
  elapsedMs: number
}

const firstDay = -40

export async function fireAlarmsThroughKills(options: AlarmKillOptions): Promise<AlarmKillFigures> {
  const { store, alarms, days, kills, servers } = options
  const random = seeded(options.seed)
  await prepare(store, alarms)
  const metadata = await openMetadata(store, makeLog('fatal'), tables)
  const { db } = metadata
  await sql`create table alarm_test_day (day integer)`.execute(db)
  await sql`insert into alarm_test_day (day) values (${firstDay + 1})`.execute(db)
  const begun = Date.now()
  const fires = alarms * days
  const recorded = async () =>
    Number(
      (await sql<{ count: number }>`select count(*) as count from alarm_fire`.execute(db)).rows[0]?.count,
    )
  /** Number of announced fires: days caught up together share one message. */
  const told = async () =>
    Number(
      (
        await sql<{ count: number }>`select count(*) as count from alarm_fire
          join inbox_note on inbox_note.key = 'alarm fire ' || alarm_fire.told_with`.execute(db)
      ).rows[0]?.count,
    )
  /**
   * Advances the day as soon as the servers have handled it, until the wanted number is reached or nothing more
   * comes.
   */
  const until = async (wanted: number) => {
    let [done, since] = [0, performance.now()]
    while (done < wanted && performance.now() - since < 30_000) {
      const now = await told()
      if (now > done) since = performance.now()
      done = now
      const day = Math.min(days, Math.floor((await recorded()) / alarms) + 3)
      await sql`update alarm_test_day set day = ${firstDay + day} where day < ${firstDay + day}`.execute(db)
      if (done < wanted) await sleep(20)
    }
  }
  const running = await Promise.all(Array.from({ length: servers }, () => serve(store)))
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      await until(((kill + random()) * fires) / (kills + 2))
      const at = Math.floor(random() * servers)
      const server = running[at] as ChildProcess
      // Kills while work is running, unless the other server does all of it.
      const signal = AbortSignal.timeout(3_000)
      await once(server.stdout as NodeJS.ReadableStream, 'data', { signal }).catch(() => null)
      await sleep(random() * 30)
      await end(server)
      running[at] = await serve(store)
    }
    await until(fires)
  } finally {
    for (const server of running) await end(server)
  }
  const rows = await db.selectFrom('alarm_fire').select(['alarm_id', 'period', 'told_with']).execute()
  const notes = await db.selectFrom('inbox_note').select('key').where('key', 'like', 'alarm fire %').execute()
  const again = await db.selectFrom('job').select('id').where('attempt', '>', 1).execute()
  await metadata.stop()
  const found = rows.map(({ alarm_id, period }) => `${alarm_id} ${period}`)
  const keys = new Set(notes.map(({ key }) => key))
  const wanted = new Set(rows.map(({ told_with }) => `alarm fire ${told_with}`))
  return {
    fires,
    kills,
    missing: fires - new Set(found).size,
    double: found.length - new Set(found).size,
    untold: rows.filter(({ told_with }) => !keys.has(`alarm fire ${told_with}`)).length,
    toldTwice: notes.length - wanted.size,
    begunAgain: again.length,
    elapsedMs: Date.now() - begun,
  }
}

/** Prepares warehouse, users and alarms; nothing runs afterwards. */
async function prepare(store: AlarmKillOptions['store'], alarms: number): Promise<void> {
  const house = await makeAlarmHouse(null, undefined, store)
  const owner = await house.editor()
  await house.deps.metadata.db.deleteFrom('job_schedule').execute()
  for (let at = 0; at < alarms; at += 1)
    await house.save(owner, {
      name: `告警 ${at}`,
      conditions: [{ kind: 'threshold', point: house.points.orders, op: 'gt', value: 0 }],
      userIds: [owner.id],
    })
  // Marks the first day as checked.
  const { db } = house.deps.metadata
  const ids = await db.selectFrom('alarm').select('id').execute()
  const state = {
    evaluated_at: new Date().toISOString(),
    last_period: dayFromToday(firstDay),
    problem: null,
    problem_since: null,
    problem_told: 0,
    firing: 0,
    last_fire_at: null,
    last_fire_level: null,
  }
  await db
    .insertInto('alarm_state')
    .values(ids.map(({ id }) => ({ alarm_id: id, ...state })))
    .execute()
  await house.dispose()
}

async function serve({ dataDir, metadata }: AlarmKillOptions['store']): Promise<ChildProcess> {
  const script = new URL('checkingServer.ts', import.meta.url).pathname
  const server = spawn(process.execPath, [script, dataDir, metadata], {
    env: { ...process.env, ...quickStart() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  await Promise.race([once(server.stdout as NodeJS.ReadableStream, 'data'), ended])
  if (server.exitCode !== null) throw new Error('a server of alarms ended by itself')
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
