// @vitest-environment jsdom
// What a result's grid derives from statements and cells: dictionaries of columns, JSON as a tree.
import { describe, expect, it } from 'vitest'
import { dictionariesOf } from '#shared/sql/columnDictionaries.ts'
import type { CatalogTable, ResultColumn } from '#features/code/contract.ts'
import { firstOpen, jsonNodes, sizeText, treeRows } from '#features/code/web/results/cell/jsonNodes.ts'
import { codesNamed } from '#features/code/web/results/labels/labels.ts'
import { lookOf, stateOfLook } from '#features/code/web/results/look.ts'
import { untouched } from '#features/code/web/results/shown.ts'
import { shownColumns, tableColumns } from '#features/code/web/results/tableOf.ts'

const column = (title: string, type: ResultColumn['type'] = 'string'): ResultColumn => ({
  key: title,
  title,
  kind: 'column',
  type,
  databaseType: type === 'integer' ? 'BIGINT' : 'VARCHAR',
  format: null,
})
const tableOf = (name: string, columns: [name: string, dictId: number | null, type?: string][]) =>
  ({
    name,
    columns: columns.map(([own, dictId, type = 'VARCHAR']) => ({ name: own, type, dictId })),
  }) as CatalogTable
const tables = [
  tableOf('login_day', [
    ['channel', 7],
    ['server_id', 8, 'BIGINT'],
    ['level', null, 'BIGINT'],
  ]),
  tableOf('pay_order', [
    ['channel', 7],
    ['platform', 9],
  ]),
  tableOf('other', [['channel', 3]]),
]

describe('the dictionary of a column', () => {
  const found = (sql: string, ...columns: ResultColumn[]) =>
    Object.fromEntries(
      [...dictionariesOf({ sql, columns, kind: 'query' }, tables)].map(([index, id]) => [
        columns[index]?.title,
        id,
      ]),
    )

  it('is that of the tables which the statement reads', () => {
    const sql = 'select * from login_day join Pay_Order using (player_id) -- other'
    expect(found(sql, column('channel'), column('PLATFORM'), column('level', 'integer'))).toEqual({
      channel: 7,
      PLATFORM: 9,
    })
    expect(found('select channel from somewhere', column('channel'))).toEqual({})
  })

  it('follows another name, and leaves out what is computed, of another type, or could be two', () => {
    const sql = `select channel as 渠道, l.server_id as "区 服", count(channel) as channel from login_day l`
    expect(found(sql, column('渠道'), column('区 服', 'integer'), column('channel', 'integer'))).toEqual({
      渠道: 7,
      '区 服': 8,
    })
    expect(found('select server_id from login_day', column('server_id'))).toEqual({})
    expect(found('select channel from login_day, other', column('channel'))).toEqual({})
  })

  it('is found through names without `as`, names of names, casts, and functions that keep values', () => {
    const ask = (expression: string) =>
      found(`with t as (select ${expression} from login_day l) select c as 结果 from t`, column('结果')).结果
    for (const expression of [
      'channel c',
      'l.channel as c',
      'any_value(l.channel) c',
      'coalesce(channel, 1) as c',
      'max_by(channel, level) as "C"',
      'cast(channel as varchar) as c',
      'l.channel::varchar c',
      'first_value(channel) over (order by level) as c',
      'max(channel) filter (where level > 3) c',
      'channel as c, channel as d',
    ])
      expect([expression, ask(expression)]).toEqual([expression, 7])
    for (const expression of [
      'upper(channel) c',
      'count(distinct channel) as c',
      "channel || '!' as c",
      "'!' || channel as c",
      'case when level > 1 then channel end as c',
      'level as c, channel as d',
    ])
      expect([expression, ask(expression)]).toEqual([expression, undefined])
    // Two sources of one name are none.
    expect(
      found(
        'select channel as c from login_day union all select upper(channel) as c from login_day',
        column('c'),
      ),
    ).toEqual({})
    expect(found('select upper(channel) channel from login_day', column('channel'))).toEqual({})
    expect(
      found('select channel as channel from login_day order by channel desc, 1', column('channel')),
    ).toEqual({
      channel: 7,
    })
  })

  it('stays in a comparison, on both sides of what changed', () => {
    const columns = [column('channel（旧）'), column('channel（新）'), column('server_id（差）', 'integer')]
    const compared = (kind: string) => [
      ...dictionariesOf({ sql: '-- 对比\nselect * from login_day', columns, kind }, tables).entries(),
    ]
    expect(compared('compare')).toEqual([
      [0, 7],
      [1, 7],
    ])
    expect(compared('query')).toEqual([])
  })

  it('stands beside codes where they are shown, never where they are copied', () => {
    const labels = new Map([[0, new Map([['1', '微信']])]])
    const look = { spec: { sort: [], filters: [] }, frozen: [], plain: false }
    const run = { columns: [column('channel')] }
    const [named] = tableColumns(run, [0], look, labels)
    expect([named?.format('1'), named?.format('2'), named?.copy?.('1')]).toEqual(['1 微信', '2', '1'])
    const [plain] = tableColumns(run, [0], { ...look, plain: true }, labels)
    expect(plain?.format('1')).toBe('1')
    expect(codesNamed(labels, '微')).toEqual([{ column: 0, values: ['1'] }])
    expect(codesNamed(labels, 'QQ')).toEqual([])
  })
})

it('columns that stay at the left come first, hidden ones not at all', () => {
  const run = { columns: ['a', 'b', 'c', 'd'].map((title) => column(title)) }
  expect(shownColumns(run, [1], [3, 1])).toEqual([3, 0, 2])
})

it('a look that is put on a result and read again is the same, letter by letter', () => {
  const columns = [column('day', 'date'), column('n', 'integer')]
  const chart = { type: 'bar' as const, x: 0, values: [1], series: null, aggregate: 'sum' as const }
  const filters = [{ column: 0, op: 'in' as const, values: ['2026-10-01', null] }]
  const spec = { sort: [{ column: 1, desc: true }], filters }
  const look = lookOf(columns, { spec, hidden: [], frozen: [0], chart, mode: 'chart' })
  if (!look) throw new Error('no look')
  expect(JSON.stringify(lookOf(columns, stateOfLook(columns, look)))).toBe(JSON.stringify(look))
  expect(lookOf(columns, untouched)).toBeNull()
})

describe('JSON as a tree', () => {
  it('keeps digits, equal keys and empty parts as they are written', () => {
    const root = jsonNodes('{"a": 12345678901234567890.10, "a": "x\\"y", "b": [], "": {"c": [null, [true]]}}')
    expect(root?.parts.map(({ name, kind, text }) => [name, kind, text])).toEqual([
      ['a', 'other', '12345678901234567890.10'],
      ['a', 'text', 'x"y'],
      ['b', 'array', ''],
      ['', 'object', ''],
    ])
    const deep = root?.parts[3]?.parts[0]
    expect(deep && [sizeText(deep), deep.parts[1]?.parts[0]?.text]).toEqual(['[2 项]', 'true'])
    expect(jsonNodes('[1, 2')).toBeNull()
  })

  it('opens its outer levels as far as they fit, and shows the rows that stand open', () => {
    const root = jsonNodes(JSON.stringify({ few: [1, 2], many: Array.from({ length: 100 }, (_, at) => at) }))
    if (!root) throw new Error('no tree')
    expect([...firstOpen(root)]).toEqual([''])
    expect(treeRows(root, new Set(['', '/0']), 100).map(({ path }) => path)).toEqual([
      '',
      '/0',
      '/0/0',
      '/0/1',
      '/1',
    ])
    expect(treeRows(root, new Set(['', '/1']), 10)).toHaveLength(10)
  })
})
