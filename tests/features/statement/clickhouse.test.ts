// An installation on ClickHouse answers like one on DuckDB, from the call to the file, and refuses users' SQL.
import { setTimeout as sleep } from 'node:timers/promises'
import XLSX from 'sheetjs-style'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GameScope, ReportInfo } from '#semantic/model/types.ts'
import { type ClickHouse, hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import type { Person } from '#tests/factories/house.ts'
import { getOdpsTables, getSqlFunctions, queryLight, querySql } from '#features/code/contract.ts'
import {
  type BackgroundRecord,
  explainCell,
  explainColumns,
  exporeExcel,
  getRecordData,
  getRecords,
  getReportDataByInfo,
  getReportQueryParam,
  getVocabulary,
  type ReportTable,
  runInBackground,
} from '#features/statement/contract.ts'
import { makeOffice, type Office } from './office.ts'

describe.skipIf(!hasClickHouse)('an installation on a ClickHouse', () => {
  let engine: ClickHouse
  let offices: { duckdb: Office; clickhouse: Office }
  beforeAll(async () => {
    engine = await shareClickHouse()
    offices = { duckdb: await makeOffice(), clickhouse: await makeOffice({ clickhouse: engine }) }
  })
  afterAll(async () => {
    await offices?.duckdb.dispose()
    await offices?.clickhouse.dispose()
  })

  /** Asks the same on both; a person of the same games on each. */
  const onBoth = async <Found>(
    games: GameScope,
    ask: (office: Office, person: Person) => Promise<Found>,
  ): Promise<[Found, Found]> => {
    const found: Found[] = []
    for (const office of [offices.duckdb, offices.clickhouse]) {
      found.push(await ask(office, await office.person({ games, keys: ['search_sqlQuery'] })))
    }
    return found as [Found, Found]
  }
  type Change = (office: Office) => Partial<ReportInfo>
  /** What differs by the warehouse stays out. */
  const figures = async (office: Office, person: Person, change: Change, more = {}) => {
    const body = { info: office.info(change(office)), ...more }
    const { data, summary, rowCount, truncated, columns, levels } = (
      await person.call<ReportTable>(getReportDataByInfo, { body })
    ).data
    return { data, summary, rowCount, truncated, columns, levels }
  }

  const reports: [name: string, change: Change][] = [
    ['by date', () => ({})],
    [
      'by channel, over two facts',
      ({ dims, points }) => ({
        dims: [dims.channel],
        points: [points.players, points.minutes, points.revenue, points.arpu],
        order: [{ key: `p${points.minutes}`, desc: true }],
      }),
    ],
    [
      'with subtotals, shares and the days that nothing was on',
      ({ dims, points }) => ({
        dims: [dims.date, dims.channel],
        points: [points.revenue],
        dateRange: { from: '2026-09-30', to: '2026-10-04' },
        subtotals: true,
        shares: [points.revenue],
        order: [{ key: `d${dims.date}`, desc: false }],
      }),
    ],
    [
      'compared with the day before',
      ({ points }) => ({ points: [points.minutes, points.revenue], compare: 'previous' }),
    ],
    [
      'with the first value and the rest',
      ({ dims, points }) => ({
        dims: [dims.channel],
        points: [points.players],
        top: { dim: dims.channel, by: points.players, count: 1 },
      }),
    ],
    [
      'filtered, cut at a limit',
      ({ dims, points }) => ({
        dims: [dims.channel],
        points: [points.minutes],
        filters: [{ dim: dims.channel, op: 'in', values: ['web', 'store', ''] }],
        order: [{ key: `p${points.minutes}`, desc: true }],
        limit: 2,
      }),
    ],
  ]
  it.each(reports)('gives the figures that DuckDB gives: %s', async (_, change) => {
    const [expected, found] = await onBoth('all', (office, person) => figures(office, person, change))
    expect(found).toEqual(expected)
    expect(found.rowCount).toBeGreaterThan(0)
  })

  it.each([['a'], ['b']])("shows a user of game %s that game's alone", async (game) => {
    const change: Change = ({ dims, points }) => ({
      dims: [dims.game],
      points: [points.players, points.revenue],
    })
    const [expected, found] = await onBoth([game], (office, person) => figures(office, person, change))
    expect(found).toEqual(expected)
    expect(found.data[0]).toEqual([game])
    const [, none] = await onBoth([], (office, person) => figures(office, person, change))
    expect(none.rowCount).toBe(0)
  })

  it('lists the values of a dimension in the games of who asks, and words for sentences', async () => {
    for (const games of ['all', ['a']] as const) {
      const [expected, found] = await onBoth(games, async ({ dims }, person) => {
        const query = { options: `${dims.channel},${dims.kind}` }
        return (await person.call(getReportQueryParam, { params: { reportId: 0 }, query })).data
      })
      expect(found).toEqual(expected)
      const [words, foundWords] = await onBoth(
        games,
        async (_, person) => (await person.call(getVocabulary)).data,
      )
      expect(foundWords).toEqual(words)
    }
  })

  it('explains a cell by the rows behind it, and its columns', async () => {
    const [expected, found] = await onBoth('all', async (office, person) => {
      const { dims, points } = office
      const info = office.info({ dims: [dims.date, dims.channel], points: [points.minutes] })
      const cells = { [`d${dims.date}`]: '2026-10-01', [`d${dims.channel}`]: 'web' }
      const cell = (
        await person.call<{
          value: unknown
          updateTime: string
          rows: { total: number; data: unknown[][] }[]
        }>(explainCell, { body: { info, key: `p${points.minutes}`, cells } })
      ).data
      expect(cell.updateTime).toMatch(/^20\d\d-\d\d-\d\dT/)
      const columns = await person.call(explainColumns, {
        body: { points: [points.minutes], dims: [dims.channel] },
      })
      expect(columns.status).toBe(200)
      return {
        value: cell.value,
        total: cell.rows[0]?.total,
        cells: cell.rows[0]?.data.map((column) => column.toSorted()),
      }
    })
    expect(found).toEqual(expected)
    expect(found).toMatchObject({ value: 30, total: 2 })
  })

  it('exports and runs in the background', async () => {
    const change: Change = ({ dims, points }) => ({
      dims: [dims.channel],
      points: [points.minutes, points.revenue, points.arpu],
      order: [{ key: `p${points.minutes}`, desc: true }],
    })
    const [expected, found] = await onBoth('all', async (office, person) => {
      const info = office.info(change(office))
      const { bytes } = await person.call(exporeExcel, {
        query: { showBottom: '1' },
        body: { reportName: '渠道', info },
      })
      const { SheetNames, Sheets } = XLSX.read(bytes, { type: 'buffer' })
      const file = XLSX.utils.sheet_to_json(Sheets[SheetNames[0] as string] as never, { header: 1 })
      const { id } = (
        await person.call<{ id: string }>(runInBackground, { body: { reportName: '渠道', info } })
      ).data
      const record = async () =>
        (await person.call<BackgroundRecord[]>(getRecords, { params: { id: 0 } })).data.find(
          (one) => one.id === id,
        )
      while (['queued', 'running'].includes((await record())?.status ?? '')) await sleep(20)
      const kept = await person.call<ReportTable>(getRecordData, { params: { id, export: 'false' } })
      return { file, problem: (await record())?.problem, data: kept.data.data, summary: kept.data.summary }
    })
    expect(found).toEqual(expected)
    expect(found.problem).toBe('')
  })

  it('answers again from the cache until rows come, then with them', async () => {
    const office = offices.clickhouse
    const person = await office.person()
    const { points } = office
    const ask = async () =>
      (
        await person.call<ReportTable>(getReportDataByInfo, {
          body: { info: office.info({ dims: [], points: [points.minutes], dateRange: { relative: 'all' } }) },
        })
      ).data
    const first = await ask()
    expect([(await ask()).cached, first.updateTime !== null]).toEqual([true, true])
    const published = new Promise<void>((resolve) => office.deps.warehouse.onPublished(resolve))
    await engine.run(
      `INSERT INTO ${office.clickhouseDatabase}.visit VALUES ('2026-10-03', 'a', 'web', 1, 1000)`,
    )
    await published
    const next = await ask()
    expect(next.cached).toBe(false)
    expect(next.summary?.[0]).toBe(Number(first.summary?.[0]) + 1000)
  })

  it("refuses users' SQL in words, and shows the tables all the same", async () => {
    const person = await offices.clickhouse.person({ keys: ['search_sqlQuery'] })
    for (const call of [querySql, queryLight]) {
      const { envelope } = await person.call(call, { body: { sql: 'select 1' } })
      expect(envelope?.isSuccess ? envelope.data : envelope).toMatchObject(
        envelope?.isSuccess
          ? { status: 'failed', problem: { message: expect.stringContaining('ClickHouse') } }
          : { msg: expect.stringContaining('ClickHouse') },
      )
    }
    const tables = (await person.call<{ name: string }[]>(getOdpsTables)).data
    expect(tables.map(({ name }) => name)).toEqual(['channels', 'letters', 'orders', 'visit'])
    expect((await person.call(getSqlFunctions)).data).toEqual([])
    const ready = await offices.clickhouse.app.inject('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([200, { metadata: 'ready', warehouse: 'ready' }])
  })
})
