// Hours of a business day that starts late, around a year's end: each row against plain SQL over the same rows, which
// shifts the other period's hours and fills in missing ones independently.
import { beforeAll, expect, it } from 'vitest'
import type { Comparison, Model, ReportInfo } from '#semantic/model/types.ts'
import { makeDimension, makePoint, makePointTable } from '../semantic/model.ts'
import { answer, run } from './golden.ts'

const columns = { moment: 'TIMESTAMP', day: 'DATE', channel: 'VARCHAR', player: 'BIGINT', amount: 'INTEGER' }
const model: Model = {
  dimensions: [
    makeDimension({ id: 1, name: '日期', types: 'date', count_quantum: 'hour' }),
    makeDimension({ id: 2, name: '渠道', types: 'string', info: { expression: 'channel' } }),
  ],
  points: [
    makePoint({ id: 11, name: '金额', table_id: 1, name_sql: 'amount' }),
    makePoint({ id: 12, name: '人数', table_id: 1, types: 'distinct', name_sql: 'player' }),
  ],
  pointTables: [
    makePointTable({
      id: 1,
      name: '订单',
      table_truename: 'hour_sale',
      date_column: 'day',
      time_column: 'moment',
    }),
  ],
  dimensionTables: [],
  tables: [
    {
      name: 'hour_sale',
      comment: '',
      rowCount: 0,
      updatedAt: '',
      columns: Object.entries(columns).map(([name, type]) => ({ name, type, comment: '' })),
    },
  ],
}

beforeAll(async () => {
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  await run(`CREATE TABLE hour_sale (${types.join(', ')})`)
  await run(`INSERT INTO hour_sale
    SELECT moment, moment::DATE, [NULL, 'x', 'y'][1 + i % 3], i * 7 % 6, i * 13 % 20
    FROM (SELECT i::INTEGER AS i, TIMESTAMP '2025-12-20' + to_minutes((i * 7919 % 30000)::INTEGER) AS moment FROM range(700) AS numbers(i))`)
})

const shifts = { previous: 'to_hours(1)', week: 'to_days(7)', range: 'to_days(3)' }

async function expected(cutoff: number, now: string, shift: string | null) {
  const first = `TIMESTAMP '2025-12-31' + to_hours(${cutoff})`
  const end = `TIMESTAMP '2026-01-03' + to_hours(${cutoff})`
  const today = `CAST(CAST(TIMESTAMP '${now}' - to_hours(${cutoff}) AS DATE) AS TIMESTAMP) + to_hours(${cutoff})`
  const counted = (moved: string) =>
    `SELECT date_trunc('hour', moment)${moved} AS hour, channel, sum(amount) AS amount, count(DISTINCT player) AS players FROM hour_sale`
  const met = (column: string) => (shift === null ? 'NULL' : `CASE WHEN hour < ${today} THEN ${column} END`)
  return run(`WITH own AS (${counted('')} WHERE moment >= ${first} AND moment < ${end} GROUP BY ALL),
    other AS (${counted(` + ${shift ?? 'to_hours(0)'}`)} GROUP BY ALL),
    hours AS (SELECT unnest(generate_series(${first}, least(${end} - to_hours(1), date_trunc('hour', TIMESTAMP '${now}')), to_hours(1))) AS hour),
    laid AS (SELECT hour, channel FROM own UNION SELECT hour, channel FROM hours, (SELECT DISTINCT channel FROM own) AS channels)
    SELECT strftime(laid.hour, '%Y-%m-%d %H:%M:%S'), laid.channel, coalesce(own.amount, 0), coalesce(own.players, 0),
      ${met('coalesce(other.amount, 0)').replace('hour', 'laid.hour')}, ${met('coalesce(other.players, 0)').replace('hour', 'laid.hour')}
    FROM laid
    LEFT JOIN own ON own.hour = laid.hour AND own.channel IS NOT DISTINCT FROM laid.channel
    LEFT JOIN other ON other.hour = laid.hour AND other.channel IS NOT DISTINCT FROM laid.channel`)
}

const asked = [0, 5, 23].flatMap((cutoffHour) =>
  ['2026-01-03 03:30:00', '2026-01-02 12:30:00', '2026-03-01 00:00:00'].flatMap((now) =>
    ([null, 'previous', 'week', 'range'] as const).map((compare) => ({ cutoffHour, now, compare })),
  ),
)

it.each(asked)(
  'hours with the day from $cutoffHour, at $now, against $compare',
  async ({ cutoffHour, now, compare }) => {
    const info: ReportInfo = {
      dims: [2, 1],
      points: [11, 12],
      grain: 'hour',
      dateRange: { from: '2025-12-31', to: '2026-01-02' },
      subtotals: true,
      fillDates: true,
      ...(compare && { compare: compare satisfies Comparison }),
      ...(compare === 'range' && { compareRange: { from: '2025-12-28', to: '2025-12-30' } }),
    }
    const context = { cutoffHour, now: new Date(`${now.replace(' ', 'T')}+08:00`) }
    const { rows } = await answer(null, { info, model, context })
    const own = rows
      .filter((row) => row.at(-1) === 2)
      .map(([channel, hour, amount, ...rest]) =>
        compare === null
          ? [hour, channel, amount, rest[0], null, null]
          : [hour, channel, amount, rest[2], rest[0], rest[3]],
      )
    const sorted = (list: unknown[][]) => list.map((row) => JSON.stringify(row)).sort()
    expect(sorted(own)).toEqual(sorted(await expected(cutoffHour, now, compare && shifts[compare])))
  },
)
