// Push tasks for users' own segments: who may choose which, whom they reach, the names shown, and tasks whose segment
// was deleted.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { segmentKey } from '#semantic/model/segments.ts'
import type { HistoryEntry } from '#server/objects/history.ts'
import type { Person } from '#tests/factories/house.ts'
import { type DefinitionUses, definitionUses } from '#features/config/contract.ts'
import * as calls from '#features/push/contract.ts'
import { beginPush } from '#features/push/server/running/jobs.ts'
import * as segments from '#features/segment/contract.ts'
import { makePushHouse, message, type PushHouse, today } from './pushHouse.ts'

describe('push tasks to segments of one’s own', () => {
  let house: PushHouse
  let maker: Person
  let all: Person
  let some: Person
  beforeAll(async () => {
    house = await makePushHouse(null)
    maker = await house.person({ keys: ['search_config'] })
    all = await house.pusher()
    some = await house.pusher(['a'])
  })
  afterAll(() => house.dispose())
  beforeEach(() => {
    house.gateway.sent.length = 0
    house.gateway.answer = () => ({})
  })

  const save = (given: object) =>
    maker.call<segments.Segment>(segments.saveSegment, {
      body: { games: ['a', 'b'], note: '', players: ['player_id'], keepDays: 90, ...given },
    })
  /** By a list of lines, computed. */
  const made = async (name: string, lines: string, given: object = {}): Promise<segments.Segment> => {
    const { id } = (await save({ name, source: { kind: 'list', text: lines }, ...given })).data
    const shown = async () => {
      await house.work()
      const { rows } = (await maker.call<segments.SegmentList>(segments.listSegments)).data
      return rows.find((row) => row.id === id) as segments.Segment
    }
    await vi.waitFor(async () => expect((await shown()).state).toBe('done'))
    return shown()
  }
  const remove = (id: number, by = maker) => by.call(segments.deleteSegment, { params: { id }, body: {} })
  const bringBack = (id: number) => maker.call(segments.restoreSegment, { params: { id }, body: {} })
  const listed = async (by: Person) => (await by.call<calls.PushSegment[]>(calls.findPushSegments)).data
  const ofKey = async (key: string, by = all) => (await listed(by)).find((one) => one.key === key)
  const estimate = (segment: string, by = all, given: object = {}) =>
    by.call<calls.PushEstimate>(calls.estimatePush, { body: { cgi: 'a', segment, ...given } })
  const add = (segment: string, by = all, given: object = {}) =>
    by.call<calls.PushTask>(calls.addPushTask, { body: { cgi: 'a', segment, ...message, ...given } })
  const stop = (id: number) => all.call(calls.stopPushTask, { body: { id } })
  const later = () => ({ schedule: { kind: 'at', at: new Date(Date.now() + 3_600_000).toISOString() } })
  const targetsSent = () =>
    house.gateway.sent.flatMap(({ body }) => (JSON.parse(body) as { targets: string[] }).targets)

  it('are chosen after the fixed ones, told in the reader’s games, and reach its players of the app', async () => {
    const { id, day } = await made('大R', 'a,11\na,13\na,99\nb,21')
    const key = segmentKey(id)
    const own = (games: string[], members: number) => ({
      key,
      title: '大R',
      description: `${day} 有 ${members} 人`,
      games,
      problem: '',
    })
    expect((await listed(all)).at(-1)).toEqual(own(['a', 'b'], 4))
    expect((await listed(some)).at(-1)).toEqual(own(['a'], 3))
    expect((await listed(all))[0]?.key).toBe('all')
    // Nobody is registered as 99.
    expect((await estimate(key)).data.count).toBe(2)
    expect((await estimate(key, some, { servers: ['2'] })).data.count).toBe(0)
    const task = (await add(key, some)).data
    expect(task).toMatchObject({ reach: 2, state: 'waiting', segment: key, segmentTitle: '大R' })
    expect(await house.until(task.id, some, 'done')).toMatchObject({ sent: 2, failed: 0 })
    expect(targetsSent()).toEqual(['11', '13'])
  })

  it('reach those who are in it now: of the app, or of no game, by the very text of their id', async () => {
    const { id } = await made('现在的', 'a,20')
    await house.warehouse.publish([
      `CREATE TABLE segment_${id}(cgi VARCHAR, player_id VARCHAR, from_day DATE, until_day DATE)`,
      `INSERT INTO segment_${id} VALUES ('a', '11', DATE '2026-01-01', NULL), ('', '14', DATE '2026-01-01', NULL),
        ('a', '12', DATE '2026-01-01', DATE '2026-01-02'), ('b', '13', DATE '2026-01-01', NULL),
        ('a', '015', DATE '2026-01-01', NULL), ('a', '16', DATE '2026-01-01', DATE '2026-01-02'),
        ('a', '16', DATE '2026-01-03', NULL)`,
    ])
    await vi.waitFor(async () => expect((await estimate(segmentKey(id))).data.count).toBe(3))
    const task = (await add(segmentKey(id))).data
    await house.until(task.id, all, 'done')
    expect(targetsSent()).toEqual(['11', '14', '16'])
  })

  it('are refused at their field where there is no list, or none of the app', async () => {
    const { id: uncomputed } = await made('没有名单的', 'a,11')
    const state = async (given: object) => {
      const values = { last_day: null, ...given }
      await house.deps.metadata.db.updateTable('segment').set(values).where('id', '=', uncomputed).execute()
      return (await ofKey(segmentKey(uncomputed)))?.problem
    }
    expect(await state({ state: 'running' })).toBe('正在计算，还没有名单')
    expect(await state({ state: 'none' })).toBe('还没有计算，没有名单')
    expect(await state({ state: 'failed', problem: '运行超时' })).toBe('计算失败，没有名单：运行超时')
    expect((await estimate(segmentKey(uncomputed))).envelope?.data).toMatchObject({
      fields: { segment: '人群「没有名单的」不能选：计算失败，没有名单：运行超时' },
    })
    // One that fails later goes on with the list that it had.
    expect(await state({ last_day: today })).toBe('')
    const other = await made('只有 b', 'b,21', { games: ['b'] })
    expect(await ofKey(segmentKey(other.id))).toMatchObject({ games: ['b'], problem: '' })
    for (const answer of [await estimate(segmentKey(other.id)), await add(segmentKey(other.id))])
      expect(answer.envelope).toMatchObject({
        code: 'parameter_wrong',
        data: { fields: { segment: '人群「只有 b」不含应用「游戏 a」的玩家，请换一个人群或应用' } },
      })
  })

  it('answer alike of what one may not see, of what was deleted and of what never was', async () => {
    const { id: foreign } = await made('canary', 'b,21', { games: ['b'], note: 'canary' })
    const { id: deleted } = await made('删掉的', 'a,11')
    await remove(deleted)
    const task = (await add('payers', some, later())).data
    const change = (segment: string) =>
      some.call(calls.changePushTask, {
        body: { id: task.id, revision: task.revision, cgi: 'a', segment, ...message },
      })
    for (const ask of [(key: string) => estimate(key, some), (key: string) => add(key, some), change]) {
      const missing = await ask(segmentKey(987_654_321))
      expect(missing.envelope?.data).toEqual({
        fields: { segment: '没有这个人群，或已被删除，请从列表中选择' },
      })
      for (const key of [segmentKey(foreign), segmentKey(deleted), 'segment-0', 'segment-1e3', 'segment-'])
        expect((await ask(key)).text).toBe(missing.text)
    }
    expect((await some.call(calls.findPushSegments)).text).not.toContain('canary')
    await stop(task.id)
  })

  it('keep their segment from being deleted until they are sent or stopped, and are named by its present name', async () => {
    const { id, dims, revision } = await made('会改名', 'a,11\na,13')
    const key = segmentKey(id)
    const first = (await add('payers', all, later())).data
    const body = { id: first.id, revision: 1, cgi: 'a', segment: key, ...message, ...later(), title: '拦住' }
    const task = (await all.call<calls.PushTask>(calls.changePushTask, { body })).data
    const both = await house.person({ keys: ['search_config', 'search_push'] })
    expect((await remove(id, both)).envelope).toMatchObject({
      code: 'object_in_use',
      msg: '人群正被「拦住」使用，不能删除',
    })
    const usesOf = async (by: Person) =>
      (await by.call<DefinitionUses>(definitionUses, { params: { kind: 'dimension', id: dims.now } })).data
    expect(await usesOf(both)).toMatchObject({
      uses: [{ kind: 'pushTask', id: String(task.id), name: '拦住', blocks: true }],
      hidden: 0,
    })
    // Who has no push is told that there is one.
    expect(await usesOf(maker)).toMatchObject({ uses: [], hidden: 1 })
    expect((await remove(id)).envelope?.msg).toBe('人群正被他人的 1 处使用，不能删除')
    await save({ id, revision, name: '改过名', source: { kind: 'list' } })
    const aims = async () => {
      const { data } = await all.call<HistoryEntry[]>(calls.pushTaskHistory, { params: { id: task.id } })
      return data.flatMap(({ changes }) =>
        changes.filter(({ field }) => field === 'segment').map(({ from, to }) => `${from} → ${to}`),
      )
    }
    expect((await house.task(task.id, all)).segmentTitle).toBe('改过名')
    expect(await aims()).toEqual(['付费玩家 → 改过名'])
    await stop(task.id)
    expect((await remove(id)).envelope?.isSuccess).toBe(true)
    expect((await house.task(task.id, all)).segmentTitle).toBe('改过名（已删除）')
    expect(await aims()).toEqual(['付费玩家 → 改过名（已删除）'])
    await house.deps.metadata.db.deleteFrom('segment').where('id', '=', id).execute()
    // As it was called when the task was saved.
    expect((await house.task(task.id, all)).segmentTitle).toBe('会改名（已删除）')
    expect(await aims()).toEqual(['付费玩家 → 会改名（已删除）'])
  })

  it('whose segment is gone at their time fail with the reason, and send nothing', async () => {
    const { id } = await made('到时没有', 'a,11')
    const { db } = house.deps.metadata
    const set = (values: object) => db.updateTable('segment').set(values).where('id', '=', id).execute()
    for (const [values, words] of [
      [{ deleted_at: new Date().toISOString() }, '人群「到时没有」已被删除'],
      [{ games: '["b"]' }, '人群「到时没有」已不含这个应用的玩家'],
      [{ last_day: null, state: 'none' }, '人群「到时没有」没有名单可发'],
    ] as const) {
      const task = (await add(segmentKey(id), all, later())).data
      await set(values)
      const payload = { task: task.id, revision: 1, at: new Date().toISOString() }
      await house.app.jobs.enqueue({ kind: beginPush, payload, userId: all.id })
      const failed = await house.until(task.id, all, 'failed', 'done')
      expect([failed.state, failed.sent]).toEqual(['failed', 0])
      expect(failed.problem).toContain(words)
      await set({ deleted_at: null, games: '["a","b"]', last_day: today, state: 'done' })
    }
    expect(targetsSent()).toEqual([])
  })

  it('whose segment goes after they have begun stop with the reason, and say how far they came', async () => {
    const { id } = await made('半路没了', 'a,11\na,13')
    const { db } = house.deps.metadata
    const setGames = (games: string) =>
      db.updateTable('segment').set({ games }).where('id', '=', id).execute()
    const app = house.deps.settings.installation.push.apps?.a as Record<string, unknown>
    const turnAgain = () =>
      db
        .updateTable('job')
        .set({ run_at: new Date(0).toISOString() })
        .where('kind', '=', 'push.send')
        .where('status', '=', 'queued')
        .execute()
    const reason = '人群「半路没了」已不含这个应用的玩家，没有名单可发；请复制任务后另选人群'
    try {
      const hour = new Date(Date.now() + 8 * 3_600_000).getUTCHours()
      const clock = (at: number) => `${String(at % 24).padStart(2, '0')}:00`
      app.quietHours = { from: clock(hour), to: clock(hour + 2) }
      const untried = (await add(segmentKey(id))).data
      await house.until(untried.id, all, 'sending')
      await house.work()
      await setGames('["b"]')
      delete app.quietHours
      await turnAgain()
      expect(await house.until(untried.id, all, 'failed')).toMatchObject({ sent: 0, problem: reason })
      expect(targetsSent()).toEqual([])

      await setGames('["a","b"]')
      app.perMinute = 1
      // What was sent before, in this minute, counts.
      await db.updateTable('push_rate').set({ used: 0 }).execute()
      const begun = (await add(segmentKey(id))).data
      await house.until(begun.id, all, 'sending')
      await expect
        .poll(
          async () => {
            await house.work()
            return targetsSent()
          },
          { timeout: 60_000 },
        )
        .toEqual(['11'])
      await setGames('["b"]')
      delete app.perMinute
      await turnAgain()
      expect(await house.until(begun.id, all, 'failed')).toMatchObject({
        sent: 1,
        problem: `已发到 1 人时停下，其余的人没有发送：${reason}`,
      })
      expect(targetsSent()).toEqual(['11'])
    } finally {
      delete app.quietHours
      delete app.perMinute
      await setGames('["a","b"]')
    }
  })

  it('that are repeated wait for their next time, when their segment may be there again', async () => {
    const { id } = await made('每天的', 'a,11')
    const until = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
    const task = (await add(segmentKey(id), all, { schedule: { kind: 'daily', time: '10:00', until } })).data
    const { db } = house.deps.metadata
    await db.updateTable('segment').set({ games: '["b"]' }).where('id', '=', id).execute()
    const payload = { task: task.id, revision: 1, at: new Date().toISOString() }
    await house.app.jobs.enqueue({ kind: beginPush, payload, userId: all.id })
    const told = async () => {
      await house.work()
      return house.task(task.id, some)
    }
    await expect
      .poll(told, { timeout: 60_000 })
      .toMatchObject({ problem: expect.stringContaining('上一次：人群「每天的」已不含这个应用的玩家') })
    expect(await told()).toMatchObject({ state: 'waiting', nextAt: task.nextAt, segmentTitle: '每天的' })
    await stop(task.id)
  })

  it('are never saved to a segment that is deleted meanwhile', async () => {
    const { id } = await made('正在删', 'a,11')
    const [added, removed] = await Promise.all([add(segmentKey(id), all, later()), remove(id)])
    expect([added.envelope?.isSuccess, removed.envelope?.isSuccess].sort()).toEqual([false, true])
  })

  it('are closed to whose rows are limited, as all of push is', async () => {
    const rules = [{ dim: 1, how: 'only', values: ['x'], open: false }] as const
    const limited = await house.person({ keys: ['search_push'], rules })
    for (const answer of [await limited.call(calls.findPushSegments), await estimate('all', limited)])
      expect(answer.envelope).toMatchObject({ isSuccess: false, code: 'permission_missing' })
  })

  it('that broke off go on with those who are in it then, once it is there again', async () => {
    const { id } = await made('中断的', 'a,11\na,12')
    house.gateway.answer = () => 'cut'
    const task = (await add(segmentKey(id))).data
    await house.until(task.id, all, 'unknown')
    house.gateway.answer = () => ({})
    house.gateway.sent.length = 0
    await made('中断的', 'a,11\na,12\na,17\na,18', { id })
    expect((await remove(id)).envelope?.isSuccess).toBe(true)
    const resume = () => all.call(calls.resumePushTask, { body: { id: task.id } })
    await resume()
    expect((await house.until(task.id, all, 'failed')).problem).toContain('已被删除')
    expect(house.gateway.sent).toEqual([])
    await bringBack(id)
    await resume()
    expect(await house.until(task.id, all, 'done', 'unknown')).toMatchObject({ sent: 2, unknown: 2 })
    expect(targetsSent()).toEqual(['17', '18'])
  })
})
