// The figures that an import proposes for a game's daily numbers, counted a second way; and dimensions that two
// files have in common.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import type { CompileContext, ReportInfo } from '#semantic/model/types.ts'
import { type ImportHouse, makeImportHouse } from '#tests/factories/imports.ts'
import { makeWarehouse, type TestWarehouse } from '#tests/factories/warehouse.ts'
import { readModel } from '#features/config/server/index.ts'

interface Day {
  day: string
  channel: string
  active: number
  peak: number
  fresh: number
  kept: number
  gold: number
}

const days: Day[] = Array.from({ length: 20 }, (_, at) => ({
  day: `2026-03-${String(1 + Math.floor(at / 2)).padStart(2, '0')}`,
  channel: at % 2 === 0 ? '官网' : 'TapTap',
  active: 1000 + at * 37,
  peak: 200 + ((at * 71) % 90),
  fresh: 50 + at * 3,
  kept: 30 + ((at * 7) % 20),
  gold: 5000 + at,
}))

const daily = [
  '日期,渠道,日活,在线峰值,新增,次留,元宝存量',
  ...days.map((row) =>
    [row.day, row.channel, row.active, row.peak, row.fresh, (row.kept / 1).toFixed(1), row.gold].join(','),
  ),
].join('\n')

const spending = [
  '日期,渠道,花费',
  ...days.map(({ day, channel }, at) => `${day},${channel},${at * 10}`),
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

async function load(name: string, text: string, ...args: string[]): Promise<string[]> {
  const before = reading.warehouse.version()
  const { lines } = await house.run([await house.file(name, text), ...args])
  await expect.poll(() => reading.warehouse.version()).not.toBe(before)
  return lines
}

async function figures(points: string[], dims: string[] = []): Promise<unknown[][]> {
  const model = await readModel({ metadata: house.metadata, warehouse: reading.warehouse })
  const idOf = (all: readonly { id: number; name: string }[], wanted: string): number => {
    const found = all.find(({ name }) => name === wanted)
    if (!found) throw new Error(`no ${wanted} among ${all.map(({ name }) => name).join(', ')}`)
    return found.id
  }
  const info: ReportInfo = {
    dims: dims.map((name) => idOf(model.dimensions, name)),
    points: points.map((name) => idOf(model.points, name)),
    dateRange: { relative: 'all' },
  }
  const context: CompileContext = {
    games: 'all',
    rules: [],
    now: new Date('2026-06-01T00:00:00Z'),
    zone: 'Asia/Shanghai',
    cutoffHour: 0,
    dialect: 'duckdb',
  }
  const compiled = compileReport(info, model, context)
  return reading.rows(compiled.sql, { params: compiled.params })
}

const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0)

it('does not add up over days what does not add up', async () => {
  const lines = await load('daily.csv', daily, '--table', 'daily')
  const table = lines.join('\n')
  expect(table).toMatch(/在线峰值.*指标：最大（峰值不能相加，取最大）/)
  expect(table).toMatch(/次留.*指标：加权平均（.*按「新增」加权）/)
  const [total] = await figures(['日活', '在线峰值', '次留', '元宝存量', '新增'])
  const last = days.filter(({ day }) => day === '2026-03-10')
  const expected = [
    sum(days.map(({ active }) => active)) / 10,
    Math.max(...days.map(({ peak }) => peak)),
    sum(days.map(({ kept, fresh }) => kept * fresh)) / sum(days.map(({ fresh }) => fresh)) / 100,
    sum(last.map(({ gold }) => gold)),
    sum(days.map(({ fresh }) => fresh)),
  ]
  expect(total).toEqual(expected.map((value) => expect.closeTo(value, 9)))
  const retention = await house.metadata.db
    .selectFrom('point')
    .select('info')
    .where('name', '=', '次留')
    .execute()
  expect(retention.map(({ info }) => JSON.parse(info).format)).toEqual(['percent'])
})

it('adds up durations of all players together, and averages those of one', async () => {
  const text = [
    '日期,日活,总在线时长,人均在线时长,total_playtime_minutes',
    ...Array.from(
      { length: 20 },
      (_, at) => `2026-03-${at + 10},${1000 + at},${50_000 + at},${50 + at},${9_000 + at}`,
    ),
  ].join('\n')
  const table = (await load('durations.csv', text, '--table', 'durations')).join('\n')
  expect(table).toMatch(/ 总在线时长 .*指标：求和/)
  expect(table).toMatch(/ 人均在线时长 .*指标：加权平均（.*按「日活」加权）/)
  expect(table).toMatch(/ total_playtime_minutes .*指标：求和/)
})

it('sets two files side by side by the dimension that both have', async () => {
  const lines = await load('spending.csv', spending, '--table', 'spending')
  expect(lines.join('\n')).toContain('维度「渠道」与其他表共用，可在一张报表里并排')
  const rows = await figures(['新增', '花费'], ['渠道'])
  const of = (channel: string) =>
    days.map((row, at) => ({ ...row, cost: at * 10 })).filter((row) => row.channel === channel)
  for (const channel of ['官网', 'TapTap'])
    expect(rows).toContainEqual(
      expect.arrayContaining([
        channel,
        sum(of(channel).map(({ fresh }) => fresh)),
        sum(of(channel).map(({ cost }) => cost)),
      ]),
    )
  const changes = await house.metadata.db.selectFrom('object_change').select(['kind', 'changes']).execute()
  expect(changes).toEqual([{ kind: 'dimension', changes: expect.stringContaining('所在表：daily') }])
})

it('weights rates as chosen, shows them as %, and refuses to add them up', async () => {
  const rows = days.map(({ day, channel, fresh, active }, at) => ({
    day,
    channel,
    shown: fresh * 10,
    people: active,
    rate: 2.5 + at / 4,
  }))
  const text = [
    '日期,渠道,展示数,人数,转化率（%）,跳失率,打开率',
    ...rows.map(({ day, channel, shown, people, rate }) =>
      [day, channel, shown, people, rate, rate, `${rate}%`].join(','),
    ),
  ].join('\n')
  const lines = await load(
    'rates.csv',
    text,
    ...[
      '--table',
      'rates',
      '--weight',
      '转化率（%）=人数',
      '--role',
      '跳失率=平均',
      '--role',
      '打开率=不合计',
    ],
  )
  expect(lines.join('\n')).toMatch(/转化率（%）.*指标：加权平均（按你选的，按「人数」加权）/)
  const [total] = await figures(['转化率（%）', '平均跳失率', '打开率'])
  const mean = sum(rows.map(({ rate, people }) => rate * people)) / sum(rows.map(({ people }) => people))
  const plain = sum(rows.map(({ rate }) => rate)) / rows.length
  expect(total).toEqual([expect.closeTo(mean / 100, 12), expect.closeTo(plain / 100, 12), null])
  const each = await figures(['转化率（%）', '打开率'], ['日期', '渠道'])
  // And the total.
  expect(each).toHaveLength(rows.length + 1)
  for (const { channel, rate } of rows)
    expect(each).toContainEqual([
      expect.anything(),
      channel,
      expect.closeTo(rate / 100, 12),
      expect.closeTo(rate / 100, 12),
    ])
  const infos = await house.metadata.db
    .selectFrom('point')
    .select('info')
    .where('name', 'in', ['转化率（%）', '打开率'])
    .execute()
  expect(infos.map(({ info }) => JSON.parse(info))).toEqual([
    { format: 'percent', unit: '' },
    { format: 'percent', unit: '' },
  ])
  const before = await house.state()
  const path = await house.file('rates.csv', text)
  const wrong = (...args: string[]) => house.run([path, '--table', 'wrong', ...args])
  await expect(wrong('--role', '转化率（%）=求和')).rejects.toThrow('列「转化率（%）」是比率，不能相加')
  await expect(wrong('--weight', '打开率=渠道')).rejects.toThrow(
    '列「渠道」不是数字，不能用来给「打开率」加权',
  )
  await expect(wrong('--weight', '打开率=没有')).rejects.toThrow('列「打开率」没有可以加权的列「没有」')
  await expect(wrong('--weight', '打开率')).rejects.toThrow('--weight 打开率 应写作 列=加权的列')
  expect(await house.state()).toEqual(before)
})

it('takes the roles that the command names, and refuses those that do not fit', async () => {
  const lines = await load('own.csv', daily, '--table', 'own', '--role', '渠道=维度', '--role', '日活=最大')
  expect(lines.join('\n')).toMatch(/日活.*指标：最大（按你选的）/)
  const own = await house.metadata.db
    .selectFrom('dimension')
    .select('info')
    .where('name', '=', 'own·渠道')
    .execute()
  expect(own).toHaveLength(1)
  const before = await house.state()
  const path = await house.file('bad.csv', daily)
  await expect(house.run([path, '--role', '渠道=求和'])).rejects.toThrow('列「渠道」不是数字')
  await expect(house.run([path, '--role', '没有=求和'])).rejects.toThrow('没有要改用途的列「没有」')
  await expect(house.run([path, '--role', '渠道=什么'])).rejects.toThrow('用途可以是：')
  expect(await house.state()).toEqual(before)
})
