// A saved report that uses deleted definitions: they are listed with the reason, and the rest is shown.
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ReportInfo } from '#semantic/model/types.ts'
import { forgetModel } from '#features/config/server/index.ts'
import { getReportDataByInfo, type ReportTable } from '#features/statement/contract.ts'
import { makeOffice, type Office } from './office.ts'

let office: Office
beforeEach(async () => {
  office = await makeOffice()
})
afterEach(() => office.dispose())

const send = (change: Partial<ReportInfo>, tolerant = true) =>
  office.admin.call<ReportTable>(getReportDataByInfo, { body: { info: office.info(change), tolerant } })
const ask = async (change: Partial<ReportInfo>) => (await send(change)).data
const keys = ({ columns }: ReportTable) => columns.map(({ key }) => key)
const gone = ({ gone: things }: ReportTable) => things.map(({ kind, id, name }) => [kind, id, name])
const db = () => office.deps.metadata.db
/** Definitions are written past the server here, which would see it after a second. */
const seen = () => forgetModel(office.deps.metadata)

it('says nothing of a report that is whole', async () => {
  expect((await ask({})).gone).toEqual([])
})

it('leaves out a deleted point, wherever the report names it', async () => {
  const { points, dims } = office
  await db().deleteFrom('point').where('id', '=', points.orders).execute()
  seen()
  const change: Partial<ReportInfo> = {
    dims: [dims.channel],
    points: [points.minutes, points.orders],
    order: [
      { key: `p${points.orders}`, desc: true },
      { key: `p${points.minutes}`, desc: true },
    ],
    filters: [{ point: points.orders, op: 'gt', values: [1] }],
    columns: [`p${points.orders}`, `d${dims.channel}`],
    chart: { keys: [`p${points.orders}`, `p${points.minutes}`] },
  }
  const table = await ask(change)
  expect(keys(table)).toEqual([`d${dims.channel}`, `p${points.minutes}`])
  expect(table.data[0]?.[0]).toBe('store')
  const reason = '已被删除；对它的筛选没有生效'
  expect(table.gone).toEqual([{ kind: 'point', id: points.orders, name: '', reason }])
  const refused = await send(change, false)
  expect(refused.envelope).toMatchObject({ isSuccess: false, code: 'report_invalid' })
})

it('leaves out a computed point whose formula names a deleted one, and says through which', async () => {
  const { points } = office
  await db().deleteFrom('point').where('id', '=', points.revenue).execute()
  seen()
  const table = await ask({ points: [points.arpu, points.players] })
  expect(gone(table)).toEqual([['point', points.arpu, 'ARPU']])
  expect(table.gone[0]?.reason).toContain('充值金额')
  expect(keys(table)).toContain(`p${points.players}`)
})

it('shows the total alone where every dimension is gone, whatever was asked of them', async () => {
  const { points } = office
  const gone = 424_242
  const table = await ask({
    dims: [gone],
    subtotals: true,
    fillDates: true,
    grain: 'month',
    compare: 'previous',
    top: { dim: gone, count: 3, by: points.minutes },
    order: [{ key: `d${gone}`, desc: true }],
    frozen: 1,
    shares: [points.minutes],
  })
  expect(table.data[0]).toEqual([160])
  expect(table.gone.map(({ id }) => id)).toEqual([gone])
})

it('leaves out a deleted dimension, and tells that its filter does not count', async () => {
  const { points, dims } = office
  await db().deleteFrom('dimension').where('id', '=', dims.channel).execute()
  seen()
  const table = await ask({
    dims: [dims.date, dims.channel],
    filters: [{ dim: dims.channel, op: 'in', values: ['web'] }],
    top: { dim: dims.channel, count: 3, by: points.minutes },
    pivot: [dims.channel],
  })
  expect(keys(table)).toEqual([`d${dims.date}`, `p${points.minutes}`])
  expect(table.summary).toEqual([null, 160])
  expect(table.gone).toEqual([
    { kind: 'dimension', id: dims.channel, name: '', reason: '已被删除；对它的筛选没有生效' },
  ])
})

it('calls what was deleted by its last name, while the store has it', async () => {
  const { dims, points } = office
  const deleted_at = new Date().toISOString()
  await db().updateTable('dimension').set({ deleted_at }).where('id', '=', dims.channel).execute()
  await db().updateTable('point').set({ deleted_at }).where('id', '=', points.orders).execute()
  seen()
  const table = await ask({ dims: [dims.date, dims.channel], points: [points.minutes, points.orders] })
  expect(table.gone).toEqual([
    { kind: 'dimension', id: dims.channel, name: '渠道', reason: '' },
    { kind: 'point', id: points.orders, name: '订单数', reason: '' },
  ])
  const { envelope } = await send({ dims: [], points: [points.orders] })
  expect(envelope?.msg).toBe('报表用到的内容已不存在，无法显示：指标「订单数」已被删除')
})

it('leaves out the points of a deleted point table', async () => {
  const { points } = office
  await db().updateTable('point').set({ table_id: null }).where('id', '=', points.revenue).execute()
  seen()
  const table = await ask({ points: [points.revenue, points.minutes, points.arpu] })
  expect(gone(table)).toEqual([
    ['point', points.revenue, '充值金额'],
    ['point', points.arpu, 'ARPU'],
  ])
  expect(table.gone[0]?.reason).toContain('指标表已被删除')
})

it('leaves out the dimension whose table a fact joins no longer', async () => {
  const { points, dims, tables } = office
  await db().updateTable('point_table').set({ joins: '[]' }).where('id', '=', tables.visit).execute()
  seen()
  const table = await ask({ dims: [dims.date, dims.kind], points: [points.minutes] })
  expect(gone(table)).toEqual([['dimension', dims.kind, '渠道类型']])
  expect(table.gone[0]?.reason).toContain('没有关联维度表')
})

it('names physical tables and columns that are gone', async () => {
  const { points, dims } = office
  await office.warehouse.publish([
    'CREATE TABLE visit(day DATE, cgi VARCHAR, player_id BIGINT, minutes INTEGER)',
    'CREATE TABLE orders(day DATE, paid_at TIMESTAMP, cgi VARCHAR, channel VARCHAR, player_id BIGINT, state VARCHAR)',
    'CREATE TABLE channels(code VARCHAR, other VARCHAR)',
  ])
  const change = { dims: [dims.date, dims.kind], points: [points.minutes, points.revenue, points.orders] }
  await expect.poll(async () => (await ask(change)).gone.length).toBeGreaterThan(1)
  const table = await ask(change)
  expect(gone(table)).toEqual([
    ['point', points.revenue, '充值金额'],
    ['dimension', dims.kind, '渠道类型'],
  ])
  expect(table.gone[0]?.reason).toContain('amount')
  expect(table.gone[1]?.reason).toContain('kind')
  // The column is gone from one of two facts: its point goes, the dimension stays.
  const byChannel = await ask({ dims: [dims.channel], points: [points.minutes, points.orders] })
  expect(gone(byChannel)).toEqual([['point', points.minutes, '在线时长']])
  expect(byChannel.gone[0]?.reason).toContain('channel')
})

it('says what is gone where nothing is left', async () => {
  await db().deleteFrom('point').where('id', '=', office.points.minutes).execute()
  seen()
  const { envelope } = await send({})
  expect(envelope).toMatchObject({
    isSuccess: false,
    code: 'report_invalid',
    msg: expect.stringContaining(`指标 #${office.points.minutes} 已被删除`),
    data: { gone: [{ kind: 'point', id: office.points.minutes }] },
  })
})

it('refuses what is wrong and not gone', async () => {
  const { envelope } = await send({ dateRange: { from: '2026-10-03', to: '2026-10-01' } })
  expect(envelope).toMatchObject({ isSuccess: false, msg: expect.stringContaining('晚于') })
})

it('says that days are what a table without dates cannot have, and calls nothing of it gone', async () => {
  const { tables, points } = office
  await db().updateTable('point_table').set({ date_column: null }).where('id', '=', tables.visit).execute()
  seen()
  const { envelope } = await send({ dims: [], points: [points.minutes] })
  const msg = expect.stringMatching(/^指标「[^」]+」不能按日期筛选：.*没有日期列。日期请改为全部$/)
  expect(envelope).toMatchObject({ isSuccess: false, code: 'report_invalid', msg })
  const whole = await ask({ dims: [], points: [points.minutes], dateRange: { relative: 'all' } })
  expect(whole.gone).toEqual([])
  expect(whole.summary).toEqual([160])
})
