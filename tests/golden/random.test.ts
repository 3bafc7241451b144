// Small random requests on small random data, each answered by the engine's SQL and by the naive evaluation. The
// seeds are fixed, so that a failure can be reproduced; the message names its request.
import { describe, expect, it } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import type { CompiledReport, ReportInfo } from '#semantic/model/types.ts'
import { makeContext } from '../semantic/model.ts'
import { ask, isCompared } from './golden.ts'
import { Lottery } from './lottery.ts'
import { evaluate, type NaiveModel, type NaiveRow } from './naive.ts'
import { overSumsCount } from './overSums.ts'
import {
  columnsOf,
  type Fact,
  fill,
  hiding,
  model,
  points,
  randomInfo,
  randomRows,
  series,
  usually,
} from './randomRequests.ts'

/** As the engine answers: dimensions, figures with their shares, marks; figures to nine digits. */
function flat(row: NaiveRow, info: ReportInfo, keys: string[], { marks, bases }: Behind) {
  const cells = keys.map((key) => {
    const place = info.dims.findIndex((id) => key === `d${id}`)
    return place < 0 ? (row.cells.get(key) ?? null) : row.dims[place]
  })
  return [
    ...cells,
    ...marks.map((mark) => (mark === 'level' ? row.level : row.other)),
    ...bases.map((key) => row.cells.get(`${key}_base`) ?? null),
  ].map(rounded)
}
type Behind = Pick<CompiledReport, 'marks' | 'bases'>
const rounded = (cell: unknown) => (typeof cell === 'number' ? Number(cell.toPrecision(9)) : cell)

/** Data whose requests ClickHouse answers too; all in the long form, which asks more of each. */
const isLong = process.env.SUITES !== undefined || process.env.LONG !== undefined
const mostElsewhere = isLong ? 16 : 2
const turns = isLong ? 25 : 10

const seeds = Array.from({ length: 16 }, (_, index) => index + 1)

describe.each([
  { of: 'requests', odds: usually },
  { of: 'fixed rows and windows, where rows are hidden', odds: hiding },
])('random $of', ({ odds }) => {
  it.each(seeds)('answers as the naive way does: data %i', async (seed) => {
    const lottery = new Lottery(seed * 7919)
    const rows = randomRows(lottery)
    const connection = await fill(rows)
    const naive: NaiveModel = {
      facts: Object.fromEntries(
        Object.entries(rows).map(([name, own]) => [
          name,
          {
            rows: own.map((row) => ({
              ...row,
              twice: row.amount === null ? null : Number(row.amount) * 2,
              large: Number(row.amount !== null && Number(row.amount) > 5 && row.ok === true),
            })),
            day: 'day',
            series: series[name as Fact],
          },
        ]),
      ),
      points,
      dims: columnsOf,
      today: '2026-01-02',
    }
    for (let turn = 0; turn < turns; turn += 1) {
      const info = randomInfo(lottery, odds)
      const request = JSON.stringify(info)
      const { compiled, cells } = await ask(
        (dialect) => compileReport(info, model, makeContext({ dialect })),
        connection,
        { alone: seed > mostElsewhere },
      )
      const [total, ...below] = cells.map((row) => row.map(rounded))
      const keys = compiled.columns.map(({ key }) => key)
      const expected = evaluate(info, naive)
      const flattened = expected.rows.map((row) => flat(row, info, keys, compiled))
      expect(total, request).toEqual(flat(expected.total, info, keys, compiled))
      expect(below, request).toEqual(flattened)
    }
  })
})

it('answered many of them from kept sums too', () => {
  if (!isCompared()) expect(overSumsCount.answered).toBeGreaterThan(isLong ? 150 : 15)
})
