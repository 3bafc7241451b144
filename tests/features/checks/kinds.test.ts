// Each kind of check, computed by the warehouse and counted a second way over the same rows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { businessDay } from '#shared/businessDay.ts'
import { dayNumber, dayText, shiftDay } from '#shared/day.ts'
import { hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import { type CheckRun, saveCheck } from '#features/checks/contract.ts'
import { type ChecksHouse, makeChecksHouse } from './checksHouse.ts'

interface Row {
  day: string
  channel: string | null
  n: number | null
  id: number
}

const until = businessDay({ zone: 'Asia/Shanghai', cutoffHour: 0 })
const days = Array.from({ length: 60 }, (_, at) => shiftDay(until, at - 60))
/** As many rows a day as its weekday says, without chance. */
const rows: Row[] = days.flatMap((day) => {
  const weekday = (dayNumber(day) + 4) % 7
  return Array.from({ length: 10 + weekday }, (_, at) => ({
    day,
    channel: at === 3 ? null : (['a', 'b', 'x'][at % 3] ?? null),
    n: at === 5 ? -1 : at,
    id: dayNumber(day) * 100 + (at === 7 ? 0 : at),
  }))
})
const few = days.at(-1) as string
const kept = rows.filter(({ day, id }) => day !== few || id % 100 < 3)

const literal = (value: string | number | null) =>
  value === null ? 'NULL' : typeof value === 'number' ? String(value) : `'${value}'`
const valuesOf = (own: readonly Row[]) =>
  own
    .map(({ day, channel, n, id }) => `(DATE '${day}', ${literal(channel)}, ${literal(n)}, ${id})`)
    .join(', ')

let house: ChecksHouse

const warehouseSql = [
  `CREATE TABLE facts AS SELECT * FROM (VALUES ${valuesOf(kept)}) AS own(day, channel, n, id)`,
  `CREATE TABLE channels AS SELECT * FROM (VALUES ('a'), ('b')) AS own(code)`,
  `CREATE TABLE other AS SELECT day, CAST(sum(n) AS BIGINT) + CASE WHEN day = DATE '${days[10]}' THEN 7 ELSE 0 END AS total FROM facts GROUP BY day`,
  'CREATE TABLE nothing(day DATE, n INTEGER)',
]

let number = 0
async function checked(kind: string, values: Record<string, unknown>, table = 'facts'): Promise<CheckRun> {
  number += 1
  const check = await house.save({
    table,
    kind,
    values: values as never,
    name: `${kind} ${number}`,
    timing: { kind: 'hand' },
  })
  const [run] = await house.run(check.id)
  return run as CheckRun
}
const badDays = (isBad: (own: readonly Row[], day: string) => boolean): string[] =>
  days.filter((day) =>
    isBad(
      kept.filter((row) => row.day === day),
      day,
    ),
  )
const daysOf = (run: CheckRun) => run.days.map(({ day }) => day)
const none = { unit: 'count', most: 0 }

describe.each([
  ['DuckDB', true],
  ['ClickHouse', hasClickHouse],
])('on %s', (engine, isThere) => {
  beforeAll(async () => {
    if (!isThere) return
    const clickhouse = engine === 'ClickHouse' ? { clickhouse: await shareClickHouse() } : {}
    house = await makeChecksHouse({ warehouseSql, ...clickhouse })
  })
  afterAll(async () => {
    if (isThere) await house.dispose()
  })

  describe.skipIf(!isThere)('checks of values', () => {
    it('count empty ones, as a share and as rows', async () => {
      const share = (own: readonly Row[]) => own.filter(({ channel }) => channel === null).length / own.length
      const found = await checked('filled', { column: 'channel', unit: 'share', most: 8 })
      expect(daysOf(found)).toEqual(badDays((own) => share(own) * 100 > 8))
      expect(found.figure).toBeCloseTo(share(kept) * 100, 9)
      const counted = await checked('filled', { column: 'channel', ...none })
      expect(counted).toMatchObject({
        state: 'failed',
        figure: kept.filter(({ channel }) => channel === null).length,
      })
      expect(await checked('filled', { column: 'id', ...none })).toMatchObject({ state: 'passed', figure: 0 })
    })

    it('find those out of a range, a list and another table, with examples', async () => {
      const out = await checked('range', { column: 'n', low: 0, high: 14, ...none })
      const isOut = ({ n }: Row) => n !== null && (n < 0 || n > 14)
      expect(out.figure).toBe(kept.filter(isOut).length)
      expect(daysOf(out)).toEqual(badDays((own) => own.some(isOut)))
      const strange = kept.filter(({ channel }) => channel === 'x')
      for (const [kind, values] of [
        ['listed', { column: 'channel', known: ['a', 'b'], ...none }],
        ['elsewhere', { column: 'channel', table: 'channels', other: 'code', ...none }],
      ] as const) {
        const found = await checked(kind, values)
        expect(found.figure).toBe(strange.length)
        expect(found.examples).toEqual([`x（${strange.length} 行）`])
      }
      expect(await checked('future', { column: 'day', ...none })).toMatchObject({
        state: 'passed',
        figure: 0,
      })
    })
  })

  describe.skipIf(!isThere)('checks of rows by day', () => {
    it('compare with the same weekday of former weeks', async () => {
      const found = await checked('weekday', { column: '', weeks: 4, down: 20, up: 20 })
      const count = (day: string) => kept.filter((row) => row.day === day).length
      const usual = [7, 14, 21, 28].reduce((sum, back) => sum + count(shiftDay(few, -back)), 0) / 4
      expect(daysOf(found)).toEqual([few])
      expect(found.figure).toBeCloseTo((count(few) / usual - 1) * 100, 9)
      const sums = await checked('weekday', { column: 'n', weeks: 4, down: 20, up: null })
      expect(daysOf(sums)).toEqual([few])
    })

    it('compare with the band of the forecast', async () => {
      expect(daysOf(await checked('forecast', { column: '', level: '95' }))).toContain(few)
    })

    it('say that there is nothing to compare with on the first run', async () => {
      const weeks = await checked('weekday', { column: '', weeks: 4, down: 20, up: 20 }, 'nothing')
      expect(weeks).toMatchObject({ state: 'idle', text: '还没有前几周可比', days: [] })
      expect(await checked('filled', { column: 'n', ...none }, 'nothing')).toMatchObject({ state: 'idle' })
      expect(await checked('least', { rows: 1 }, 'nothing')).toMatchObject({ state: 'failed', figure: 0 })
      expect(await checked('late', { column: 'day', most: 1, unit: 'day' }, 'nothing')).toMatchObject({
        state: 'failed',
        figure: null,
      })
    })

    it('find days with fewer rows, and days without any', async () => {
      const found = await checked('least', { rows: 5 })
      expect(daysOf(found)).toEqual([few])
      expect(found.figure).toBe(kept.length)
    })
  })

  describe.skipIf(!isThere)('checks of keys, lateness and another table', () => {
    it('count keys that are on more than one row', async () => {
      const found = await checked('unique', { columns: ['id'] })
      const times = new Map<number, number>()
      for (const { id } of kept) times.set(id, (times.get(id) ?? 0) + 1)
      const repeated = [...times].filter(([, count]) => count > 1)
      expect(found).toMatchObject({ state: 'failed', figure: repeated.length })
      expect(found.examples).toHaveLength(5)
      expect(daysOf(found)).toEqual(
        [...new Set(repeated.map(([id]) => dayText(Math.floor(id / 100))))].sort(),
      )
      expect(await checked('unique', { columns: ['day', 'n', 'id'] })).toMatchObject({ state: 'passed' })
    })

    it('tell how far the newest row is behind', async () => {
      const behind = dayNumber(until) - dayNumber(few)
      expect(await checked('late', { column: 'day', most: behind, unit: 'day' })).toMatchObject({
        state: 'passed',
        figure: behind,
      })
      expect(await checked('late', { column: 'day', most: behind - 1, unit: 'day' })).toMatchObject({
        state: 'failed',
        days: [{ day: null }],
      })
    })

    it('find the day on which another table has another figure', async () => {
      const values = { how: 'sum', column: 'n', table: 'other', otherHow: 'sum', other: 'total' }
      const found = await checked('agrees', { ...values, unit: 'count', most: 6 })
      expect(daysOf(found)).toEqual([days[10]])
      expect(found.figure).toBe(7)
      expect(await checked('agrees', { ...values, unit: 'count', most: 7 })).toMatchObject({
        state: 'passed',
      })
      const share = await checked('agrees', { ...values, unit: 'share', most: 1 })
      expect(daysOf(share)).toEqual([days[10]])
    })
  })

  it.skipIf(!isThere)('tells what is wrong with typed values at their fields', async () => {
    const values = { column: 'n', low: null, high: null, ...none }
    const body = {
      id: -1,
      name: '',
      table: 'facts',
      kind: 'range',
      values,
      action: 'hold',
      timing: { kind: 'load' },
    }
    const { envelope } = await house.keeper.call(saveCheck, { body })
    expect(envelope?.data).toMatchObject({ fields: { 'range.low': '请填写下限或上限' } })
    const late = { ...body, kind: 'late', values: { column: 'day', most: 1, unit: 'day' } }
    const refused = await house.keeper.call(saveCheck, { body: late })
    expect(refused.envelope?.data).toMatchObject({ fields: { action: expect.stringContaining('只能标记') } })
  })

  it.skipIf(!isThere)('says why a check can’t be computed, and computes those beside it', async () => {
    expect(await checked('filled', { column: 'gone', ...none })).toMatchObject({
      state: 'broken',
      text: '表「facts」没有列「gone」',
    })
    expect(await checked('range', { column: 'channel', low: 0, high: null, ...none })).toMatchObject({
      state: 'broken',
      text: '列「channel」不是数字',
    })
    const values = { column: 'channel', table: 'gone', other: 'code', ...none }
    expect(await checked('elsewhere', values)).toMatchObject({ state: 'broken', text: '没有数据表「gone」' })
  })
})
