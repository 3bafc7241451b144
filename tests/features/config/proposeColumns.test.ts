// What an import proposes for columns of numbers.
import { expect, it } from 'vitest'
import type { ImportedTable } from '#server/warehouse/import/proposal.ts'
import { columnsOf as columnsByRoles, dateReadingOf } from '#features/config/server/proposeColumns.ts'
import { tellRoles } from '#features/config/server/proposeRoles.ts'

const columnsOf = (imported: ImportedTable) =>
  columnsByRoles(
    imported,
    Object.fromEntries(Object.entries(tellRoles(imported)).map(([name, { role }]) => [name, role])),
  )

it.each([
  ['订单号', false],
  ['手机号', false],
  ['用户ID', false],
  ['userId', false],
  ['server_id', false],
  ['区服', false],
  ['年龄', false],
  ['ym', false],
  ['year_month', false],
  ['平均分', false],
  ['次日留存', false],
  ['ARPU', false],
  ['click_rate', false],
  ['充值金额', true],
  ['留存人数', true],
  ['user_num', true],
  ['id_count', true],
  ['sales', true],
])('knows whether a number named %s adds up', (name, adds) => {
  const profile = {
    name,
    type: 'BIGINT',
    filled: 9,
    distinct: 5,
    longest: 0,
    least: '1',
    most: '90',
    example: '',
  }
  const table = { name: 't', comment: '', rowCount: 9, columns: [], updatedAt: '' }
  const given = {
    table,
    title: 't',
    source: 't.csv',
    profiles: [profile],
    dateColumn: null,
    gameColumn: null,
    games: [],
  }
  expect(columnsOf(given).measures.length === 1).toBe(adds)
})

it('does not add up days that are written as numbers', () => {
  const [least, most] = ['20260101', '20261231']
  const profile = { name: 'x', type: 'BIGINT', filled: 9, distinct: 5, longest: 0, least, most, example: '' }
  const table = { name: 't', comment: '', rowCount: 9, columns: [], updatedAt: '' }
  const rest = { title: 't', source: 't.csv', dateColumn: null, gameColumn: null, games: [] }
  expect(columnsOf({ table, profiles: [profile], ...rest }).measures).toEqual([])
})

it.each([
  ['year', '1998', '2026', '年份'],
  ['年份', '2019', '2026', '年份'],
  ['月份', '202401', '202612', '年月'],
  ['月份', '1', '12', null],
  ['year', '1', '30', null],
  ['销量', '1998', '2026', null],
])('offers %s from %s to %s as a date', (name, least, most, reading) => {
  expect(
    dateReadingOf({ name, type: 'BIGINT', filled: 9, distinct: 5, longest: 0, least, most, example: '' }),
  ).toBe(reading)
})

it('takes months that are written as numbers for what they are, whatever their column is called', () => {
  const profile = {
    name: 'x',
    type: 'BIGINT',
    filled: 40,
    distinct: 30,
    longest: 0,
    least: '202401',
    most: '202612',
    example: '',
  }
  const table = { name: 't', comment: '', rowCount: 40, columns: [], updatedAt: '' }
  const rest = { title: 't', source: 't.csv', dateColumn: null, gameColumn: null, games: [] }
  expect(columnsOf({ table, profiles: [profile], ...rest })).toMatchObject({
    measures: [],
    dimensions: [profile],
  })
})
