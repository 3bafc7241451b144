// What an import makes of columns of numbers.
import { expect, it } from 'vitest'
import { columnsOf } from '../../../src/features/config/server/proposeColumns.ts'

it.each([
  ['订单号', false],
  ['手机号', false],
  ['用户ID', false],
  ['userId', false],
  ['server_id', false],
  ['区服', false],
  ['年龄', false],
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
