// Servers that die, sleep or stop while jobs run.
import { expect, it } from 'vitest'
import { describeStores } from '#tests/factories/stores.ts'
import { kindOf, openWorkshop, TestClock } from './workshop.ts'

const leaseMs = 12_000

describeStores('leases', (store) => {
  /** One server with a job at work, and another that watches it. */
  async function twoServers(change: Parameters<typeof kindOf>[0] = {}) {
    const workshop = await openWorkshop(store)
    const kind = kindOf(change)
    const [first, second] = [await workshop.server(kind), await workshop.server(kind)]
    const id = await first.send('a')
    await first.jobs.tick()
    await second.jobs.tick()
    const watch = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += leaseMs / 3) {
        workshop.clock.pass(leaseMs / 3)
        await second.jobs.tick()
      }
    }
    return { ...workshop, kind, first, second, id, watch }
  }

  it('gives a dead server’s job to another, and the late one writes nothing', async () => {
    const { first, second, id, watch, metadata } = await twoServers()
    await watch((leaseMs * 2) / 3)
    expect(second.work.begun).toEqual([])
    await watch(leaseMs / 3)
    expect(second.work.begun).toEqual(['a'])
    const fences = [first, second].map(({ work }) => work.contexts.get('a')?.fence ?? 0)
    expect(fences[1]).toBeGreaterThan(fences[0] as number)
    const commit = async (db: typeof metadata.db) => {
      await db.insertInto('setting').values({ key: 'late', value: '1' }).execute()
    }
    first.work.end('a', { result: 'late', commit })
    await first.jobs.settled()
    expect(await first.jobs.find(id)).toMatchObject({ status: 'running', attempt: 2 })
    second.work.end('a', { result: 'second' })
    await second.jobs.settled()
    expect(await first.jobs.find(id)).toMatchObject({ status: 'done', result: 'second' })
    expect(await metadata.db.selectFrom('setting').selectAll().execute()).toEqual([])
  })

  it('leaves a living server its job, however the calendar jumps', async () => {
    const { first, second, clock } = await twoServers()
    for (const day of ['2026-10-09', '2026-10-01', '2026-11-01']) {
      clock.set(`${day}T00:00:00.000Z`)
      for (let at = 0; at < 4; at++) {
        clock.pass(leaseMs / 3)
        await first.jobs.tick()
        await second.jobs.tick()
      }
    }
    expect([first.work.begun, second.work.begun]).toEqual([['a'], []])
    expect(first.work.contexts.get('a')?.signal.aborted).toBe(false)
  })

  it('keeps the later run of a job that came back to the server which lost it', async () => {
    const { server, clock, metadata } = await openWorkshop(store)
    const { jobs, work, send } = await server(kindOf())
    const id = await send('deaf')
    await jobs.tick()
    await metadata.db.deleteFrom('job_server').execute()
    clock.pass(leaseMs / 3)
    await jobs.tick()
    clock.pass(leaseMs / 3)
    await jobs.tick()
    expect(work.begun).toEqual(['deaf', 'deaf'])
    clock.pass(1_000)
    await jobs.tick()
    await jobs.tick()
    expect(await jobs.find(id)).toMatchObject({ status: 'running', attempt: 2 })
    work.end('deaf', { result: 1 })
    await jobs.settled()
    expect(await jobs.find(id)).toMatchObject({ status: 'done', attempt: 2 })
  })

  it('does not hold another for dead after it slept itself', async () => {
    const { second, clock } = await twoServers()
    clock.pass(leaseMs * 100)
    await second.jobs.tick()
    expect(second.work.begun).toEqual([])
  })

  it('ends what it runs when it finds itself held for dead', async () => {
    const { first, second, watch } = await twoServers()
    await watch(leaseMs)
    await first.jobs.tick()
    await first.jobs.settled()
    expect(first.work.contexts.get('a')?.signal.aborted).toBe(true)
    expect(second.work.contexts.get('a')?.signal.aborted).toBe(false)
  })

  it('ends what it runs before others take over, when it cannot show that it lives', async () => {
    const workshop = await openWorkshop(store)
    const { jobs, work, send } = await workshop.server(kindOf())
    await send('a')
    await jobs.tick()
    const { db } = workshop.metadata
    const update = db.updateTable.bind(db)
    Object.assign(db, {
      updateTable: () => {
        throw new Error('the store is gone')
      },
    })
    workshop.clock.pass(leaseMs / 3)
    await expect(jobs.tick()).rejects.toThrow('the store is gone')
    expect(work.contexts.get('a')?.signal.aborted).toBe(false)
    workshop.clock.pass(leaseMs / 3)
    await expect(jobs.tick()).rejects.toThrow('the store is gone')
    expect(work.contexts.get('a')?.signal.aborted).toBe(true)
    Object.assign(db, { updateTable: update })
  })

  it('shows an outcome that may have happened as unknown, and does not do it again', async () => {
    const { second, id, watch } = await twoServers({ whenLost: 'unknown' })
    await watch(leaseMs * 2)
    expect(second.work.begun).toEqual([])
    expect(await second.jobs.find(id)).toMatchObject({ status: 'unknown', problem: { code: 'query_failed' } })
    expect((await second.jobs.find(id))?.problem?.message).toContain('不会自动再次执行')
  })

  it('gives up a job in which servers die again and again', async () => {
    const { id, metadata, second } = await twoServers({ tries: 2 })
    for (let death = 0; death < 2; death++) {
      await metadata.db.deleteFrom('job_server').execute()
      await metadata.db
        .updateTable('job')
        .set({ server: 'dead', status: 'running', attempt: death + 1 })
        .execute()
      const watcher = await (await openWorkshopOn(metadata)).jobs
      await watcher.tick()
    }
    expect(await second.jobs.find(id)).toMatchObject({ status: 'failed' })
    expect((await second.jobs.find(id))?.problem?.message).toContain('重启')

    async function openWorkshopOn(_: typeof metadata) {
      const { server } = await openWorkshop({ ...store, open: async () => metadata })
      return server(kindOf({ tries: 2 }))
    }
  })

  it('hands back what runs when it stops; that try does not count', async () => {
    const { first, second, id } = await twoServers()
    await first.jobs.stop()
    expect(await first.jobs.find(id)).toMatchObject({ status: 'queued', attempt: 0 })
    await second.jobs.tick()
    expect(second.work.begun).toEqual(['a'])
    expect(second.work.contexts.get('a')?.attempt).toBe(1)
  })

  it('lets what must not be cut off end before it stops, and shows the rest as unknown', async () => {
    const { first, id, server, kind } = await twoServers({ whenLost: 'unknown' })
    const other = await server(kind, { limits: { drainMs: 5 } })
    const cut = await other.send('b')
    await other.jobs.tick()
    const stopped = first.jobs.stop()
    first.work.end('a', { result: 'sent' })
    await stopped
    await other.jobs.stop()
    expect(await first.jobs.find(id)).toMatchObject({ status: 'done', result: 'sent' })
    expect(await first.jobs.find(cut)).toMatchObject({ status: 'unknown' })
  })

  it('begins at once what may, though the calendar was set back', async () => {
    const workshop = await openWorkshop(store)
    const kind = kindOf({ backoff: { firstMs: 1_000, mostMs: 1_000 } })
    const clock = new TestClock()
    const { jobs, work, send } = await workshop.server(kind, { clock })
    await send('a')
    await jobs.tick()
    work.fail('a', new Error('again'))
    await jobs.settled()
    await send('b')
    clock.set('2026-10-01T00:00:00.000Z')
    await jobs.tick()
    expect(work.begun.toSorted()).toEqual(['a', 'a', 'b'])
  })
})
