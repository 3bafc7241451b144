// A report's .xls, read back: content, rights, file name, and the audit entry written before it.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import XLSX from 'sheetjs-style'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportFileName } from '#shared/exportName.ts'
import type { Person } from '#tests/factories/house.ts'
import { addOrUpdateViewMeta, exporeExcel } from '#features/statement/contract.ts'
import { lookUpTrace } from '#features/trace/contract.ts'
import { makeOffice, type Office } from './office.ts'

let office: Office
let reader: Person
beforeAll(async () => {
  office = await makeOffice()
  reader = await office.person({ games: ['a', 'c'] })
})
afterAll(() => office?.dispose())

type Flags = { exportSetting?: string; computeOnly?: string; showBottom?: string }
const send = (change: object, query: Flags = {}, body: object = {}, person = reader) =>
  person.call(exporeExcel, { query, body: { reportName: '渠道', info: office.info(change), ...body } })
const rowsOf = (bytes: Buffer) => {
  const { SheetNames, Sheets } = XLSX.read(bytes, { type: 'buffer', cellDates: false })
  return XLSX.utils.sheet_to_json<unknown[]>(Sheets[SheetNames[0] as string] as never, {
    header: 1,
    raw: true,
    defval: null,
  })
}
const channelReport = () => ({
  dims: [office.dims.channel],
  points: [office.points.minutes, office.points.revenue, office.points.arpu],
  order: [{ key: `p${office.points.revenue}`, desc: true }],
})

it('holds typed cells with the dictionary’s labels, formula-like ones as text, and no foreign game', async () => {
  const answer = await send(channelReport())
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/vnd.ms-excel'])
  const [head, ...rows] = rowsOf(answer.bytes)
  expect(head).toEqual(['渠道', '在线时长', '充值金额（元）', 'ARPU（元）'])
  expect(rows.slice(0, 3)).toEqual([
    ['官网', 70, 100, 50],
    ['应用商店', 0, 50, null],
    ['=金矿', 0, 7, null],
  ])
  expect(rows).toHaveLength(5)
  expect(rows.flat()).not.toContain(900)
  expect(rows.flat()).not.toContain(950)
})

it('leaves computed points out, or holds nothing else, as the flags say', async () => {
  const head = async (flags: Flags) => rowsOf((await send(channelReport(), flags)).bytes)[0]
  expect(await head({ exportSetting: '1' })).toHaveLength(4)
  expect(await head({ exportSetting: '0' })).toEqual(['渠道', '在线时长', '充值金额（元）'])
  expect(await head({ computeOnly: '1' })).toEqual(['渠道', 'ARPU（元）'])
  expect(await head({ computeOnly: 'true', exportSetting: 'false' })).toEqual(['渠道', 'ARPU（元）'])
  const plain = await send({ points: [office.points.minutes] }, { computeOnly: '1' })
  expect(plain.envelope).toMatchObject({ isSuccess: false, msg: expect.stringContaining('计算') })
  expect((await send(channelReport(), { exportSetting: 'maybe' })).status).toBe(400)
})

it('shows the total at the bottom when asked, that of what is exported', async () => {
  const rows = rowsOf((await send(channelReport(), { showBottom: '1' })).bytes)
  expect(rows.at(-1)).toEqual(['合计', 80, 157, 39.25])
  expect(rowsOf((await send(channelReport(), { showBottom: '0' })).bytes).at(-1)?.[0]).not.toBe('合计')
})

it('names the rows of subtotals and of the rest, which nothing else tells there', async () => {
  const { dims, points } = office
  const change = {
    dims: [dims.channel, dims.date],
    points: [points.minutes, points.players],
    subtotals: true,
    top: { dim: dims.channel, count: 1, by: points.minutes },
  }
  const rows = rowsOf((await send(change, { showBottom: '1' })).bytes).slice(1)
  const first = Date.UTC(2026, 9, 1) / 86_400_000 + 25_569
  expect(rows).toEqual([
    ['官网', '小计', 70, 2],
    ['官网', first + 1, 40, 1],
    ['官网', first, 30, 2],
    ['其他', '小计', 10, 2],
    ['其他', first + 1, 10, 2],
    ['合计', null, 80, 4],
  ])
})

it('names cells by the dictionary’s own codes alone, and the empty text apart from none', async () => {
  const odd = ['constructor', '__proto__', 'toString', '']
  const rows = [...odd.map((text) => `'${text}'`), 'NULL']
    .map((text) => `('2026-10-01', 'a', ${text}, 1, 1)`)
    .join(', ')
  const house = await makeOffice({ extraSql: ['DELETE FROM visit', `INSERT INTO visit VALUES ${rows}`] })
  const answer = await house.admin.call(exporeExcel, {
    body: { info: house.info({ dims: [house.dims.channel] }) },
  })
  const names = rowsOf(answer.bytes)
    .slice(1)
    .map(([name]) => name)
  expect(new Set(names)).toEqual(new Set([...odd.slice(0, 3), '(空文本)', null]))
  const { channel, game } = house.dims
  const pivot = await house.admin.call(exporeExcel, {
    body: { info: house.info({ dims: [channel, game], pivot: [game] }), pivot: { totals: true } },
  })
  const leads = rowsOf(pivot.bytes).map(([name]) => name)
  expect(leads.filter((name) => name === '(空文本)')).toHaveLength(1)
  await house.dispose()
})

it('follows the reader’s order of columns and the report’s own limit', async () => {
  const columns = [`p${office.points.arpu}`, `d${office.dims.channel}`]
  const rows = rowsOf((await send({ ...channelReport(), columns, limit: 1 })).bytes)
  expect(rows).toEqual([
    ['ARPU（元）', '渠道', '在线时长', '充值金额（元）'],
    [50, '官网', 70, 100],
  ])
})

it('is named by the report and the time', async () => {
  const answer = await send({}, {}, { reportName: '日报/渠道"一' })
  const disposition = decodeURIComponent(String(answer.headers['content-disposition']))
  expect(disposition).toMatch(/UTF-8''日报_渠道_一\d{4}-\d\d-\d\d \d{1,2}:\d\d:\d\d\.xls$/)
  const saved = await reader.call(exporeExcel, { body: { reportId: office.report, info: office.info() } })
  expect(decodeURIComponent(String(saved.headers['content-disposition']))).toContain('访问20')
  const at = new Date('2026-10-12T13:05:07Z')
  expect(exportFileName('经营日报', at, 'Asia/Shanghai', 'xls')).toBe('经营日报2026-10-12 9:05:07.xls')
  expect(exportFileName('a', new Date('2026-10-11T16:00:00Z'), 'Asia/Shanghai', 'xls')).toBe(
    'a2026-10-12 12:00:00.xls',
  )
})

it('leaves an audit row, and no file behind', async () => {
  const { db } = office.deps.metadata
  const audits = () => db.selectFrom('audit').selectAll().where('action', '=', 'report.export').execute()
  const before = (await audits()).length
  await send(channelReport())
  const rows = await audits()
  expect(rows).toHaveLength(before + 1)
  expect(rows.at(-1)).toMatchObject({ user_id: reader.id })
  expect(JSON.parse(rows.at(-1)?.detail ?? '')).toMatchObject({
    name: '渠道',
    points: channelReport().points,
  })
  await expect.poll(() => readdirSync(join(office.dataDir, 'exports'))).toEqual([])
})

it('does nothing where the audit row cannot be written', async () => {
  const house = await makeOffice()
  await house.deps.metadata.db.schema.alterTable('audit').renameTo('elsewhere').execute()
  const answer = await house.admin.call(exporeExcel, { body: { info: house.info() } })
  expect(answer.status).toBe(500)
  expect(answer.headers['content-type']).toContain('json')
  await house.dispose()
})

it('refuses what cannot be compiled, and reports of others', async () => {
  expect((await send({ points: [424_242] })).envelope?.code).toBe('report_invalid')
  const secret = await office.admin.call<{ id: number }>(addOrUpdateViewMeta, {
    body: { name: '私', typeId: office.folder },
  })
  const { db } = office.deps.metadata
  await db
    .updateTable('report')
    .set({ view_meta_id: secret.data.id })
    .where('id', '=', office.report)
    .execute()
  expect((await send({}, {}, { reportId: office.report })).status).toBe(404)
  await db.updateTable('report').set({ view_meta_id: office.view }).where('id', '=', office.report).execute()
})

it('refuses more rows than a spreadsheet is good for, and leaves no file', async () => {
  const house = await makeOffice({
    extraSql: [
      "INSERT INTO orders SELECT '2026-10-01', NULL, 'a', 'r' || i, i, 1, 'paid' FROM range(1000100) t(i)",
    ],
  })
  const info = house.info({ dims: [house.dims.channel], points: [house.points.orders] })
  const answer = await house.admin.call(exporeExcel, { body: { info } })
  expect(answer.envelope).toMatchObject({
    isSuccess: false,
    code: 'export_too_large',
    msg: expect.stringContaining('万'),
  })
  expect(readdirSync(join(house.dataDir, 'exports'))).toEqual([])
  await house.dispose()
}, 120_000)

it('names subtotals and the rest of the first values, and what it compares stays beside its point', async () => {
  const { dims, points } = office
  const answer = await send(
    {
      dims: [dims.channel, dims.date],
      points: [points.minutes, points.players],
      subtotals: true,
      top: { dim: dims.channel, count: 1, by: points.minutes },
      compare: 'previous',
      shares: [points.minutes],
      columns: [`d${dims.channel}`, `d${dims.date}`, `p${points.players}`, `p${points.minutes}`],
    },
    { showBottom: '1' },
    {},
    office.admin,
  )
  const [head = [], ...rows] = rowsOf(answer.bytes)
  expect(head.slice(0, 3)).toEqual(['渠道', '日期', '活跃用户（人）'])
  const minutes = head.indexOf('在线时长')
  expect(minutes).toBe(5)
  expect(head).toHaveLength(9)
  const named = rows.map((row) => [row[0], row[1], row[minutes]])
  expect(named).toContainEqual(['应用商店', '小计', 80])
  expect(named).toContainEqual(['其他', '小计', 80])
  expect(named.at(-1)).toEqual(['合计', null, 160])
  expect(rows.map((row) => row[0])).not.toContain('官网')
})

it('holds calculations beside their point, with totals that they have', async () => {
  const { dims, points } = office
  const answer = await send(
    {
      dims: [dims.channel],
      points: [points.minutes],
      calculations: [
        { number: 1, of: points.minutes, kind: 'rank' },
        { number: 2, of: points.minutes, kind: 'share' },
      ],
    },
    { showBottom: '1' },
    {},
    office.admin,
  )
  const [head = [], ...rows] = rowsOf(answer.bytes)
  const [name, minutes] = [head[0], head[1]]
  expect(head).toEqual([name, minutes, '在线时长 排名', '在线时长 占合计'])
  expect(rows[0]?.slice(1)).toEqual([80, 1, 0.5])
  expect(rows.at(-1)).toEqual(['合计', 160, null, 1])
})

it('carries a trace code in the footer of each page and in its properties, and in no cell', async () => {
  const answer = await send(channelReport(), { showBottom: '1' })
  const { db } = office.deps.metadata
  const audits = await db.selectFrom('audit').selectAll().where('action', '=', 'report.export').execute()
  const { trace } = JSON.parse(audits.at(-1)?.detail ?? '{}') as { trace: string }
  expect(trace).toMatch(/^[0-9A-Z]{10}$/)
  const container = XLSX.CFB.read(answer.bytes, { type: 'buffer' })
  const stream = (name: string) => Buffer.from(XLSX.CFB.find(container, name)?.content as Uint8Array)
  const footer = Buffer.from(`&L追踪码 ${trace}`, 'utf16le')
  expect(stream('/Workbook').includes(footer)).toBe(true)
  expect(stream('/\u0005SummaryInformation').includes(`trace ${trace}`)).toBe(true)
  expect(JSON.stringify(rowsOf(answer.bytes))).not.toContain(trace)
  const manager = await office.person({ keys: ['manage_authority'] })
  const found = await manager.call<{ kind: string; reportName: string }>(lookUpTrace, {
    params: { code: trace },
  })
  expect(found.data).toMatchObject({ kind: 'export', reportName: '渠道', user: { id: reader.id } })
})

type Sheet = XLSX.WorkSheet & { '!merges'?: { s: { r: number; c: number }; e: { r: number; c: number } }[] }
const bookOf = (bytes: Buffer) => {
  const { SheetNames, Sheets } = XLSX.read(bytes, { type: 'buffer', cellNF: true })
  return { names: SheetNames, sheet: (at: number) => Sheets[SheetNames[at] as string] as Sheet }
}
const mergesOf = (sheet: Sheet) =>
  (sheet['!merges'] ?? []).map(({ s, e }) => XLSX.utils.encode_range(s, e)).toSorted()

it('lays a pivot out as the screen does: heads of several levels, the engine’s own totals, 其他 and formats', async () => {
  const { dims, points } = office
  const info = {
    dims: [dims.channel, dims.date],
    points: [points.players, points.minutes, points.arpu],
    pivot: [dims.date],
    top: { dim: dims.channel, count: 1, by: points.minutes },
    order: [{ key: `d${dims.date}`, desc: false }],
  }
  const answer = await send(info, { showBottom: '1' }, { pivot: { totals: true } }, office.admin)
  const { names, sheet } = bookOf(answer.bytes)
  expect(names).toEqual(['渠道'])
  const [days, figures, ...rows] = rowsOf(answer.bytes)
  expect([...new Set(days)]).toEqual(['渠道', '合计', null, '2026-10-01', '2026-10-02', '2026-10-03'])
  expect(figures?.slice(0, 4)).toEqual([null, '活跃用户（人）', '在线时长', 'ARPU（元）'])
  // One player of the shop on two days: distinct counts of days do not add up to the row's own total.
  expect(rows[0]?.slice(0, 9)).toEqual(['应用商店', 1, 80, 950, 1, 30, 0, 1, 50])
  expect(rows[0]?.[9]).toBe(950)
  expect(rows.map(([name]) => name)).toEqual(['应用商店', '其他', '合计'])
  expect(rows.at(-1)?.slice(1, 4)).toEqual([5, 160, 211.4])
  expect(mergesOf(sheet(0))).toEqual(['A1:A2', 'B1:D1', 'E1:G1', 'H1:J1', 'K1:M1'])
  expect(sheet(0).D3).toMatchObject({ v: 950, z: '#,##0.00' })
})

it('leaves out of a pivot what the flags and the screen leave out, sorts and folds as it does', async () => {
  const { dims, points } = office
  const pivoted = (change: object, query: Flags, pivot: object) =>
    send(
      { dims: [dims.game, dims.channel, dims.date], pivot: [dims.date], ...change },
      query,
      { pivot },
      office.admin,
    ).then(({ bytes }) => rowsOf(bytes))
  const none = await pivoted({ dims: [dims.game], points: [points.minutes], pivot: [] }, {}, {})
  expect(none).toEqual([
    ['游戏', '在线时长'],
    ['a', 80],
    ['b', 80],
  ])
  const across = { dims: [dims.game], points: [points.minutes], pivot: [dims.game] }
  expect(await pivoted(across, { showBottom: '1' }, {})).toEqual([
    ['在线时长', null, null],
    ['合计', 'a', 'b'],
    [160, 80, 80],
  ])
  const one = await pivoted({ points: [points.minutes] }, {}, { totals: false })
  // The one figure's name stands over all of its columns.
  expect(one[0]?.slice(0, 3)).toEqual(['游戏', '渠道', '在线时长'])
  expect(one[1]?.slice(2)).toEqual(['2026-10-02', '2026-10-01'])
  const both = { points: [points.players, points.arpu], subtotals: true }
  const computed = await pivoted(both, { computeOnly: '1' }, {})
  expect(computed[0]?.[2]).toBe('ARPU（元）')
  // On that day one player was in game b, two in a, none in c.
  const key = `p${points.players}@/"2026-10-01"`
  const sorted = await pivoted(both, {}, { sort: { key, desc: false }, folded: ['/"a"'] })
  expect(sorted.slice(2).map((row) => row.slice(0, 2))).toEqual([
    ['b', '小计'],
    ['b', '应用商店'],
    ['a', '小计'],
    ['c', '小计'],
    ['c', '=金矿'],
  ])
})

it('puts the columns of a wide pivot on further sheets, and refuses beyond what the screen shows', async () => {
  const many = (count: number) =>
    `INSERT INTO visit SELECT '2026-10-01', 'a', 'c' || i, i, 1 FROM range(${count}) t(i)`
  const house = await makeOffice({ extraSql: ['DELETE FROM visit', many(300)] })
  const { dims, points } = house
  const ask = (body: object = {}) =>
    house.admin.call(exporeExcel, {
      body: {
        reportName: '宽表',
        info: house.info({
          dims: [dims.date, dims.channel],
          points: [points.minutes],
          pivot: [dims.channel],
        }),
        pivot: {},
        ...body,
      },
    })
  const { names, sheet } = bookOf((await ask()).bytes)
  expect(names).toEqual(['宽表 列1', '宽表 列2'])
  const last = XLSX.utils.decode_range(sheet(1)['!ref'] as string).e.c
  // 255 columns beside the date on the first sheet, the other 46 of 301 on the second, the date again before them.
  expect(last).toBe(46)
  expect([sheet(0).A1.v, sheet(1).A1.v]).toEqual(['日期', '日期'])
  expect(sheet(0).IV3.v).toBe(1)
  expect(sheet(0).IW3).toBeUndefined()
  await house.dispose()
  const wider = await makeOffice({ extraSql: [many(3100)] })
  const refused = await wider.admin.call(exporeExcel, {
    body: {
      info: wider.info({
        dims: [wider.dims.channel],
        points: [wider.points.minutes],
        pivot: [wider.dims.channel],
      }),
      pivot: {},
    },
  })
  expect(refused.envelope).toMatchObject({
    isSuccess: false,
    code: 'export_too_large',
    msg: expect.stringMatching(/3,1\d\d 列，导出最多 3,000 列，请行列互换/),
  })
  expect(readdirSync(join(wider.dataDir, 'exports'))).toEqual([])
  await wider.dispose()
})
