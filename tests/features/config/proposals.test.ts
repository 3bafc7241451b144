// What an import proposes for realistic files: sums, counts, dimensions, and reports that fit the file. Each report
// is run.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import { allRows } from '#semantic/model/rowScope.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { type ImportHouse, makeImportHouse } from '#tests/factories/imports.ts'
import { makeWarehouse, type TestWarehouse } from '#tests/factories/warehouse.ts'
import { readModel } from '#features/config/server/index.ts'

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

const day = (at: number): string =>
  new Date(Date.UTC(2026, 0, 1) + at * 86_400_000).toISOString().slice(0, 10)
const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item
const csv = (head: string, count: number, row: (at: number) => readonly unknown[]): string =>
  [head, ...Array.from({ length: count }, (_, at) => row(at).join(','))].join('\n')

interface Proposed {
  /** Names of dimensions of the table's own. */
  dimensions: string[]
  /** Kind and name of what is shown: «additive 金额»; parts of others are left out. */
  points: string[]
  /** Name, kind of chart, and what is asked for. */
  reports: {
    name: string
    chart: string
    kind: string
    points: string[]
    /** By what its rows stand, and whether the largest come first. */
    ordered: [string | undefined, boolean | undefined]
    /** What its chart shows. */
    drawn: string[]
  }[]
  /** How points are written, by their names. */
  formats: Record<string, string>
  /** Of each report the totals. */
  totals: unknown[][]
}

async function proposed(name: string, content: string): Promise<Proposed> {
  const before = reading.warehouse.version()
  const { viewMetaId } = await house.run([await house.file(name, content)])
  await expect.poll(() => reading.warehouse.version()).not.toBe(before)
  const model = await readModel({ metadata: house.metadata, warehouse: reading.warehouse })
  const { db } = house.metadata
  const rows = await db.selectFrom('report').selectAll().where('view_meta_id', '=', viewMetaId).execute()
  const reports = rows.map((row) => ({ name: row.report_name, info: JSON.parse(row.info) as ReportInfo }))
  const titled = (id: number) => model.points.find((point) => point.id === id)?.name ?? ''
  const keyed = (key = '') =>
    [
      ...model.points.map((each) => [`p${each.id}`, each.name]),
      ...model.dimensions.map((each) => [`d${each.id}`, each.name]),
    ].find(([own]) => own === key)?.[1]
  const totals: unknown[][] = []
  for (const { info } of reports) {
    const now = new Date('2026-06-01T00:00:00Z')
    const context = { ...allRows, now, zone: 'Asia/Shanghai', cutoffHour: 0, dialect: 'duckdb' } as const
    const { sql, params } = compileReport(info, model, context)
    const [total = []] = await reading.rows(sql, { params })
    totals.push(total as unknown[])
  }
  const source = (text: string) => text.startsWith(`${name} `)
  return {
    dimensions: model.dimensions.filter(({ describe: text }) => source(text)).map((each) => each.name),
    points: model.points
      .filter(({ describe: text, name: own }) => source(text) && !/合计$|为是的行数$|有值的行数$/.test(own))
      .map(({ types, name: own }) => `${types} ${own.replace(/^.*·/, '')}`),
    reports: reports.map(({ name: own, info }) => ({
      name: own,
      kind: info.kind ?? 'table',
      chart: info.chart?.kind ?? '',
      points: info.points.map(titled),
      ordered: [keyed(info.order?.[0]?.key), info.order?.[0]?.desc],
      drawn: info.chart?.keys?.map((key) => keyed(key) ?? '') ?? [],
    })),
    formats: Object.fromEntries(
      model.points
        .filter(({ describe: text }) => source(text))
        .map(({ name: own, info }) => [own.replace(/^.*·/, ''), info.format ?? '']),
    ),
    totals,
  }
}

const named = ({ reports }: Proposed) => reports.map(({ name, chart }) => `${name}：${chart}`)

describe('an import proposes', () => {
  it('of one row a player: players, what they do on average, shares of flags; nothing blindly summed', async () => {
    const found = await proposed(
      'ab_test.csv',
      csv('userid,version,sum_gamerounds,retention_1,retention_7', 400, (at) => [
        100_000 + at * 7,
        pick(['gate_30', 'gate_40'], at),
        (at * 37) % 211,
        at % 3 === 0 ? 'TRUE' : 'FALSE',
        at % 7 === 0 ? 'TRUE' : 'FALSE',
      ]),
    )
    expect(found.dimensions).toEqual(['version', 'retention_1', 'retention_7'])
    expect(found.points).toEqual([
      'additive ab_test 行数',
      'distinct 玩家数',
      'computed 平均sum_gamerounds',
      'computed retention_1占比',
      'computed retention_7占比',
    ])
    expect(named(found)).toEqual(['按 version：column', 'sum_gamerounds 分布：column'])
    expect(found.totals[0]).toEqual(expect.arrayContaining([400, 134 / 400, 58 / 400]))
    // What the chart shows is what the rows are sorted by.
    expect(found.reports[0]).toMatchObject({
      ordered: ['平均sum_gamerounds', true],
      drawn: ['平均sum_gamerounds'],
    })
    expect(found.reports[1]).toMatchObject({ kind: 'distribution' })
  })

  it('of orders: what was paid and by how many, a mean price, structure and top', async () => {
    const found = await proposed(
      '订单明细.csv',
      csv('下单时间,订单号,用户ID,渠道,商品,单价,数量,支付金额(元),是否首单', 600, (at) => [
        `${day(at % 90)} 10:00:00`,
        `D${1_000_000 + at}`,
        `u${at % 130}`,
        pick(['官网', '应用宝', '抖音', '华为'], at * 7),
        `商品${at % 40}`,
        (10 + (at % 9)).toFixed(2),
        1 + (at % 4),
        ((10 + (at % 9)) * (1 + (at % 4))).toFixed(2),
        at % 5 === 0 ? '是' : '否',
      ]),
    )
    expect(found.dimensions).toEqual(['渠道', '商品', '是否首单'])
    expect(found.points).toEqual([
      'additive 订单明细行数',
      'distinct 订单数',
      'distinct 用户数',
      'additive 数量',
      'additive 支付金额(元)',
      // Weighted by 数量.
      'additive 单价×数量',
      'additive 单价的数量',
      'computed 平均单价',
      'computed 是否首单占比',
    ])
    expect(named(found)).toEqual(['按日：line', '按渠道：pie', '商品前 20 名：bar'])
    expect(found.totals[0]).toEqual(expect.arrayContaining([600, 130]))
  })

  it('of ids as texts: counted; of shares between 0 and 1: percent, which prices are not', async () => {
    const found = await proposed(
      '投放.csv',
      csv('日期,uid,device_id,首日留存,转化,CPC,营收(万元),成功', 120, (at) => [
        day(at % 30),
        `u${at % 40}`,
        `d${at % 45}`,
        at % 3 === 0 ? 1 : 0,
        ((at % 50) / 100).toFixed(2),
        ((at % 90) / 100).toFixed(2),
        500 + at,
        at % 4 === 0 ? '真' : '假',
      ]),
    )
    expect(found.dimensions).toEqual(['成功'])
    expect(found.points).toEqual([
      'additive 投放行数',
      'distinct 玩家数',
      'distinct 设备数',
      'additive 营收(万元)',
      'computed 平均首日留存',
      'computed 平均转化',
      'computed 平均CPC',
      'computed 成功占比',
    ])
    expect(found.formats).toMatchObject({
      平均首日留存: 'percent',
      平均转化: 'percent',
      平均CPC: 'decimal',
      成功占比: 'percent',
    })
    expect(found.totals[0]).toEqual(expect.arrayContaining([40, 45, 1 / 3]))
  })

  it('of daily balances: the last day’s, which days do not add up', async () => {
    const found = await proposed(
      '货币存量.csv',
      csv('日期,区服ID,货币,期末余额,当日产出', 240, (at) => [
        day(Math.floor(at / 8)),
        1001 + (at % 4),
        pick(['元宝', '铜钱'], Math.floor(at / 4)),
        10_000 + at,
        at,
      ]),
    )
    expect(found.points).toEqual(['additive 货币存量行数', 'additive 当日产出', 'semiAdditive 期末余额'])
    expect(found.dimensions).toEqual(['区服ID', '货币'])
    expect(named(found)[0]).toBe('按日：line')
    // Of the last day alone: 8 rows from 232 on.
    const last = Array.from({ length: 8 }, (_, at) => 10_000 + 232 + at).reduce((sum, each) => sum + each, 0)
    expect(found.totals[0]).toContain(last)
  })

  it('of level results: levels and stars cut, times are means', async () => {
    const found = await proposed(
      '关卡结果.csv',
      csv('role_id,关卡,胜负,用时(秒),星级,重试次数', 500, (at) => [
        9_000_000 + (at % 90),
        1 + (at % 25),
        pick(['胜', '负', '胜'], at),
        30 + (at % 47),
        at % 4,
        at % 6,
      ]),
    )
    expect(found.dimensions).toEqual(['关卡', '胜负', '星级'])
    expect(found.points).toEqual([
      'additive 关卡结果行数',
      'distinct 角色数',
      'additive 重试次数',
      'computed 平均用时(秒)',
    ])
    expect(found.reports.length).toBeGreaterThanOrEqual(2)
  })

  it('of a survey: answers and flags cut, marks are means', async () => {
    const found = await proposed(
      '问卷.csv',
      csv('受访者编号,性别,年龄段,满意度,推荐分数,是否付费,建议', 120, (at) => [
        at + 1,
        pick(['男', '女'], at),
        pick(['18-24', '25-30', '31-40'], at),
        1 + (at % 5),
        at % 11,
        pick(['Y', 'N'], at * 3),
        `意见 ${at} ${'很'.repeat(210)}`,
      ]),
    )
    expect(found.dimensions).toEqual(['性别', '年龄段', '是否付费'])
    expect(found.points).toEqual([
      'additive 问卷行数',
      'distinct 受访者数',
      'computed 平均满意度',
      'computed 平均推荐分数',
      'computed 是否付费占比',
    ])
    expect(named(found)[0]).toBe('按性别：column')
  })

  it('of a list without dates: what it lists is counted', async () => {
    const found = await proposed(
      '服务器列表.csv',
      csv('server_id,区服名,大区,状态,版本,最大人数,IP', 60, (at) => [
        100 + at,
        `云海 ${at} 服`,
        pick(['华东', '华南', '华北'], at),
        pick(['开放', '维护'], at),
        pick([3, 4, 5], at),
        2000,
        `10.0.0.${at}`,
      ]),
    )
    expect(found.dimensions).toEqual(['区服名', '大区', '状态', '版本', 'IP'])
    expect(found.points).toEqual(['additive 服务器列表行数', 'distinct 区服数', 'additive 最大人数'])
    expect(named(found)[0]).toBe('按大区：pie')
  })

  it('of a wide table of months: all of them, side by side', async () => {
    const months = Array.from({ length: 12 }, (_, at) => `${at + 1}月`)
    const found = await proposed(
      '年度预算.csv',
      csv(['部门', ...months].join(), 9, (at) => [
        `部门${at}`,
        ...months.map((_, month) => at * 100 + month),
      ]),
    )
    expect(found.points.slice(1)).toEqual(months.map((month) => `additive ${month}`))
    expect(found.reports[0]?.points.slice(0, 12)).toEqual(months)
  })

  it('of sales of games: years, genres, the publishers that sold most', async () => {
    const found = await proposed('vgsales.csv', await readFile('tests/features/config/vgsales.csv', 'utf8'))
    expect(found.dimensions).toEqual(['Name', 'Platform', 'Year', 'Genre', 'Publisher'])
    expect(found.points).toEqual([
      'additive vgsales 行数',
      'additive NA_Sales',
      'additive EU_Sales',
      'additive JP_Sales',
      'additive Other_Sales',
      'additive Global_Sales',
    ])
    expect(named(found)).toEqual(['按 Year 趋势：column', '按 Genre：column', 'Publisher 前 20 名：bar'])
    expect(found.reports[0]).toMatchObject({ ordered: ['Year', false], drawn: ['Global_Sales'] })
    await house.run([await house.file('vgsales.csv', 'Year,Sales\n2001,3\n2002,4\n'), '--table', 'vgsales_2'])
    const rows = await house.metadata.db
      .selectFrom('point')
      .select('name')
      .where('name', 'like', '%行数')
      .execute()
    expect(rows.map(({ name }) => name)).toContain('vgsales_2 行数')
  })
})
