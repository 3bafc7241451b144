// The explanation of a cell: its own row of the report, and the fact rows behind it.
import { describe, expect, it } from 'vitest'
import { compileReport, compileRow, compileRows, maxLimit } from '#semantic/compile.ts'
import type { CompileContext, ReportInfo } from '#semantic/model/types.ts'
import { dims, makeContext, makeModel, points } from '../semantic/model.ts'
import { ask, type Cell } from './golden.ts'

type Dialect = CompileContext['dialect']

/** The last row that the statement gives: the one that is meant. */
async function rowOf(
  info: ReportInfo,
  cells: Record<string, Cell>,
  other = false,
): Promise<Cell[] | undefined> {
  const wanted = { cells: new Map(Object.entries(cells)), other }
  const compile = (dialect: Dialect) => {
    const report = compileReport({ ...info, limit: maxLimit }, makeModel(), makeContext({ dialect }))
    return compileRow(report, wanted, { dialect })
  }
  return (await ask(compile)).cells.at(-1)
}

describe('one row of a report', () => {
  const revenue = [points.revenue]

  it('is found by a text, an empty text and the empty value', async () => {
    const info = { dims: [dims.channel], points: revenue }
    expect(await rowOf(info, { d4: 'x' })).toEqual(['x', 130.5])
    expect(await rowOf(info, { d4: '' })).toEqual(['', 3])
    expect(await rowOf(info, { d4: null })).toEqual([null, 7])
    expect(await rowOf(info, { d4: "x' OR '1'='1" })).toBeUndefined()
  })

  it('is found by a number, a truth, a day and an hour', async () => {
    expect(await rowOf({ dims: [dims.player], points: revenue }, { d11: 1 })).toEqual([1, 30.5])
    expect(await rowOf({ dims: [dims.first], points: revenue }, { d14: false })).toEqual([false, 20])
    expect(await rowOf({ dims: [dims.day], points: revenue }, { d1: '2026-01-02' })).toEqual([
      '2026-01-02',
      110,
    ])
    expect(await rowOf({ dims: [dims.time], points: revenue }, { d2: '2026-01-01 04:00:00' })).toEqual([
      '2026-01-01 04:00:00',
      10.5,
    ])
  })

  it('is found among subtotals by the dimensions that it has', async () => {
    const info = { dims: [dims.day, dims.channel], points: revenue, subtotals: true }
    expect((await rowOf(info, { d1: '2026-01-02' }))?.slice(0, 3)).toEqual(['2026-01-02', null, 110])
    expect((await rowOf(info, { d1: '2026-01-02', d4: null }))?.slice(0, 3)).toEqual(['2026-01-02', null, 7])
  })

  it('is found beside the rest below the first values', async () => {
    const info = {
      dims: [dims.channel],
      points: revenue,
      top: { dim: dims.channel, count: 1, by: points.revenue },
    }
    expect((await rowOf(info, { d4: null }, true))?.slice(0, 2)).toEqual([null, 15.25])
    expect((await rowOf(info, { d4: 'x' }))?.slice(0, 2)).toEqual(['x', 130.5])
  })
})

/** Of each point table the rows' figures, and how many there are; sorted, as they come in any order. */
async function rowsOf(info: Parameters<typeof compileRows>[0], columns: string[]) {
  const lists = (dialect: Dialect) => compileRows(info, 50, makeModel(), makeContext({ dialect }))
  const found = []
  for (const [index, { title }] of lists('duckdb').entries()) {
    const listed = (dialect: Dialect) => {
      const { list } = lists(dialect)[index] as ReturnType<typeof lists>[number]
      const sql = `SELECT ${columns.join(', ')}\nFROM (\n${list.sql}\n) AS listed\nORDER BY ALL`
      return { ...list, sql }
    }
    const counted = (dialect: Dialect) => (lists(dialect)[index] as ReturnType<typeof lists>[number]).count
    found.push([title, (await ask(listed)).cells, (await ask(counted)).cells])
  }
  return found
}

describe('the rows behind a figure', () => {
  it('are those that count, with the filters, and those of a joined table', async () => {
    const dateRange = { from: '2026-01-01', to: '2026-01-01' }
    expect(await rowsOf({ points: [points.paidRevenue], dateRange }, ['amount', 'channel'])).toEqual([
      [
        expect.any(String),
        [
          [10.5, 'x'],
          [20, 'x'],
        ],
        [[2]],
      ],
    ])
    const filters = [{ dim: dims.serverName, op: 'in' as const, values: ['二服', null] }]
    expect(await rowsOf({ points: [points.revenue], filters }, ['player_id', 'is_first'])).toEqual([
      [
        expect.any(String),
        [
          [3, true],
          [5, true],
        ],
        [[2]],
      ],
    ])
  })
})
