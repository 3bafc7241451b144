import { expect, it } from 'vitest'
import { requestsOf } from '#semantic/model/pivot/requests.ts'
import type { Grain, ReportInfo } from '#semantic/model/types.ts'
import { dims, points } from '../semantic/model.ts'
import { answer, type Cell, run } from './golden.ts'

const grains: Grain[] = ['day', 'week', 'month', 'quarter', 'year']
const sorted = (rows: Cell[][]) => rows.map((row) => JSON.stringify(row)).sort()

it.each(grains)(
  'by 日期 and a second date, cut by the %s: totals stand over the columns of the cells',
  async (grain) => {
    const info: ReportInfo = {
      dims: [dims.day, dims.openDate],
      points: [points.payers],
      grain,
      dateRange: { from: '2025-12-01', to: '2026-02-28' },
      pivot: [dims.openDate],
    }
    const [cells, totals] = requestsOf(info)
    const asked = async (part = info) => {
      const { subtotals: _, ...own } = part
      return (await answer(null, { info: own })).rows
    }
    const opened = `FROM pay_order AS p LEFT JOIN dim_server AS s ON p.server_id = s.server_id
    WHERE p.pay_date BETWEEN DATE '2025-12-01' AND DATE '2026-02-28'`
    const cut = `CAST(CAST(date_trunc('${grain}', p.pay_date) AS DATE) AS VARCHAR)`
    const day = 'CAST(s.open_date AS VARCHAR)'
    expect(sorted(await asked(cells?.info))).toEqual(
      sorted(await run(`SELECT ${cut}, ${day}, count(DISTINCT p.player_id) ${opened} GROUP BY ALL`)),
    )
    expect(sorted(await asked(totals?.info))).toEqual(
      sorted(await run(`SELECT ${day}, count(DISTINCT p.player_id) ${opened} GROUP BY ALL`)),
    )
  },
)

it('dates that are cut by another grain than the report’s say so', async () => {
  const { compiled } = await answer(null, {
    info: { dims: [dims.day, dims.openDate], points: [points.orders], grain: 'month' },
  })
  expect(compiled.columns.map(({ grain }) => grain)).toEqual([undefined, 'day', undefined])
})
