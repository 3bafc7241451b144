// A fact for calculations by hand; today is 11 March 2026.
//
//           02-23…28  03-01  02  03  04  05  08  10  11
//   a       7 a day   10     20  –   40  40  80  100 11
//   b       –         –      5   –   0   –   –   50  –      on the 5th a row without an amount
//   (null)  –         –      –   –   30  –   –   –   –
import type { CompileContext, Model, ReportInfo } from '#semantic/model/types.ts'
import { makeDimension, makePoint, makePointTable } from '../semantic/model.ts'
import { answer, run } from './golden.ts'

export const dims = { day: 1, channel: 2, month: 3, weekday: 4, time: 5 }
export const points = {
  amount: 11,
  players: 12,
  perPlayer: 13,
  twice: 14,
  least: 15,
  first: 16,
  rate: 17,
  stock: 18,
  plus: 19,
  kept: 20,
}

const columns = 'on_day DATE, sold_at TIMESTAMP, channel VARCHAR, player BIGINT, amount INTEGER'

export const model: Model = {
  dimensions: [
    makeDimension({ id: dims.day, name: '日期', types: 'date', count_quantum: 'hour' }),
    makeDimension({ id: dims.channel, name: '渠道', types: 'string', info: { expression: 'channel' } }),
    makeDimension({ id: dims.month, name: '月份', types: 'date', count_quantum: 'month' }),
    makeDimension({
      id: dims.weekday,
      name: '星期',
      types: 'number',
      info: { expression: 'weekday(on_day)' },
    }),
  ],
  points: [
    makePoint({ id: points.amount, name: '金额', table_id: 1, name_sql: 'amount', info: { unit: '元' } }),
    makePoint({ id: points.players, name: '人数', table_id: 1, types: 'distinct', name_sql: 'player' }),
    makePoint({ id: points.perPlayer, name: '人均', types: 'computed', name_sql: '[金额] / [人数]' }),
    makePoint({
      id: points.twice,
      name: '双倍',
      types: 'computed',
      name_sql: '[金额] * 2 - coalesce([金额], 0) / 1',
    }),
    makePoint({
      id: points.least,
      name: '最小',
      table_id: 1,
      name_sql: 'amount',
      info: { aggregate: 'min' },
    }),
    makePoint({
      id: points.first,
      name: '最早',
      table_id: 1,
      name_sql: 'on_day',
      info: { aggregate: 'min' },
    }),
    makePoint({
      id: points.rate,
      name: '付费率',
      types: 'computed',
      name_sql: '[人数] / 10',
      info: { format: 'percent', unit: '%' },
    }),
    makePoint({ id: points.stock, name: '余额', table_id: 1, types: 'semiAdditive', name_sql: 'amount' }),
    makePoint({ id: points.plus, name: '加一', types: 'computed', name_sql: '[金额] + 1' }),
    makePoint({ id: points.kept, name: '留空', table_id: 1, name_sql: 'amount', info: { fill: 'empty' } }),
  ],
  pointTables: [
    makePointTable({
      id: 1,
      name: '日销',
      table_truename: 'calculated_sale',
      date_column: 'on_day',
      time_column: 'sold_at',
      grain_key: ['on_day', 'channel'],
    }),
  ],
  dimensionTables: [],
  tables: [
    {
      name: 'calculated_sale',
      comment: '',
      rowCount: 0,
      updatedAt: '',
      columns: columns.split(', ').map((column) => {
        const [name = '', type = ''] = column.split(' ')
        return { name, type, comment: '' }
      }),
    },
  ],
}

const sales: [string, string | null, number, number | null][] = [
  ...['02-23', '02-24', '02-25', '02-26', '02-27', '02-28'].map((day): [string, string, number, number] => [
    day,
    'a',
    1,
    7,
  ]),
  ['03-01', 'a', 1, 10],
  ['03-02', 'a', 2, 20],
  ['03-02', 'b', 3, 5],
  ['03-04', 'a', 1, 40],
  ['03-04', 'b', 3, 0],
  ['03-04', null, 4, 30],
  ['03-05', 'a', 1, 40],
  ['03-05', 'b', 3, null],
  ['03-08', 'a', 2, 80],
  ['03-10', 'a', 1, 60],
  ['03-10', 'a', 2, 40],
  ['03-10', 'b', 1, 50],
  ['03-11', 'a', 1, 11],
]

export async function makeSales(): Promise<void> {
  await run(`CREATE TABLE calculated_sale (${columns})`)
  const rows = sales.map(([day, channel, player, amount], index) => {
    const hour = String(8 + (index % 3)).padStart(2, '0')
    const text = channel === null ? 'NULL' : `'${channel}'`
    return `('2026-${day}', '2026-${day} ${hour}:00:00', ${text}, ${player}, ${amount ?? 'NULL'})`
  })
  await run(`INSERT INTO calculated_sale VALUES ${rows.join(', ')}`)
}

const now = new Date('2026-03-11T12:00:00+08:00')

export const ask = (info: ReportInfo, name: string | null = null, context: Partial<CompileContext> = {}) =>
  answer(name, { info, model, context: { now, ...context } })
export const oldestFirst = [{ key: `d${dims.day}`, desc: false }]
export const march = { from: '2026-03-01', to: '2026-03-10' }
