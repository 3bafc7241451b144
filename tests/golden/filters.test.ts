import { describe, expect, it } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import type { Model, ReportFilter } from '#semantic/model/types.ts'
import {
  dims,
  makeContext,
  makeDimension,
  makeModel,
  makePoint,
  makePointTable,
  points,
} from '../semantic/model.ts'
import { answer, run } from './golden.ts'

/** Sum of the notes' amounts under a filter: each note has a power of two of its own. */
async function noteSum(name: string | null, filter: Omit<ReportFilter, 'dim'>): Promise<number | null> {
  const { total } = await answer(name, {
    info: { dims: [], points: [points.noteAmount], filters: [{ dim: dims.note, ...filter }] },
  })
  return total[0] as number | null
}

const everyNote = 8191

describe('filters on dimensions', () => {
  it('a filter value holding quotes, percent signs, backslashes, full-width characters', async () => {
    expect(await noteSum('filters-quote', { op: 'in', values: ["O'Brien"] })).toBe(1)
    expect(await noteSum(null, { op: 'in', values: ['c:\\dir', 'say "hi"', '（全角）'] })).toBe(32 + 128 + 64)
    expect(await noteSum(null, { op: 'contains', values: ['0%'] })).toBe(2)
    expect(await noteSum(null, { op: 'contains', values: ['_'] })).toBe(8)
    expect(await noteSum(null, { op: 'contains', values: ['\\'] })).toBe(32)
    expect(await noteSum(null, { op: 'contains', values: ["'"] })).toBe(1)
    expect(await noteSum(null, { op: 'contains', values: ['全角'] })).toBe(64)
    expect(await noteSum(null, { op: 'startsWith', values: ['a_', '='] })).toBe(8 + 256)
    expect(await noteSum(null, { op: 'in', values: ["'; DROP TABLE note_fact; --"] })).toBe(0)
  })

  it('null and the empty string apart', async () => {
    expect(await noteSum(null, { op: 'in', values: [''] })).toBe(512)
    expect(await noteSum(null, { op: 'in', values: [null, 'axb'] })).toBe(1024 + 16)
    expect(await noteSum(null, { op: 'in', values: [null] })).toBe(1024)
    expect(await noteSum(null, { op: 'isNull', values: [] })).toBe(1024)
    expect(await noteSum(null, { op: 'isNotNull', values: [] })).toBe(everyNote - 1024)
  })

  it('in and notIn, contains and notContains are exact opposites', async () => {
    expect(await noteSum(null, { op: 'notIn', values: ['axb'] })).toBe(everyNote - 16)
    expect(await noteSum(null, { op: 'notIn', values: ['axb', null] })).toBe(everyNote - 16 - 1024)
    expect(await noteSum(null, { op: 'notContains', values: ['1', 'a'] })).toBe(
      everyNote - 2 - 4 - 8 - 16 - 128 - 256,
    )
  })

  it('finds a part of a text in any case, whatever the alphabet', async () => {
    const parts = [
      [1, 'BRIEN', "o'b"],
      [128, 'SAY'],
      [2048, 'äpfel', 'ｑ', 'IX', 'ix'],
      [4096, 'дом', 'σΊΓ', 'ß'],
    ] as const
    for (const [sum, ...texts] of parts)
      for (const text of texts) {
        expect(await noteSum(null, { op: 'contains', values: [text] }), text).toBe(sum)
        expect(await noteSum(null, { op: 'notContains', values: [text] }), text).toBe(everyNote - sum)
      }
    expect(await noteSum(null, { op: 'startsWith', values: ["o'B", 'ÄPf', 'дОМ'] })).toBe(1 + 2048 + 4096)
    expect(await noteSum(null, { op: 'in', values: ["o'brien", 'AXB'] })).toBe(0)
  })

  it('a filter without values restricts nothing', async () => {
    expect(await noteSum(null, { op: 'in', values: [] })).toBe(everyNote)
    expect(await noteSum(null, { op: 'contains', values: [] })).toBe(everyNote)
  })

  it('takes 50,000 values as one parameter', async () => {
    const values = Array.from({ length: 50_000 }, (_, index) => `value ${index}`)
    values[49_999] = 'axb'
    expect(await noteSum(null, { op: 'in', values })).toBe(16)
  })

  it('compares numbers, texts of numbers and open ends', async () => {
    const sum = async (name: string | null, filter: Omit<ReportFilter, 'dim'>) =>
      (
        await answer(name, {
          info: { dims: [], points: [points.minutes], filters: [{ dim: dims.player, ...filter }] },
        })
      ).total[0]
    expect(await sum(null, { op: 'between', values: ['2', 4] })).toBe(20 + 30 + 50)
    expect(await sum(null, { op: 'gt', values: [4] })).toBe(60)
    expect(await sum(null, { op: 'gte', values: [4.5] })).toBe(60)
    expect(await sum(null, { op: 'lt', values: [2] })).toBe(50)
    expect(await sum(null, { op: 'between', values: [null, 1] })).toBe(50)
    expect(await sum(null, { op: 'in', values: ['1', 5] })).toBe(110)
    expect(await sum(null, { op: 'notIn', values: [1] })).toBe(160)
  })

  it('tells whole numbers beyond 2^53 apart, and those beyond 64 bits', async () => {
    const found = async (op: ReportFilter['op'], ...values: string[]) => {
      const filters = [{ dim: dims.player, op, values }]
      const info = { dims: [], points: [points.minutes], filters }
      const { sql, params } = compileReport(info, makeModel(), makeContext())
      const players = 'SELECT unnest([9223372036854775806, 9223372036854775807]) AS player_id, 1 AS minutes'
      return (await run(sql.replace(/^WITH /, `WITH login_day AS (${players}),\n`), params))[0]?.[0]
    }
    expect(await found('in', '9223372036854775807')).toBe(1)
    expect(await found('notIn', '9223372036854775807', '92233720368547758070')).toBe(1)
    expect(await found('gt', '9223372036854775806')).toBe(1)
    expect(await found('lte', '9223372036854775806')).toBe(1)
  })

  it('reads truths as texts', async () => {
    const { total } = await answer(null, {
      info: {
        dims: [],
        points: [points.orders],
        filters: [{ dim: dims.first, op: 'in', values: ['false'] }],
      },
    })
    expect(total).toEqual([1])
  })

  it('filters days and times by their bounds', async () => {
    const orders = async (name: string | null, dim: number, op: ReportFilter['op'], ...values: string[]) =>
      (await answer(name, { info: { dims: [], points: [points.orders], filters: [{ dim, op, values }] } }))
        .total[0]
    expect(await orders(null, dims.day, 'gte', '2026-01-02')).toBe(3)
    expect(await orders(null, dims.day, 'gt', '2026-01-01')).toBe(3)
    expect(await orders(null, dims.day, 'lte', '2026-01-01')).toBe(3)
    expect(await orders(null, dims.day, 'in', '2026-01-01')).toBe(3)
    expect(await orders(null, dims.day, 'between', '2026-01-01', '2026-01-02')).toBe(6)
    expect(await orders(null, dims.time, 'gte', '2026-01-02 04:59:59')).toBe(2)
    expect(await orders(null, dims.time, 'lte', '2026-01-01')).toBe(3)
    expect(await orders(null, dims.time, 'in', '2026-01-01 09:00:00')).toBe(1)
    expect(await orders(null, dims.time, 'in', '2026-01-02 04:00:00')).toBe(1)
  })
})

describe('a filter on a point (having) against a filter on a dimension', () => {
  it('the first hides rows and their facts from the total, the second facts', async () => {
    const onPoint = await answer(null, {
      info: {
        dims: [dims.channel],
        points: [points.revenue, points.orders],
        filters: [{ point: points.revenue, op: 'gte', values: [5.25] }],
      },
    })
    expect(onPoint.rows).toEqual([
      ['x', 130.5, 3],
      [null, 7, 1],
      ['y', 5.25, 1],
    ])
    expect(onPoint.total).toEqual([null, 142.75, 5])
    const onDimension = await answer(null, {
      info: {
        dims: [dims.channel],
        points: [points.revenue, points.orders],
        filters: [{ dim: dims.amountBand, op: 'in', values: ['大'] }],
      },
    })
    expect(onDimension.rows).toEqual([['x', 130.5, 3]])
    expect(onDimension.total).toEqual([null, 130.5, 3])
  })

  it('works on computed points that are not shown', async () => {
    const { total, rows } = await answer(null, {
      info: {
        dims: [dims.channel],
        points: [points.revenue],
        filters: [
          { point: points.arpu, op: 'gt', values: [5] },
          { point: points.clickCost, op: 'isNull', values: [] },
        ],
      },
    })
    // Revenue a user: x 65.25 (has clicks), y 5.25, '' 3, null 7.
    expect(rows).toEqual([
      [null, 7],
      ['y', 5.25],
    ])
    expect(total).toEqual([null, 12.25])
  })

  it('can leave nothing', async () => {
    const { total, rows } = await answer(null, {
      info: {
        dims: [],
        points: [points.revenue, points.users],
        filters: [{ point: points.revenue, op: 'gt', values: [1e9] }],
      },
    })
    expect(rows).toEqual([])
    expect(total).toEqual([0, 0])
  })
})

it('a value that one fact cannot hold is in no row there', async () => {
  await run(`CREATE TABLE coded (code VARCHAR, amount INTEGER);
    INSERT INTO coded VALUES ('7', 1), ('x7', 2), (NULL, 4), ('8', 8)`)
  await run(`CREATE TABLE numbered (code INTEGER, amount INTEGER);
    INSERT INTO numbered VALUES (7, 16), (8, 32), (NULL, 64)`)
  await run(`CREATE TABLE dated (code DATE, amount INTEGER);
    INSERT INTO dated VALUES ('2026-01-07', 128), (NULL, 256)`)
  const names = ['coded', 'numbered', 'dated']
  const types = ['VARCHAR', 'INTEGER', 'DATE']
  const model: Model = {
    ...makeModel(),
    dimensions: [makeDimension({ id: 1, name: '编码', types: 'string', info: { expression: 'code' } })],
    points: names.map((name, at) =>
      makePoint({ id: at + 1, name, table_id: at + 1, name_sql: 'amount', info: { aggregate: 'sum' } }),
    ),
    pointTables: names.map((name, at) => makePointTable({ id: at + 1, name, table_truename: name })),
    tables: names.map((name, at) => ({
      name,
      comment: '',
      rowCount: 0,
      updatedAt: '',
      columns: [
        { name: 'code', type: types[at] as string, comment: '' },
        { name: 'amount', type: 'INTEGER', comment: '' },
      ],
    })),
  }
  const sums = async (op: ReportFilter['op'], values: ReportFilter['values']) =>
    (await answer(null, { info: { dims: [], points: [1, 2, 3], filters: [{ dim: 1, op, values }] }, model }))
      .total
  expect(await sums('in', ['x7'])).toEqual([2, 0, 0])
  expect(await sums('in', ['x7', '7'])).toEqual([3, 16, 0])
  expect(await sums('in', ['x7', '2026-01-07'])).toEqual([2, 0, 128])
  expect(await sums('in', ['x7', null])).toEqual([6, 64, 256])
  expect(await sums('notIn', ['x7'])).toEqual([13, 112, 384])
  expect(await sums('notIn', ['x7', null])).toEqual([9, 48, 128])
  expect(await sums('notIn', ['x7', '8'])).toEqual([5, 80, 384])
  expect(await sums('in', ['2026-13-45', '99999999999999999999999999999999999999999'])).toEqual([0, 0, 0])
})
