// First N values beside what reads further periods or totals: comparisons, filled dates, conditions on figures,
// windows, fixed rows, shares. Random requests, on both warehouses where the conformance suite runs this one; those
// without comparison and filled dates are answered by the naive way, too (random.test.ts, compareRandom.test.ts).
import type { DuckDBConnection } from '@duckdb/node-api'
import { expect, it } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { makeContext } from '../semantic/model.ts'
import { ask, type Cell, isCompared } from './golden.ts'
import { Lottery } from './lottery.ts'
import { dims, fill, hiding, model, randomInfo, randomRows, usually } from './randomRequests.ts'

/** ClickHouse plans statements of many parts for seconds: few of them, but in the long form. */
const isLong = process.env.SUITES !== undefined || process.env.LONG !== undefined
const turns = isCompared() && !isLong ? 3 : 12
const seeds = Array.from({ length: isLong ? 16 : 4 }, (_, index) => index + 1)

function requestBeside(lottery: Lottery, turn: number): ReportInfo {
  const odds = turn % 2 ? hiding : usually
  const info = randomInfo(lottery, { ...odds, top: 100, range: 80, condition: 40 })
  if (info.dateRange && lottery.chance(70))
    info.compare = lottery.one(['previous', 'week', 'year52', 'year', 'lunar'])
  if (info.dims.includes(dims.day) && lottery.chance(40)) info.fillDates = true
  return info
}

async function answered(info: ReportInfo, from: DuckDBConnection, alone: boolean) {
  const { compiled, cells } = await ask(
    (dialect) => compileReport(info, model, makeContext({ dialect })),
    from,
    { alone },
  )
  return { keys: compiled.columns.map(({ key }) => key), rows: cells }
}

/** The figures of the total and of the period beside it, by their keys. */
function totalOf({ keys, rows: [total = []] }: { keys: string[]; rows: Cell[][] }): Map<string, Cell> {
  const told = (cell: Cell) => (typeof cell === 'number' ? Number(cell.toPrecision(9)) : cell)
  return new Map(
    keys.flatMap((key, at) => (/^p\d+(_prev)?$/.test(key) ? [[key, told(total[at] as Cell)]] : [])),
  )
}

const hidesRows = ({ filters }: ReportInfo): boolean => JSON.stringify(filters ?? []).includes('"point"')

it.each(seeds)('leaves the totals as they are: data %i', async (seed) => {
  const lottery = new Lottery(seed * 104_729)
  const connection = await fill(randomRows(lottery))
  for (let turn = 0; turn < turns; turn += 1) {
    const info = requestBeside(lottery, turn)
    const own = await answered(info, connection, false)
    // Conditions on figures judge the others as one row.
    if (hidesRows(info)) continue
    const { top: _, ...whole } = info
    const shown = totalOf(await answered(whole, connection, true))
    expect(totalOf(own), JSON.stringify(info)).toEqual(shown)
  }
})
