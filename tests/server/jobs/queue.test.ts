// Queued jobs run once, in a fair order, with their owner's rights, and report how they ended.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { backoffMs } from '#server/jobs/backoff.ts'
import { readOwner } from '#server/jobs/owner.ts'
import type { Log } from '#server/log.ts'
import { AppError } from '#shared/errors.ts'
import { describeStores, silentLog } from '#tests/factories/stores.ts'
import { setDisabled } from '#features/session/server/index.ts'
import { kindOf, openWorkshop } from './workshop.ts'

describeStores('the queue', (store) => {
  it('runs what is sent, and keeps its result', async () => {
    const { server, row } = await openWorkshop(store)
    const { jobs, work, send } = await server(kindOf())
    const id = await send('a')
    await jobs.tick()
    expect([await jobs.find(id), work.contexts.get('a')]).toMatchObject([
      { status: 'running', attempt: 1, payload: { text: 'a' } },
      { attempt: 1, owner: null, fireAt: null },
    ])
    work.end('a', { result: { rows: 3 } })
    await jobs.settled()
    expect(await jobs.find(id)).toMatchObject({ status: 'done', result: { rows: 3 }, progress: 1 })
    expect((await row(id)).server).toBeNull()
    await jobs.tick()
    expect(work.begun).toEqual(['a'])
  })

  it('takes what comes twice under one key for one', async () => {
    const { server } = await openWorkshop(store)
    const { jobs, send } = await server(kindOf())
    const ids = await Promise.all([1, 2, 3].map((at) => send(`a${at}`, null, { key: 'same' })))
    expect(new Set(ids).size).toBe(1)
    expect(await jobs.list()).toHaveLength(1)
  })

  it('refuses a payload that its kind does not have, when it comes and when it runs', async () => {
    const { server, metadata } = await openWorkshop(store)
    const { jobs, work, send } = await server(kindOf())
    await expect(send('x'.repeat(101))).rejects.toThrow('任务「测试」的参数有误')
    const id = await send('a')
    await metadata.db.updateTable('job').set({ payload: '{"text":3}' }).execute()
    await jobs.tick()
    await jobs.settled()
    expect(await jobs.find(id)).toMatchObject({ status: 'failed', problem: { code: 'parameter_wrong' } })
    expect(work.begun).toEqual([])
  })

  it('lets nobody’s many jobs keep another’s one waiting, and urgent ones come first', async () => {
    const { server, person } = await openWorkshop(store)
    const { jobs, work, send } = await server(kindOf({ perServer: 1 }))
    const [mei, li] = [await person(), await person()]
    for (let at = 0; at < 80; at++) await send(`mei${at}`, mei)
    const next = async () => {
      const count = work.begun.length + 1
      await jobs.tick()
      await work.until(count)
      work.end(work.begun.at(-1) ?? '')
      await jobs.settled()
    }
    for (let at = 0; at < 3; at++) await next()
    await send('li0', li)
    await send('li1', li)
    await send('now', mei, { priority: 'urgent' })
    for (let at = 0; at < 5; at++) await next()
    expect(work.begun[3]).toBe('now')
    // Within a round either may come first.
    expect(work.begun.slice(4, 6).sort()).toEqual(['li0', 'mei3'])
    expect(work.begun.slice(6, 8).sort()).toEqual(['li1', 'mei4'])
  })

  it('runs no more at once than the kind allows on a server, and of one lane over all servers', async () => {
    const { server, person } = await openWorkshop(store)
    const kind = kindOf({ perServer: 3, perLane: 2 })
    const [first, second] = [await server(kind), await server(kind)]
    const [mei, li] = [await person(), await person()]
    for (let at = 0; at < 4; at++) await first.send(`mei${at}`, mei)
    for (let at = 0; at < 4; at++) await first.send(`li${at}`, li)
    await Promise.all([first.jobs.tick(), second.jobs.tick()])
    await expect.poll(() => first.work.begun.length + second.work.begun.length).toBe(4)
    const begun = [...first.work.begun, ...second.work.begun].sort()
    expect(begun).toEqual(['li0', 'li1', 'mei0', 'mei1'])
    expect(Math.max(first.work.begun.length, second.work.begun.length)).toBeLessThanOrEqual(3)
  })

  it('waits for its time', async () => {
    const { server, clock } = await openWorkshop(store)
    const { jobs, work, send } = await server(kindOf())
    await send('later', null, { runAt: new Date(clock.now() + 5_000) })
    await jobs.tick()
    expect(work.begun).toEqual([])
    clock.pass(5_000)
    await jobs.tick()
    expect(work.begun).toEqual(['later'])
  })

  it('tells of its progress, at most once a pass', async () => {
    const { server } = await openWorkshop(store)
    const { jobs, work, send } = await server(kindOf())
    const id = await send('a')
    await jobs.tick()
    work.contexts.get('a')?.progress(0.2, '读取')
    work.contexts.get('a')?.progress(0.5, '写入')
    await jobs.tick()
    expect(await jobs.find(id)).toMatchObject({ progress: 0.5, step: '写入' })
  })

  it('cancels what waits at once, what runs by its signal, from any server', async () => {
    const { server } = await openWorkshop(store)
    const kind = kindOf({ perServer: 1 })
    const [here, there] = [await server(kind), await server(kind)]
    const [running, waiting] = [await here.send('running'), await here.send('waiting')]
    await here.jobs.tick()
    expect(await there.jobs.cancel(waiting)).toBe(true)
    expect(await there.jobs.cancel(running)).toBe(true)
    expect(await here.jobs.find(waiting)).toMatchObject({
      status: 'canceled',
      problem: { message: '已取消' },
    })
    await here.jobs.tick()
    await here.jobs.settled()
    expect(await here.jobs.find(running)).toMatchObject({ status: 'canceled' })
    expect(await there.jobs.cancel(running)).toBe(false)
    await here.jobs.tick()
    expect(here.work.begun).toEqual(['running'])
  })

  it('tries an unknown failure again after longer and longer waits, a told one not', async () => {
    const { server, clock } = await openWorkshop(store)
    const kind = kindOf({ tries: 3, backoff: { firstMs: 1_000, mostMs: 1_500 } })
    const { jobs, work, send } = await server(kind)
    const [id, told] = [await send('a'), await send('told')]
    await jobs.tick()
    work.fail('told', new AppError('sql_error', '没有这一列'))
    for (let attempt = 1; attempt <= 3; attempt++) {
      work.fail('a', new Error('the wire broke'))
      await jobs.settled()
      const wait = backoffMs(kind, id, attempt)
      expect(wait).toBeGreaterThanOrEqual(Math.min(1_500, 1_000 * 2 ** (attempt - 1)) / 2)
      clock.pass(wait - 1)
      await jobs.tick()
      expect(work.begun).toHaveLength(attempt + 1)
      clock.pass(1)
      await jobs.tick()
    }
    expect(work.begun).toEqual(['a', 'told', 'a', 'a'])
    expect(await jobs.find(id)).toMatchObject({
      status: 'failed',
      problem: { message: '测试运行失败，请重新发送' },
    })
    expect(await jobs.find(told)).toMatchObject({
      status: 'failed',
      attempt: 1,
      problem: { message: '没有这一列' },
    })
  })

  it('ends what takes too long, and no longer waits for what does not end', async () => {
    const { server, clock } = await openWorkshop(store)
    const { jobs, work, send } = await server(kindOf({ timeoutMs: 3_000, tries: 1 }))
    const ids = [await send('a'), await send('deaf')]
    await jobs.tick()
    clock.pass(3_000)
    await jobs.tick()
    clock.pass(5_000)
    await jobs.tick()
    await jobs.settled()
    for (const id of ids)
      expect(await jobs.find(id)).toMatchObject({ status: 'failed', problem: { code: 'query_timeout' } })
    work.end('deaf', { result: 'late' })
    await jobs.tick()
    expect(await jobs.find(ids[1] as string)).toMatchObject({ status: 'failed', result: null })
  })

  it('runs for nobody whose rights are gone, before and after, and gives no result to who lost them', async () => {
    const { server, person, metadata } = await openWorkshop(store)
    const kind = kindOf({ permission: 'search_sqlQuery' })
    const { jobs, work, send } = await server(kind)
    const [disabled, without] = [await person(['search_sqlQuery']), await person()]
    const [mei, li] = [await person(['search_sqlQuery'], ['a', 'b']), await person(['search_sqlQuery'])]
    const refused = [await send('1', disabled), await send('2', without)]
    await setDisabled(metadata.db, disabled, true)
    const [meis, lis] = [await send('mei', mei), await send('li', li)]
    await jobs.tick()
    await work.until(2)
    await expect.poll(async () => (await jobs.list({ status: ['failed'] })).length).toBe(2)
    const messages = await Promise.all(refused.map(async (id) => (await jobs.find(id))?.problem?.message))
    expect(messages).toEqual(['账号已停用，没有运行', '权限已被收回，没有运行'])
    await setDisabled(metadata.db, li, true)
    work.end('mei', { result: 42 })
    work.end('li', { result: 43 })
    await jobs.settled()
    expect(await jobs.find(lis)).toMatchObject({ status: 'failed', result: null })
    const reader = await readOwner(metadata.db, mei, kind)
    expect(await jobs.result(reader, kind, meis)).toBe(42)
    await expect(jobs.result({ ...reader, games: ['a'] }, kind, meis)).rejects.toThrow(
      '可见的游戏或数据范围已变化',
    )
    await expect(jobs.result({ ...reader, authorityInfo: {} }, kind, meis)).rejects.toThrow(
      '没有该操作的权限',
    )
    await expect(jobs.result({ ...reader, id: li }, kind, meis)).rejects.toThrow('内容不存在')
  })

  it('writes its end together with what the slice keeps of it, or neither', async () => {
    const { server, metadata } = await openWorkshop(store)
    const told: string[] = []
    const { jobs, work, send } = await server(kindOf({ tries: 1, perServer: 1 }), {
      changed: async (_, { status }) => void told.push(status),
    })
    const setting = (key: string) => ({
      commit: async (db: typeof metadata.db) => {
        await db.insertInto('setting').values({ key, value: '1' }).execute()
      },
    })
    const ids = [await send('a'), await send('b')]
    for (const name of ['a', 'b']) {
      work.end(name, setting('one'))
      await jobs.tick()
      await jobs.settled()
    }
    await jobs.tick()
    expect((await Promise.all(ids.map((id) => jobs.find(id)))).map((run) => run?.status)).toEqual([
      'done',
      'failed',
    ])
    expect(told).toEqual(['running', 'done', 'running', 'failed'])
  })

  it('writes its end once, though a pass comes while it is being written', async () => {
    const { server } = await openWorkshop(store)
    const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const warned: unknown[] = []
    const warn = (...told: unknown[]) => void warned.push(told)
    const log: Log = Object.assign(Object.create(silentLog) as Log, { warn })
    const { jobs, work, send } = await server(kindOf(), { log })
    const id = await send('a')
    work.end('a', {
      commit: async () => {
        begun.resolve()
        await go.promise
      },
    })
    const first = jobs.tick()
    await begun.promise
    const next = jobs.tick()
    // Whatever the pass writes waits for the store.
    await nextTurn()
    go.resolve()
    await Promise.all([first, next])
    await jobs.settled()
    expect(await jobs.find(id)).toMatchObject({ status: 'done' })
    expect(warned).toEqual([])
  })

  it('keeps a job of its data folder at home', async () => {
    const { server } = await openWorkshop(store)
    const kind = kindOf({ local: true })
    const [here, there] = [await server(kind), await server(kind)]
    await here.send('a')
    await there.jobs.tick()
    expect(there.work.begun).toEqual([])
    const again = await server(kind, { dataDir: here.dataDir })
    await again.jobs.tick()
    expect(again.work.begun).toEqual(['a'])
  })

  it('keeps a job on the warehouse at home, unless servers share one', async () => {
    const kind = kindOf({ local: 'warehouse' })
    for (const [warehouse, begun] of [
      ['embedded', []],
      ['http://warehouse.example.com:8123/games', ['a']],
    ] as const) {
      const { server } = await openWorkshop(store)
      const [here, there] = [await server(kind, { warehouse }), await server(kind, { warehouse })]
      await here.send('a')
      await there.jobs.tick()
      expect(there.work.begun).toEqual(begun)
    }
  })

  it('forgets what ended long ago, and ends what nobody came for', async () => {
    const { server, clock } = await openWorkshop(store)
    const kind = kindOf({ keepMs: 60_000, longestWaitMs: 120_000, local: true })
    const { jobs, work, send } = await server(kind)
    const elsewhere = await server(kind)
    const [done, lonely] = [await send('a'), await elsewhere.send('b')]
    await jobs.tick()
    work.end('a')
    await jobs.settled()
    clock.pass(700_000)
    await jobs.tick()
    expect(await jobs.find(done)).toBeNull()
    expect(await jobs.find(lonely)).toMatchObject({
      status: 'failed',
      problem: { message: '等待太久，没有运行' },
    })
  })
})
