// A server killed while it migrates an older installation: the next start completes the migration, and every former
// row is there.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { serve } from '#e2e/product.ts'
import { makeLog } from '#server/log.ts'
import { type Metadata, openMetadata } from '#server/metadata/open.ts'
import { quickStart } from '#setup/packed.mjs'
import { chance } from '#tests/factories/chance.ts'
import { signIn } from '#tests/factories/installation.ts'
import { fillOlder, olderRows } from '#tests/factories/olderStore.ts'
import { declaredShape, differences, shapeOf } from '#tests/factories/storeShape.ts'
import { describeStores, silentLog } from '#tests/factories/stores.ts'
import { listQueries } from '#features/code/contract.ts'
import { tables } from '../../../src/main-tables.ts'

type Settings = { metadata: string; dataDir: string }

/** A process that migrates the store; `said` settles when it has said so many lines. */
function migrate({ dataDir, metadata }: Settings) {
  const script = new URL('migrating.ts', import.meta.url).pathname
  const child: ChildProcess = spawn(process.execPath, [script, dataDir, metadata], {
    env: { ...process.env, ...quickStart() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const times: number[] = []
  const waiting = new Map<number, () => void>()
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', () => {
    times.push(performance.now())
    waiting.get(times.length)?.()
  })
  const ended = once(child, 'exit')
  const said = (count: number) =>
    Promise.race([ended, new Promise<void>((resolve) => waiting.set(count, resolve))])
  return { child, times, said, ended }
}

describeStores('an older installation', (store) => {
  /** `KILLS=200` runs the long form; a database costs more to make than a file. */
  const kills = Number(process.env.KILLS ?? (store.dialect === 'sqlite' ? 3 : 1))
  const older = async (): Promise<Settings> => {
    const settings = await store.make('empty')
    // Without a table declared there are the migrations of the releases before.
    const metadata = await openMetadata(settings, silentLog, [])
    await fillOlder(metadata)
    await metadata.stop()
    return settings
  }
  const open = (settings: Settings, log = silentLog) => openMetadata(settings, log, tables)

  async function expectWhole(metadata: Metadata, before: Awaited<ReturnType<typeof olderRows>>) {
    expect(differences(await shapeOf(metadata.db, store.dialect), declaredShape(tables))).toEqual([])
    expect(await olderRows(metadata)).toEqual(before)
    // What became an object has its name once, no more and no less.
    const named = await sql<{ kind: string; count: number }>`
      select kind, count(*) as count from object_name group by kind order by kind`.execute(metadata.db)
    expect(named.rows.map(({ kind, count }) => [kind, Number(count)])).toEqual([
      ['customReport', before.custom_report?.length],
      ['role', before.role?.length],
      ['savedQuery', before.saved_query?.length],
      // By e-mail and by user name.
      ['user', 2 * (before.user?.length ?? 0)],
    ])
  }

  it(`loses no row in ${kills} kills while it is brought to its newest shape`, {
    timeout: 120_000 + kills * 12_000,
  }, async () => {
    const draw = chance()
    const undisturbed = await older()
    const first = await openMetadata(undisturbed, silentLog, [])
    const before = await olderRows(first)
    await first.stop()
    const run = migrate(undisturbed)
    await run.ended
    const steps = run.times.length - 1
    let met = 0
    for (let kill = 0; kill < kills; kill++) {
      const settings = await older()
      // Each in turn, first the one that moves rows.
      const step = (kill + 3) % steps
      const { child, said, ended } = migrate(settings)
      await said(step + 1)
      // At any moment of the step that is under way now.
      await sleep(draw() * ((run.times[step + 1] ?? 0) - (run.times[step] ?? 0)))
      child.kill('SIGKILL')
      await ended
      let completed = 0
      const log = makeLog('info', { write: () => void completed++ })
      const metadata = await open(settings, log)
      if (completed > 0) met += 1
      await expectWhole(metadata, before)
      await metadata.stop()
    }
    expect(met).toBeGreaterThan(0)
    console.info(`${store.dialect}: ${kills} kills, ${met} before the last of ${steps} migrations was done`)
  })

  // What serves them is the same on both.
  if (store.dialect === 'postgres') return
  it('is served after a kill, to who signs in as before', async () => {
    const settings = await older()
    const { child, said, ended } = migrate(settings)
    await said(2)
    child.kill('SIGKILL')
    await ended
    const product = await serve(settings.dataDir, {
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      METADATA: settings.metadata,
    })
    try {
      const cookie = await signIn(product.address, 'a password')
      const reply = await fetch(product.address + listQueries.path, { headers: { cookie } })
      expect((await reply.json()).data).toHaveLength(300)
    } finally {
      await product.stop()
    }
  })
})
