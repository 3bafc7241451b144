// The report that an import proposes compiles, runs, and has correct figures.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import type { CompileContext, ReportInfo } from '#semantic/model/types.ts'
import { type ImportHouse, makeImportHouse } from '#tests/factories/imports.ts'
import { makeWarehouse, type TestWarehouse } from '#tests/factories/warehouse.ts'
import { readModel } from '#features/config/server/index.ts'

const sales = [
  'Rank,Name,Platform,Year,Genre,销售额(万元),Rate',
  ...Array.from({ length: 120 }, (_, index) =>
    [
      index + 1,
      `"Game ""${index % 70}"""`,
      ['Wii', 'PS2', 'PC'][index % 3],
      index % 40 === 0 ? 'N/A' : 2000 + (index % 5),
      index % 2 ? 'Sports' : '动作',
      (index / 4).toFixed(2),
      '0.5',
    ].join(','),
  ),
].join('\n')

let house: ImportHouse
let reading: TestWarehouse
beforeAll(async () => {
  house = await makeImportHouse()
  reading = await makeWarehouse({ dataDir: house.dataDir })
})
afterAll(async () => {
  await reading.warehouse.stop()
  await house.dispose()
})

async function importSales(...args: string[]) {
  const before = reading.warehouse.version()
  const { viewMetaId } = await house.run([await house.file('game sales.csv', sales), ...args])
  while (reading.warehouse.version() === before) await new Promise((resolve) => setTimeout(resolve, 10))
  const { db } = house.metadata
  const view = await db
    .selectFrom('view_meta')
    .selectAll()
    .where('id', '=', viewMetaId)
    .executeTakeFirstOrThrow()
  const reports = await db.selectFrom('report').selectAll().where('view_meta_id', '=', viewMetaId).execute()
  return {
    view,
    reports: reports.map((row) => ({ name: row.report_name, info: JSON.parse(row.info) as ReportInfo })),
  }
}

async function run(info: ReportInfo, games: CompileContext['games'] = 'all'): Promise<unknown[][]> {
  const model = await readModel({ metadata: house.metadata, warehouse: reading.warehouse })
  const context: CompileContext = {
    games,
    rules: [],
    now: new Date('2026-06-01T00:00:00Z'),
    zone: 'Asia/Shanghai',
    cutoffHour: 0,
    dialect: 'duckdb',
  }
  const compiled = compileReport(info, model, context)
  return reading.rows(compiled.sql, { params: compiled.params })
}

const total = (119 * 120) / 2 / 4

describe('without dates', () => {
  it('gives a shared view of reports that run', async () => {
    const { view, reports } = await importSales()
    expect(view).toMatchObject({ name: 'game sales', shared: 1, owner_id: 1 })
    expect(reports.map(({ name }) => name)).toEqual(['按 Year 趋势', '按 Platform', 'Name 前 20 名'])
    for (const { info } of reports) {
      const [summary, ...rows] = await run(info)
      expect(summary).toContain(total)
      expect(summary).toContain(120)
      // One more than the limit, by which the service knows that there are more.
      expect(rows.slice(0, info.limit).length).toBe(info.limit ?? (info.chart?.kind === 'pie' ? 3 : 6))
    }
  })

  it('proposes dimensions and points by what columns are', async () => {
    const { db } = house.metadata
    const dimensions = await db
      .selectFrom('dimension')
      .select(['name', 'types', 'form_type'])
      .orderBy('id')
      .execute()
    expect(dimensions).toEqual([
      { name: 'Name', types: 'string', form_type: 'multiSelect' },
      { name: 'Platform', types: 'string', form_type: 'multiSelect' },
      { name: 'Year', types: 'number', form_type: 'numberRange' },
      { name: 'Genre', types: 'string', form_type: 'multiSelect' },
    ])
    const points = await db.selectFrom('point').select(['name', 'name_sql', 'info']).orderBy('id').execute()
    expect(points.map(({ name, name_sql }) => [name, name_sql])).toEqual([
      ['game sales 行数', ''],
      ['销售额(万元)', '"销售额(万元)"'],
      ['Rate合计', '"Rate"'],
      ['平均Rate', '[Rate合计] / [game sales 行数]'],
    ])
    expect(JSON.parse(points[1]?.info ?? '')).toEqual({ aggregate: 'sum', format: 'decimal', unit: '万元' })
  })
})

describe('with dates', () => {
  it('adds a report along them, over one shared date dimension', async () => {
    const { view, reports } = await importSales('--date', 'Year', '--table', 'dated')
    expect(view.name).toBe('game sales_2')
    expect(reports.map(({ name }) => name)).toEqual(['按年', '按 Platform', 'Name 前 20 名'])
    const rows = await run(reports[0]?.info as ReportInfo)
    expect(rows.slice(1).map(([day]) => String(day).slice(0, 4))).toEqual(
      expect.arrayContaining(['2000', '2001', '2002', '2003', '2004']),
    )
    const names = await house.metadata.db.selectFrom('point').select('name').orderBy('id').execute()
    expect(names.map(({ name }) => name).slice(4)).toEqual([
      'dated 行数',
      'dated·销售额(万元)',
      'dated·Rate合计',
      'dated·平均Rate',
    ])
    const again = await importSales('--date', 'Year', '--table', 'dated_again')
    const ids = [reports, again.reports].map((list) => list[0]?.info.dims)
    expect(ids[0]).toEqual(ids[1])
  })
})

describe('with games', () => {
  it('shows each user their own games, and knows new ones', async () => {
    const { reports } = await importSales('--game', 'Genre', '--table', 'gamed')
    const { info } = reports[0] as (typeof reports)[number]
    const [all] = await run(info)
    const [some] = await run(info, ['Sports'])
    expect(all).toContain(120)
    expect(some).toContain(60)
    expect(await run(info, [])).not.toContainEqual(all)
    const games = await house.metadata.db.selectFrom('game').select('cgi').orderBy('cgi').execute()
    expect(games.map(({ cgi }) => cgi)).toEqual(['Sports', '动作'])
  })
})

it('refuses before anything is made when there is nobody to own the report', async () => {
  const empty = await makeImportHouse()
  try {
    await empty.metadata.db.deleteFrom('user').execute()
    const before = await empty.state()
    await expect(empty.run([await empty.file('a.csv', 'a\n1\n')])).rejects.toThrow('还没有用户')
    expect(await empty.state()).toEqual(before)
  } finally {
    await empty.dispose()
  }
})
