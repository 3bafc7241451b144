// The home page's figures: the latest days of each view's first report, within the caller's games; one failure
// affects one card.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRows } from '#semantic/model/rowScope.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import type { Person } from '#tests/factories/house.ts'
import { forgetModel } from '#features/config/server/index.ts'
import { getHomeFigures, type HomeCard } from '#features/statement/contract.ts'
import { figuresInScope } from '#features/statement/server/figures.ts'
import { homeQuestion, lateSince, openDays, wholeUntil } from '#features/statement/server/home/question.ts'
import { soFarQuestion } from '#features/statement/server/home/soFar.ts'
import { makeOffice, type Office } from './office.ts'

const today = businessDay({ zone: 'Asia/Shanghai', cutoffHour: 0 })
const back = (days: number) => shiftDay(today, -days)

describe('the home page', () => {
  let office: Office
  let reader: Person
  beforeAll(async () => {
    office = await makeOffice({
      extraSql: [
        `INSERT INTO visit VALUES ('${today}', 'a', 'web', 1, 7), ('${back(1)}', 'a', 'web', 1, 40),
          ('${back(1)}', 'b', 'store', 3, 60), ('${back(2)}', 'b', 'store', 3, 50)`,
      ],
    })
    reader = await office.person()
  })
  afterAll(() => office?.dispose())

  const ask = async (person: Person, viewIds: number[]) =>
    (await person.call<HomeCard[]>(getHomeFigures, { body: { viewIds } })).data

  it('gives today, yesterday and the days before; a day without rows is empty, not zero', async () => {
    const [card] = await ask(reader, [office.view])
    expect(card).toMatchObject({ viewId: office.view, reportName: '访问', state: 'figures', lateSince: null })
    expect(card?.days.slice(-2)).toEqual([back(1), today])
    expect(card?.points[0]?.values.slice(-4)).toEqual([null, 50, 100, 7])
  })

  it('says which days may still grow: none was published after their end', async () => {
    const { readModel } = await import('#features/config/server/index.ts')
    const model = await readModel(office.deps)
    const info = office.info({})
    const settings = { zone: 'Asia/Shanghai', cutoffHour: 0 }
    expect(wholeUntil(model, info, settings)).toBe(back(1))
    const old = {
      ...model,
      tables: model.tables.map((table) => ({ ...table, updatedAt: `${back(1)}T10:00:00.000Z` })),
    }
    expect(wholeUntil(old, info, settings)).toBe(back(2))
    const days = [back(3), back(2), back(1), today]
    expect([back(0), back(1), back(2), back(3), null].map((whole) => openDays(days, whole))).toEqual([
      1, 1, 2, 3, 1,
    ])
  })

  it('counts the games of the caller alone', async () => {
    const [card] = await ask(await office.person({ games: ['b'] }), [office.view])
    expect(card?.points[0]?.values.slice(-3)).toEqual([50, 60, null])
  })

  it('says that there was nothing for long, instead of a table of nothing', async () => {
    const [card] = await ask(await office.person({ games: ['none'] }), [office.view])
    expect(card).toMatchObject({
      state: 'none',
      message: '近 14 天没有数据，打开查看',
      points: [],
      lateSince: null,
    })
  })

  it('tells of a view that is not the caller’s as of one that is not there, and shows the others', async () => {
    const { db } = office.deps.metadata
    const { id } = await db
      .insertInto('view_meta')
      .values({ name: '私有', type_id: null, position: 1, owner_id: office.admin.id, shared: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [hidden, missing, shown] = await ask(reader, [id, 999_999, office.view])
    expect({ ...hidden, viewId: 0 }).toEqual({ ...missing, viewId: 0 })
    expect(hidden).toMatchObject({ state: 'failed', points: [], reportName: '' })
    expect(shown?.state).toBe('figures')
  })

  it('says that a view holds no report yet', async () => {
    const { db } = office.deps.metadata
    const { id } = await db
      .insertInto('view_meta')
      .values({ name: '空', type_id: null, position: 2, owner_id: reader.id, shared: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await ask(reader, [id])).toMatchObject([{ state: 'none', message: '还没有报表' }])
  })

  it('asks a saved report by days over its own conditions, without empty ones', async () => {
    const { readModel } = await import('#features/config/server/index.ts')
    const model = await readModel(office.deps)
    const { dims, points } = office
    const kept = { dim: dims.channel, op: 'in' as const, values: ['web'] }
    const info = office.info({
      dims: [dims.channel],
      filters: [
        kept,
        { dim: dims.game, op: 'in', values: [] },
        { point: points.minutes, op: 'gt', values: [1] },
      ],
      compare: 'week',
    })
    expect(homeQuestion(info, model, '2026-10-15')).toEqual({
      dayKey: `d${dims.date}`,
      info: {
        dims: [dims.date],
        points: [points.minutes],
        dateRange: { from: '2026-10-01', to: '2026-10-15' },
        grain: 'day',
        filters: [kept],
      },
    })
    expect(homeQuestion({ ...info, kind: 'funnel' }, model, today)).toBeNull()
    expect(homeQuestion({ ...info, points: [] }, model, today)).toBeNull()
    // By another date: today's figures are still those of the business's day.
    const opened = { ...model.dimensions[0], id: 9_999, types: 'date', table_id: office.tables.channels }
    const dated = { ...model, dimensions: [opened as (typeof model.dimensions)[0], ...model.dimensions] }
    expect(homeQuestion({ ...info, dims: [9_999] }, dated, today)?.dayKey).toBe(`d${dims.date}`)
  })

  it('sets today until an hour beside yesterday until the same hour, where the facts have moments', async () => {
    const { readModel } = await import('#features/config/server/index.ts')
    const { db } = office.deps.metadata
    const { points, dims, deps } = office
    const clock = { zone: 'Asia/Shanghai', cutoffHour: 0 }
    const noon = new Date('2026-10-02T04:30:00Z')
    const asked = office.info({ points: [points.players, points.revenue, points.orders], dims: [dims.date] })
    const publishedAt = async (time: string) => {
      const model = await readModel(deps)
      return { ...model, tables: model.tables.map((table) => ({ ...table, updatedAt: time })) }
    }
    const published = await publishedAt('2026-10-02T03:10:00.000Z')
    // Nothing can tell the hours.
    expect(soFarQuestion(asked, published, clock, noon)).toBeNull()
    await db
      .insertInto('dimension')
      .values({
        table_id: null,
        count_quantum: 'hour',
        update_frequency: 'hour',
        cgi_filter: 0,
        types: 'time',
        name: '时间',
        form_type: 'dateRange',
        describe: '',
        info: '{}',
        create_time: '2026-10-04T00:00:00.000Z',
        dim_type_id: null,
      })
      .execute()
    forgetModel(deps.metadata)
    const question = soFarQuestion(asked, await publishedAt('2026-10-02T03:10:00.000Z'), clock, noon)
    expect(question?.until).toBe('11:00')
    // Visits know their day alone.
    expect(question?.info.points).toEqual([points.revenue, points.orders])
    const read = async (info: ReportInfo) => {
      const { chunks } = await figuresInScope(deps, { info, scope: allRows }, AbortSignal.timeout(60_000))
      const columns = chunks[0]?.columns.map((text) => JSON.parse(text) as unknown[])
      return columns?.[0]?.map((day, row) => [String(day).slice(0, 10), Number(columns[1]?.[row])])
    }
    // By hand: until 11:00 there were 100 paid on the 1st and 50 on the 2nd; 900 came at 12:00.
    const sums = await read({
      ...(question?.info as ReportInfo),
      order: [{ key: `d${dims.date}`, desc: false }],
    })
    expect(sums).toEqual([
      ['2026-10-01', 100],
      ['2026-10-02', 50],
    ])
    // Until 10:00 of the 2nd nobody had paid; yesterday until then the 100 of 09:30.
    const earlier = soFarQuestion(asked, await publishedAt('2026-10-02T02:59:00.000Z'), clock, noon)
    expect([earlier?.until, await read(earlier?.info as ReportInfo)]).toEqual([
      '10:00',
      [['2026-10-01', 100]],
    ])
    // A day that begins at five: at two in the morning it is still yesterday, whose evening counts whole.
    const five = { ...clock, cutoffHour: 5 }
    const night = new Date('2026-10-02T18:30:00Z')
    expect(
      soFarQuestion(asked, await publishedAt('2026-10-02T18:10:00.000Z'), five, night)?.info.filters,
    ).toEqual([
      {
        any: [
          { dim: expect.any(Number), op: 'lt', values: ['2026-10-02 02:00'] },
          { dim: expect.any(Number), op: 'between', values: ['2026-10-02 05:00', '2026-10-03 01:00'] },
        ],
      },
    ])
    // Published yesterday: of today nothing is known.
    expect(soFarQuestion(asked, await publishedAt('2026-10-01T10:00:00.000Z'), clock, noon)).toBeNull()
  })

  it('has no figures by days of a table without dates, and calls that no failure', async () => {
    const { db } = office.deps.metadata
    const { visit } = office.tables
    await db.updateTable('point_table').set({ date_column: null }).where('id', '=', visit).execute()
    forgetModel(office.deps.metadata)
    expect(await ask(reader, [office.view])).toMatchObject([{ state: 'none', points: [] }])
  })
})

describe('what is late', () => {
  const days = ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04']
  const since = (values: (number | null)[], hour: number) => lateSince(days, [{ values }], hour)

  it('is yesterday’s once its hour is past', () => {
    expect(since([1, 2, null, null], 9)).toBeNull()
    expect(since([1, 2, null, null], 10)).toBe('2026-10-02')
    expect(since([1, null, null, null], 0)).toBe('2026-10-01')
    expect(since([1, 2, 3, null], 23)).toBeNull()
  })
  it('is nothing where a zero is a figure, or where there was none for long', () => {
    expect(since([1, 2, 0, null], 12)).toBeNull()
    expect(since([null, null, null, null], 12)).toBeNull()
  })
})
