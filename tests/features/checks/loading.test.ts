// Checks on loads: what is held back changes nothing until somebody decides, what is let through marks its days.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { businessDay } from '#shared/businessDay.ts'
import { describeEngines } from '#tests/factories/engines.ts'
import { type AlarmRun, exampleRule, runAlarmRule } from '#features/alarm/contract.ts'
import { type CheckProblems, discardHold, listCheckProblems, releaseHold } from '#features/checks/contract.ts'
import { watchOnce } from '#features/checks/server/running.ts'
import { readModel } from '#features/config/server/index.ts'
import { type ExplainedPoint, explainColumns } from '#features/statement/contract.ts'
import { type ChecksHouse, into, makeChecksHouse, textsOf } from './checksHouse.ts'

describeEngines('checks on loads', (engine) => {
  let house: ChecksHouse
  beforeAll(async () => {
    house = await makeChecksHouse(await engine.options())
  })
  afterAll(() => house?.dispose())

  /** What the explanation of the table's points says of it, the newest day first. */
  const marksOf = async (table: string, by = house.keeper) => {
    const model = await readModel(house.deps)
    const fact = model.pointTables.find(({ table_truename }) => table_truename === table)
    const points = model.points.filter(({ table_id }) => table_id === fact?.id).map(({ id }) => id)
    const told = (await by.call<{ points: ExplainedPoint[] }>(explainColumns, { body: { points } })).data
    return told.points[0]?.tables[0]?.doubts ?? []
  }
  const rowsOf = (table: string) => textsOf(house, table)

  it('holds a load back, keeps it, and publishes or drops it as somebody decides', async () => {
    await house.bring('1.csv', 'day,channel,n\n2026-01-01,甲,1\n2026-01-02,乙,2\n', into('held'))
    const check = await house.save({
      table: 'held',
      kind: 'filled',
      values: { column: 'channel', unit: 'share', most: 0 },
      action: 'hold',
    })
    const bad = 'day,channel,n\n2026-01-03,甲,3\n2026-01-03,,4\n2026-01-04,乙,5\n'
    const state = await house.bring('2.csv', bad, into('held', 'rows'))
    expect(state.problem?.message).toContain('2.csv 没有通过「held」的数据校验，已扣下，什么也没有改变')
    expect(state.problem?.message).toContain('2026-01-03 空着的 1 行，占 50%')
    expect(await house.rowCount('held')).toBe(2)
    const { rows } = await house.list()
    const holds = await house.holds()
    expect(holds).toMatchObject([{ table: 'held', source: '2.csv', rows: 3, state: 'held' }])
    expect(rows.find(({ id }) => id === check.id)).toMatchObject({ state: 'failed', last: { held: true } })
    // What nobody reads is marked nowhere.
    expect(await marksOf('held')).toEqual([])
    expect((await house.keeper.call<CheckProblems>(listCheckProblems)).data).toMatchObject({
      holds: [{ table: 'held', source: '2.csv' }],
      checks: [],
      total: 1,
    })
    // The same again is one load that waits.
    await house.bring('2.csv', bad, into('held', 'rows'))
    const [waiting, ...others] = await house.holds()
    expect(others).toEqual([])
    await house.keeper.call(releaseHold, { params: { id: waiting?.id ?? 0 }, body: {} })
    await house.work()
    expect(await rowsOf('held')).toEqual([
      ['2026-01-01', '甲', '1'],
      ['2026-01-02', '乙', '2'],
      ['2026-01-03', '甲', '3'],
      ['2026-01-03', null, '4'],
      ['2026-01-04', '乙', '5'],
    ])
    expect(await house.holds()).toEqual([])
    expect(await marksOf('held')).toMatchObject([{ day: '2026-01-03', text: '空着的 1 行，占 50%' }])
    // A mended day takes its mark away.
    await house.bring('3.csv', 'day,channel,n\n2026-01-03,丙,9\n', into('held', 'days'))
    expect(await marksOf('held')).toEqual([])
    expect(await house.find(check.id)).toMatchObject({ state: 'passed' })
    // Dropped rows are gone.
    await house.bring('4.csv', 'day,channel,n\n2026-01-05,,1\n', into('held', 'rows'))
    const [last] = await house.holds()
    await house.keeper.call(discardHold, { params: { id: last?.id ?? 0 }, body: {} })
    expect(await house.holds()).toEqual([])
    expect(await house.rowCount('held')).toBe(4)
  })

  it('lets a load through with a mark on the days that it brings, and leaves the others', async () => {
    await house.bring('1.csv', 'day,n\n2026-02-01,1\n2026-02-02,-2\n', into('marked'))
    const check = await house.save({
      table: 'marked',
      kind: 'range',
      values: { column: 'n', low: 0, high: null, unit: 'count', most: 0 },
    })
    const state = await house.bring('2.csv', 'day,n\n2026-02-03,-1\n2026-02-04,5\n', into('marked', 'rows'))
    expect(state.problem).toBeNull()
    // The day before is none of this load's.
    expect((await marksOf('marked')).map(({ day }) => day)).toEqual(['2026-02-03'])
    expect((await house.run(check.id))[0]).toMatchObject({ state: 'failed', reason: 'hand', figure: 2 })
    expect((await marksOf('marked')).map(({ day }) => day)).toEqual(['2026-02-03', '2026-02-02'])
    // Whoever does not see all rows is told which check, and no figure.
    const narrow = await house.person({ keys: ['search_config'], games: ['a'] })
    expect((await marksOf('marked', narrow)).map(({ day, text }) => [day, text])).toEqual([
      ['2026-02-03', ''],
      ['2026-02-02', ''],
    ])
  })

  it('publishes a released load once, though the server was killed before it noted that', async () => {
    await house.bring('1.csv', 'day,n\n2026-03-01,1\n', into('killed'))
    const rule = { column: 'n', low: 0, high: null, unit: 'count', most: 0 }
    await house.save({ table: 'killed', kind: 'range', values: rule, action: 'hold' })
    await house.bring('2.csv', 'day,n\n2026-03-02,-2\n', into('killed', 'rows'))
    const [hold] = await house.holds()
    expect(hold).toMatchObject({ table: 'killed', source: '2.csv', rows: 1, state: 'held' })
    expect(await house.rowCount('killed')).toBe(1)
    const release = async () => {
      await house.keeper.call(releaseHold, { params: { id: hold?.id ?? 0 }, body: {} })
      await house.work()
    }
    await release()
    expect(await house.rowCount('killed')).toBe(2)
    const { db } = house.deps.metadata
    await db
      .updateTable('data_hold')
      .set({ state: 'held' })
      .where('id', '=', hold?.id ?? 0)
      .execute()
    await release()
    expect(await house.rowCount('killed')).toBe(2)
    expect(await house.holds()).toEqual([])
  })

  it('finds by itself what a kill left unnoted, and is watched by alarms until it is mended', async () => {
    await house.bring('1.csv', 'day,n\n2026-04-01,1\n', into('watched'))
    const check = await house.save({
      table: 'watched',
      kind: 'range',
      values: { column: 'n', low: 0, high: null, unit: 'count', most: 0 },
    })
    const today = businessDay(house.deps.settings)
    await house.run(check.id)
    await house.bring('2.csv', `day,n\n${today},-2\n`, into('watched', 'rows'))
    const model = await readModel(house.deps)
    const fact = model.pointTables.find(({ table_truename }) => table_truename === 'watched')
    const point = model.points.find(({ table_id }) => table_id === fact?.id)?.id ?? 0
    const watcher = await house.person({ keys: ['alert_config_edit'] })
    const tried = async () => {
      const rule = {
        ...exampleRule,
        watch: { points: [point], dims: [], grain: 'day' },
        conditions: [{ kind: 'checks' }],
      }
      const { data } = await watcher.call<AlarmRun>(runAlarmRule, { body: { rule } })
      return JSON.stringify(data)
    }
    expect(await tried()).toContain('有 1 项数据校验没有通过')
    // As if the server had been killed between a publication and its note.
    const { db } = house.deps.metadata
    await db.deleteFrom('data_check_mark').where('check_id', '=', check.id).execute()
    await db
      .updateTable('data_check_run')
      .set({ at: '2026-01-01T00:00:00.000Z' })
      .where('check_id', '=', check.id)
      .execute()
    expect(await tried()).toContain('数据校验都通过了')
    await watchOnce({ ...house.deps, jobs: house.app.jobs }, new AbortController().signal)
    expect(await tried()).toContain('有 1 项数据校验没有通过')
    await house.bring('3.csv', `day,n\n${today},2\n`, into('watched', 'days'))
    expect(await tried()).toContain('数据校验都通过了')
  })

  it('is run by a clock that was set back, not only once that has caught up', async () => {
    await house.bring('1.csv', 'day,n\n2026-05-01,1\n', into('clocked'))
    const check = await house.save({
      table: 'clocked',
      kind: 'range',
      values: { column: 'n', low: 0, high: null, unit: 'count', most: 0 },
      timing: { kind: 'daily', at: '08:00' },
    })
    const { db } = house.deps.metadata
    const dueAt = async () =>
      (await db.selectFrom('data_check_due').select('next_at').where('check_id', '=', check.id).execute())[0]
        ?.next_at ?? ''
    const watch = () => watchOnce({ ...house.deps, jobs: house.app.jobs }, new AbortController().signal)
    await watch()
    expect(await house.runs(check.id)).toEqual([])
    // Noted while the clock was a year ahead.
    await db
      .updateTable('data_check_due')
      .set({ next_at: new Date(Date.now() + 365 * 86_400_000).toISOString() })
      .where('check_id', '=', check.id)
      .execute()
    await watch()
    expect((await house.runs(check.id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['passed', 'clock'],
    ])
    expect(Date.parse(await dueAt()) - Date.now()).toBeLessThanOrEqual(25 * 3_600_000)
  })
})
