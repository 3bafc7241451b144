// What a column of a game's figures becomes, as an analyst would say it.
import { expect, it } from 'vitest'
import type { ColumnProfile } from '#server/warehouse/import/profile.ts'
import { tellRoles } from '#features/config/server/proposeRoles.ts'

interface Given {
  type?: string
  least?: string
  most?: string
  distinct?: number
}

const column = (name: string, { type = 'BIGINT', least = '100000', most = '999999', distinct = 60 }: Given) =>
  ({ name, type, filled: 60, distinct, longest: 0, least, most, example: least }) satisfies ColumnProfile

const date = column('日期', { type: 'DATE', least: '2026-01-01', most: '2026-03-01' })

const roleBeside = (profiles: ColumnProfile[], name: string) =>
  tellRoles({ table: { rowCount: 60 }, profiles, dateColumn: '日期', gameColumn: null })[name]

it.each([
  ['日活', 'daily'],
  ['DAU', 'daily'],
  ['活跃用户数', 'daily'],
  ['付费人数', 'daily'],
  ['ACU', 'daily'],
  ['PCU', 'maximum'],
  ['在线峰值', 'maximum'],
  ['最高在线', 'maximum'],
  ['最高气温', 'maximum'],
  ['最低气温', 'minimum'],
  ['元宝', 'sum'],
  ['元宝产出', 'sum'],
  ['元宝存量', 'balance'],
  ['在线人数', 'balance'],
  ['累计注册', 'balance'],
  ['累计充值金额', 'balance'],
  ['cum_revenue', 'balance'],
  ['次留', 'average'],
  ['7 留', 'average'],
  ['30日留', 'average'],
  ['retention_d7', 'average'],
  ['LTV7', 'average'],
  ['ltv_30', 'average'],
  ['ROI30', 'average'],
  ['ARPU', 'average'],
  ['ARPPU', 'average'],
  ['人均时长', 'average'],
  ['平均等级', 'average'],
  ['气温', 'average'],
  ['temp', 'average'],
  ['单价', 'average'],
  ['收盘价', 'average'],
  ['revenue_per_user', 'average'],
  ['经度', 'none'],
  ['latitude', 'none'],
  ['x坐标', 'none'],
  ['新增', 'sum'],
  ['充值金额', 'sum'],
  ['点击', 'sum'],
  // Nothing in the name: what is measured beside a date is a figure.
  ['铜板', 'sum'],
])('takes %s beside a date as %s', (name, role) => {
  const told = roleBeside([date, column(name, {})], name)
  expect(told?.role).toBe(role)
  expect(told?.why).not.toBe('')
})

it('does not throw away as codes what is measured beside a date, however few or long its values are', () => {
  const few = column('服战', { least: '1', most: '9', distinct: 9 })
  const running = column('声望', { least: '1', most: '60' })
  expect(roleBeside([date, few, running], '服战')?.role).toBe('sum')
  expect(roleBeside([date, few, running], '声望')?.role).toBe('sum')
  const moments = { ...date, type: 'TIMESTAMP' }
  expect(roleBeside([moments, running], '声望')?.role).toBe('none')
})

it('weights means by what they were divided by, and says so', () => {
  const names = ['日活', '新增付费', '新增', '付费人数', '展示', '点击']
  const beside = (name: string) =>
    roleBeside([date, ...names.map((each) => column(each, {})), column(name, {})], name)
  expect(beside('次留')).toEqual({
    role: 'weighted',
    why: expect.stringContaining('「新增」'),
    weight: '新增',
  })
  expect(beside('LTV7')?.why).toContain('「新增」')
  expect(beside('ARPU')?.why).toContain('「日活」')
  expect(beside('ARPPU')?.why).toContain('「付费人数」')
  expect(beside('人均时长')?.why).toContain('「日活」')
  expect(beside('点击率')?.why).toContain('「展示」')
  expect(beside('气温')?.role).toBe('average')
})

it('weights rates of people by their number where nothing better is there, and never by another rate', () => {
  const rate = (name: string) => column(name, { type: 'DOUBLE', least: '1.5', most: '62.5' })
  const told = (name: string, ...others: string[]) =>
    roleBeside([date, ...others.map((each) => column(each, {})), rate('汇率'), rate(name)], name)
  expect(told('次留', '人数')).toMatchObject({ role: 'weighted', weight: '人数', isRate: true })
  expect(told('转化率（%）', '展示', '人数')).toMatchObject({ weight: '展示', isRate: true })
  expect(told('转化（%）', '点击')).toMatchObject({ weight: '点击', isRate: true })
  expect(told('同比', '人数')).toMatchObject({ role: 'average', isRate: true })
  expect(told('留存（%）')).toMatchObject({ role: 'average', isRate: true })
  expect(roleBeside([date, column('D7', {})], 'D7')).not.toHaveProperty('isRate')
})

it('takes the four prices of a day for what they are', () => {
  const profiles = [date, ...['Open', 'High', 'Low', 'Close'].map((name) => column(name, { type: 'DOUBLE' }))]
  const roles = ['Open', 'High', 'Low', 'Close'].map((name) => roleBeside(profiles, name)?.role)
  expect(roles).toEqual(['average', 'maximum', 'minimum', 'average'])
})

it('adds up people and balances where there are no dates', () => {
  const told = tellRoles({
    table: { rowCount: 60 },
    profiles: [column('日活', {}), column('累计充值', {})],
    dateColumn: null,
    gameColumn: null,
  })
  expect(Object.values(told).map(({ role }) => role)).toEqual(['sum', 'sum'])
})
