// 变化来自谁 as a report: each dimension adds up, the smallest set explains most, people of several values are told as
// such, and table, file and message say the same. What is expected is counted here from the rows themselves.
import XLSX from 'sheetjs-style'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRows } from '#semantic/model/rowScope.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Person } from '#tests/factories/house.ts'
import type { ExplainedChange } from '#features/statement/contract.ts'
import {
  explainCell,
  explainChange,
  exporeExcel,
  getReportDataByInfo,
  type ReportTable,
} from '#features/statement/contract.ts'
import { showReport } from '#features/subscription/server/content/shownReport.ts'
import { makeOffice, type Office } from './office.ts'

let office: Office
let reader: Person

/** Minutes of a day: channels a1 … a9, games a and b. The second day a1 and a2 lose most, a3 gains. */
const before: Record<string, number> = {
  a1: 100,
  a2: 80,
  a3: 60,
  a4: 40,
  a5: 30,
  a6: 20,
  a7: 10,
  a8: 5,
  a9: 5,
}
const after: Record<string, number> = { a1: 40, a2: 50, a3: 85, a4: 35, a5: 26, a6: 19, a7: 9, a8: 5, a9: 5 }
const rows = Object.keys(before).flatMap((channel, at) =>
  [
    ['2026-10-01', before],
    ['2026-10-02', after],
  ].map(
    ([day, minutes]) =>
      `('${day}', '${at % 2 === 0 ? 'a' : 'b'}', '${channel}', ${at % 4}, ${(minutes as Record<string, number>)[channel]})`,
  ),
)

beforeAll(async () => {
  office = await makeOffice({
    extraSql: ['DELETE FROM visit', `INSERT INTO visit VALUES ${rows.join(', ')}`],
  })
  reader = await office.person()
})
afterAll(() => office?.dispose())

const asked = (change: Partial<ReportInfo> = {}) =>
  office.info({
    kind: 'change',
    dims: [],
    points: [office.points.minutes],
    dateRange: { from: '2026-10-02', to: '2026-10-02' },
    compare: 'previous',
    ...change,
  })
const read = async (change: Partial<ReportInfo> = {}) =>
  (await reader.call<ReportTable>(getReportDataByInfo, { body: { info: asked(change) } })).data
const rowsOf = (table: ReportTable) =>
  Array.from({ length: table.rowCount }, (_, row) =>
    Object.fromEntries(table.columns.map(({ key }, at) => [key, table.data[at]?.[row] ?? null])),
  )

const total = (of: Record<string, number>) => Object.values(of).reduce((sum, one) => sum + one, 0)

describe('变化来自谁 as a report', () => {
  it('lists the smallest set that makes most of the change, what moved the other way, and the rest, adding up', async () => {
    const table = await read({ dims: [office.dims.channel] })
    const found = rowsOf(table)
    const whole = total(after) - total(before)
    expect(whole).toBe(-76)
    // a1 alone is 60 of 76; with a2 the set makes 90 of 76. a3 gained 25.
    expect(found.map((row) => [row.y, row.e, row[`p${office.points.minutes}`], row.c])).toEqual([
      ['a1', 100, 40, -60],
      ['a2', 80, 50, -30],
      ['a3', 60, 85, 25],
      ['其余 6 个值', 110, 99, -11],
    ])
    expect(found.map(({ m }) => m)).toEqual(['这 2 个值合起来占 118.4%', null, '方向相反', null])
    expect(found.reduce((sum, { c }) => sum + Number(c), 0)).toBe(whole)
    expect(found.reduce((sum, { z }) => sum + Number(z), 0)).toBeCloseTo(1, 9)
    expect(table.summary).toEqual([null, null, total(before), total(after), whole, null, null, 1, null])
    expect(table.columns.map(({ title }) => title)).toEqual([
      ...[
        '维度',
        '值',
        '在线时长 对比期',
        '在线时长 本期',
        '影响',
        '自身的变化',
        '占比的变化',
        '占整体变化',
        '说明',
      ],
    ])
    expect(table.comparedRange).toEqual({ from: '2026-10-01', to: '2026-10-01' })
  })

  it('tries all dimensions, the one that few values explain first, and names those that say nothing', async () => {
    const found = rowsOf(await read())
    const dimensions = [...new Set(found.map(({ x }) => x))]
    expect(dimensions.length).toBeGreaterThan(2)
    for (const dimension of dimensions) {
      const own = found.filter(({ x }) => x === dimension)
      if (String(own[0]?.m).startsWith('没有拆分')) continue
      expect(own.reduce((sum, { c }) => sum + Number(c), 0)).toBeCloseTo(-76, 9)
    }
    const counts = dimensions.map((dimension) =>
      Number(/^这 (\d+) 个值/.exec(String(found.find(({ x }) => x === dimension)?.m))?.[1] ?? 99),
    )
    expect(counts).toEqual(counts.toSorted((one, other) => one - other))
  })

  it('parts a quotient by its own change and its weight, exactly', async () => {
    const table = await read({
      dims: [office.dims.channel],
      points: [-1],
      formulas: [
        { id: -1, name: '每单', formula: `[#${office.points.minutes}] / [#${office.points.minutes}]` },
      ],
    })
    expect(table.rowCount).toBeGreaterThan(0)
    const own = await read({
      dims: [office.dims.channel],
      points: [office.points.arpu],
      dateRange: { from: '2026-10-02', to: '2026-10-02' },
    })
    for (const row of rowsOf(own))
      if (row.o !== null) expect(Number(row.o) + Number(row.w)).toBeCloseTo(Number(row.c), 9)
  })

  it('says of people of several values that they do not add up', async () => {
    const found = rowsOf(await read({ dims: [office.dims.channel], points: [office.points.players] }))
    expect(found.every(({ z }) => z === null)).toBe(true)
    expect(found[0]?.m).toMatch(/^不能相加（有人同时属于几个值/)
  })

  it('is the same in a file, in a message, in the explanation, and in any order', async () => {
    const info = asked({ dims: [office.dims.channel] })
    const { bytes } = await reader.call(exporeExcel, {
      query: { showBottom: '1' },
      body: { reportName: '变化', info },
    })
    const { SheetNames, Sheets } = XLSX.read(bytes, { type: 'buffer' })
    const sheet = XLSX.utils.sheet_to_json<unknown[]>(Sheets[SheetNames[0] as string] as never, { header: 1 })
    expect(sheet.slice(1, 5).map((row) => [row[1], row[4]])).toEqual([
      ['a1', -60],
      ['a2', -30],
      ['a3', 25],
      ['其余 6 个值', -11],
    ])
    const shown = await showReport(
      office.deps,
      { name: '变化', info, scope: allRows },
      new AbortController().signal,
    )
    expect(shown.table.rows[0]?.slice(0, 2)).toEqual(['渠道', 'a1'])
    expect(shown.chart?.plot.series[0]?.values.slice(0, 2)).toEqual([-60, -30])
    const explained = await reader.call<ExplainedChange>(explainChange, {
      body: {
        info: office.info({ dims: [], dateRange: { from: '2026-10-02', to: '2026-10-02' } }),
        ...{ key: `p${office.points.minutes}`, cells: {}, against: 'previous', dims: [office.dims.channel] },
      },
    })
    expect(explained.data.dims[0]?.few).toEqual({ count: 2, share: 90 / 76 })
    expect(explained.data.dims[0]?.rows.slice(0, 3).map(({ label }) => label)).toEqual(['a1', 'a2', 'a3'])
    const sorted = rowsOf(await read({ dims: [office.dims.channel], order: [{ key: 'c', desc: true }] }))
    expect(sorted.map(({ c }) => c)).toEqual([25, -11, -30, -60])
  })

  it('does not part a change by days, which the periods do not share', async () => {
    const { date, channel } = office.dims
    const found = rowsOf(await read({ dims: [date, channel] }))
    expect(found.at(-1)).toMatchObject({
      x: '日期',
      y: null,
      c: null,
      m: '没有拆分：两个时期的日期本来就不同',
    })
    expect(found[0]).toMatchObject({ x: '渠道', y: 'a1' })
  })

  it('sees the reader’s games alone', async () => {
    const person = await office.person({ games: ['a'] })
    const table = (
      await person.call<ReportTable>(getReportDataByInfo, {
        body: { info: asked({ dims: [office.dims.channel] }) },
      })
    ).data
    const seen = ['a1', 'a3', 'a5', 'a7', 'a9']
    const whole = (of: Record<string, number>) => seen.reduce((sum, one) => sum + (of[one] as number), 0)
    expect(table.summary?.slice(2, 5)).toEqual([whole(before), whole(after), whole(after) - whole(before)])
    expect(rowsOf(table).some(({ y }) => y === 'a2')).toBe(false)
  })

  it('refuses what it has no use for, by name', async () => {
    const refused = async (change: Partial<ReportInfo>) =>
      (await reader.call(getReportDataByInfo, { body: { info: asked(change) } })).envelope?.msg
    const { points } = office
    expect(await refused({ points: [points.minutes, points.players] })).toBe('「变化来自谁」需要正好一个指标')
    expect(await refused({ subtotals: true })).toBe('「变化来自谁」不能显示小计，请关闭小计后再查询')
    expect(await refused({ shares: [points.minutes] })).toBe('「变化来自谁」不能显示占比，请去掉占比后再查询')
    expect(await refused({ order: [{ key: 'q', desc: true }] })).toBe('不能按「q」排序：报表没有这一列')
    const body = { info: asked(), key: 'c', cells: {} }
    expect((await reader.call(explainCell, { body })).envelope?.msg).toMatch(/请在原来的报表里解释/)
  })
})
