// Schedules fire once per moment: after downtime, when clocks jump, and with several servers.
import { describe, expect, it } from 'vitest'
import { planFires } from '#server/jobs/schedule/catchUp.ts'
import { momentsOf, type ScheduleRule } from '#server/jobs/schedule/rule.ts'
import { dumpMetadata, loadMetadata } from '#tests/factories/dump.ts'
import { describeStores } from '#tests/factories/stores.ts'
import { kindOf, openWorkshop } from './workshop.ts'

const shanghai = { zone: 'Asia/Shanghai', cutoffHour: 0 }
const newYork = { zone: 'America/New_York', cutoffHour: 0 }
const time = (text: string) => Date.parse(`${text}:00Z`)
const next = (rule: ScheduleRule, settings: typeof shanghai, from: string, count = 3) => {
  const moments = momentsOf(rule, settings)
  const found: string[] = []
  for (let at = moments.next(time(from)); at !== null && found.length < count; at = moments.next(at))
    found.push(new Date(at).toISOString().slice(0, 16))
  return found
}

describe('moments', () => {
  it('are read in the business’s zone', () => {
    expect(next({ cron: '0 9 * * 1' }, shanghai, '2026-10-03T00:00')).toEqual([
      '2026-10-05T01:00',
      '2026-10-12T01:00',
      '2026-10-19T01:00',
    ])
  })

  it('come later where the clocks skip them, once where they repeat them', () => {
    expect(next({ cron: '30 2 * * *' }, newYork, '2026-03-07T12:00', 2)).toEqual([
      '2026-03-08T07:00',
      '2026-03-09T06:30',
    ])
    expect(next({ cron: '30 1 * * *' }, newYork, '2026-10-31T12:00', 2)).toEqual([
      '2026-11-01T05:30',
      '2026-11-02T06:30',
    ])
  })

  it('go by the end of the business’s day', () => {
    const settings = { zone: 'Asia/Shanghai', cutoffHour: 5 }
    expect(next({ afterDay: 30 }, settings, '2026-10-03T00:00', 2)).toEqual([
      '2026-10-03T21:30',
      '2026-10-04T21:30',
    ])
  })

  it('are regular, or one', () => {
    const regular = { everyMs: 90_000, from: '2026-10-03T00:00:00Z', until: '2026-10-03T00:03:00Z' }
    expect(next(regular, shanghai, '2026-10-02T00:00', 9)).toHaveLength(3)
    expect(next({ at: '2026-10-03T00:00:00Z' }, shanghai, '2026-10-02T00:00')).toEqual(['2026-10-03T00:00'])
  })

  it.each<[ScheduleRule]>([
    [{ cron: '*/7 * * * *' }],
    [{ everyMs: 420_000, from: '2026-10-01T00:00:00Z' }],
    [{ cron: '15 1 * * *' }],
  ])('of %j are the same forwards and backwards', (rule) => {
    const moments = momentsOf(rule, newYork)
    const [from, to] = [time('2026-10-31T12:07'), time('2026-11-02T00:07')]
    const forwards: number[] = []
    for (let at = moments.next(from); at !== null && at <= to; at = moments.next(at)) forwards.push(at)
    expect(moments.between(from, to, 1_000)).toEqual(forwards)
    expect(moments.between(from, to, 3)).toEqual(forwards.slice(-3))
    const last = forwards.at(-1) as number
    expect(moments.between(last - 1, last, 9)).toEqual([last])
    expect(moments.between(last, last + 1, 9)).toEqual([])
  })

  it.each(['* * *', 'a b c d e', '61 * * * *', ''])('are refused for «%s»', (cron) => {
    expect(() => momentsOf({ cron }, shanghai)).toThrow('定时表达式')
  })
})

it.each([
  [{ kind: 'skip' } as const, [9, 10], [6, 7, 8]],
  [{ kind: 'latest' } as const, [9, 10], [6, 7, 8]],
  [{ kind: 'all', most: 2 } as const, [7, 8, 9, 10], [6]],
])('what is late is caught up by %j', (rule, run, missed) => {
  expect(planFires([6, 7, 8, 9, 10], 10, 1, rule)).toEqual({ run, missed })
  const late = planFires([6, 7, 8], 20, 1, rule)
  expect(late.run).toEqual({ skip: [], latest: [8], all: [7, 8] }[rule.kind])
})

describeStores('schedules', (store) => {
  /** Every ten minutes from 00:10. */
  async function everyTenMinutes(change: object = {}) {
    const workshop = await openWorkshop(store)
    const kind = kindOf({ perServer: 1000, perLane: 1000 })
    const { jobs } = await workshop.server(kind)
    const rule = { cron: '*/10 * * * *' }
    const onTime = { graceMs: 5 * 60_000 - 1 }
    await jobs.schedules.save({
      id: 'one',
      kind,
      payload: { text: 'x' },
      userId: null,
      rule,
      ...onTime,
      ...change,
    })
    const fires = async (state: 'fired' | 'missed' = 'fired') =>
      (await jobs.schedules.fires({ most: 5_000 }))
        .filter((fire) => fire.state === state)
        .map(({ fire_at }) => fire_at.slice(11, 16))
        .toSorted()
    const pass = async (minutes: number, one = jobs) => {
      for (let minute = 0; minute < minutes; minute += 5) {
        workshop.clock.pass(5 * 60_000)
        await one.tick()
      }
    }
    return { ...workshop, kind, jobs, fires, pass }
  }

  it('fire one job a moment, and tell it which', async () => {
    const { jobs, fires, pass } = await everyTenMinutes()
    await pass(25)
    expect(await fires()).toEqual(['00:10', '00:20'])
    const runs = await jobs.list()
    expect(runs.map(({ scheduleId, fireAt }) => [scheduleId, fireAt]).toSorted()).toEqual([
      ['one', '2026-10-05T00:10:00.000Z'],
      ['one', '2026-10-05T00:20:00.000Z'],
    ])
    expect((await jobs.schedules.list())[0]).toMatchObject({ nextAt: '2026-10-05T00:30:00.000Z' })
  })

  it('fire once, however many servers look', async () => {
    const { server, clock, kind, jobs, fires } = await everyTenMinutes()
    const others = [await server(kind), await server(kind)]
    for (let at = 0; at < 5; at++) {
      clock.pass(600_000)
      await Promise.all([jobs, ...others.map((other) => other.jobs)].map((one) => one.tick()))
    }
    expect(await fires()).toHaveLength(5)
    expect(await jobs.list()).toHaveLength(5)
  })

  it.each([
    [{ kind: 'skip' }, [], 6],
    [{ kind: 'latest' }, ['01:00'], 5],
    [{ kind: 'all', most: 3 }, ['00:40', '00:50', '01:00'], 3],
  ])('after a while down %j is caught up, and the rest listed', async (catchUp, run, missed) => {
    const { jobs, clock, fires } = await everyTenMinutes({ catchUp })
    clock.pass(65 * 60_000)
    await jobs.tick()
    expect(await fires()).toEqual(run)
    expect(await fires('missed')).toHaveLength(missed)
    const late = await jobs.schedules.fires({ lateMs: 60_000 })
    expect(late).toHaveLength(6)
    expect(late.find(({ fire_at }) => fire_at.includes('01:00'))?.late_ms).toBe(5 * 60_000)
  })

  it('tell what was missed long before as one', async () => {
    const { jobs, clock } = await everyTenMinutes()
    clock.set('2026-12-05T00:05:00.000Z')
    await jobs.tick()
    const fires = await jobs.schedules.fires({ most: 5_000 })
    expect(fires).toHaveLength(1_001)
    expect(fires.at(-1)).toMatchObject({
      state: 'missed',
      fire_at: '2026-10-05T00:10:00.000Z',
      missed_to: fires.at(-2) && new Date(Date.parse(fires.at(-2)?.fire_at ?? '') - 1).toISOString(),
    })
  })

  it('neither double nor lose a moment when the clock jumps', async () => {
    const { jobs, clock, fires, pass } = await everyTenMinutes({ catchUp: { kind: 'skip' } })
    await pass(25)
    clock.set('2026-10-05T03:05:00.000Z')
    await pass(10)
    clock.set('2026-10-05T00:15:00.000Z')
    await pass(4 * 60)
    const all: string[] = []
    for (let minute = 10; minute <= 255; minute += 10)
      all.push(`${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)
    expect(await fires()).toEqual(all)
    const runs = await jobs.list({ most: 5_000 })
    expect(runs).toHaveLength(all.length)
  })

  it('see at the start that the clock was set back while they were down', async () => {
    const { server, jobs, clock, kind, fires, pass } = await everyTenMinutes()
    clock.set('2026-10-05T03:00:00.000Z')
    await jobs.tick()
    clock.set('2026-10-05T00:00:00.000Z')
    const later = await server(kind)
    await pass(30, later.jobs)
    expect(await fires()).toEqual(['00:10', '00:20', '00:30', '03:00'])
  })

  it('rest while paused, and miss nothing by it', async () => {
    const { jobs, clock, fires, pass } = await everyTenMinutes()
    await jobs.schedules.pause('one')
    await pass(35)
    await jobs.schedules.resume('one')
    await pass(10)
    expect([await fires(), await fires('missed')]).toEqual([['00:40'], []])
    expect(clock.now()).toBe(Date.parse('2026-10-05T00:45:00.000Z'))
  })

  it('come out of a backup without what passed before it was restored', async () => {
    const { metadata, server, kind, clock, jobs, fires, pass } = await everyTenMinutes()
    await pass(15)
    const dump = await dumpMetadata(metadata)
    await pass(40)
    await loadMetadata(metadata, dump)
    expect([await jobs.list(), await fires()]).toEqual([[], []])
    clock.pass(60_000)
    const after = await server(kind)
    await after.jobs.tick()
    expect([await fires(), await fires('missed')]).toEqual([[], []])
    await pass(10, after.jobs)
    expect(await fires()).toEqual(['01:00'])
    // Fences go on above those that were given.
    expect(dump.tables.job_kind).toEqual([{ kind: 'test.work', fence: 1, turn: 1 }])
  })

  it('go on where they stand when they are saved again, and begin anew with another rule', async () => {
    const { jobs, kind, clock, fires } = await everyTenMinutes()
    const save = (rule: ScheduleRule) =>
      jobs.schedules.save({ id: 'one', kind, payload: { text: 'y' }, userId: null, rule })
    clock.pass(10 * 60_000)
    await save({ cron: '*/10 * * * *' })
    await jobs.tick()
    clock.pass(25 * 60_000)
    await save({ cron: '0 * * * *' })
    await jobs.tick()
    expect(await fires()).toEqual(['00:10'])
    await expect(save({ cron: '0 0 31 2 *' })).rejects.toThrow('没有下一次')
    await expect(save({ at: '2020-01-01T00:00:00Z' })).rejects.toThrow('没有下一次')
  })

  it('show their next moments', async () => {
    const { jobs } = await everyTenMinutes()
    expect(jobs.schedules.preview({ cron: '0 9 1 * *' }, 2).map((one) => one.toISOString())).toEqual([
      '2026-11-01T01:00:00.000Z',
      '2026-12-01T01:00:00.000Z',
    ])
  })
})
