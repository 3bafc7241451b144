// Definitions are checked while being typed; the check stores nothing.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { functions } from '#semantic/model/expression/functions.ts'
import * as calls from '#features/config/contract.ts'
import { dayFromToday } from '../lists/listsHouse.ts'
import { makeOffice, type Office } from '../statement/office.ts'
import { definitionsAsRows } from './definitionRows.ts'

let office: Office
let before: string
const present = async () => JSON.stringify(await definitionsAsRows(office.deps.metadata.db))

/** Rows of the last days: game a 3 on each of them but one day, game b 5 today. */
const recent = (cgi: string, day: string, player: number, count: number) =>
  `SELECT DATE '${day}', '${cgi}', 'web', ${player}, 10 FROM range(${count})`
const days = [0, -1, -2, -4, -5, -6].map(dayFromToday)
const extraSql = [
  `INSERT INTO visit ${[...days.map((day) => recent('a', day, 1, 3)), recent('b', dayFromToday(0), 2, 5)].join(' UNION ALL ')}`,
]

beforeAll(async () => {
  office = await makeOffice({ extraSql })
  before = await present()
})
afterAll(async () => {
  // Whatever was asked here.
  expect(await present()).toBe(before)
  await office?.dispose()
})

const check = async (point: object, by = office.admin, figures = true) =>
  (await by.call<calls.CheckedPoint>(calls.checkPoint, { body: { point, figures } })).data

it('gives a point’s SQL, five rows and the figures of the last seven days', async () => {
  const typed = { name: '次数', table_id: office.tables.visit, name_sql: '' }
  const { problems, sql, sample, days: figures, total, trouble } = await check(typed)
  expect([problems, trouble]).toEqual([[], ''])
  expect(sql).toContain('FROM "visit"')
  expect(sample?.columns).toEqual(['day', 'cgi', 'channel', 'player_id', 'minutes'])
  expect(sample?.rows).toHaveLength(5)
  expect(figures.map(({ day }) => day)).toEqual([-6, -5, -4, -3, -2, -1, 0].map(dayFromToday))
  expect(figures.map(({ figure }) => figure)).toEqual([3, 3, 3, 0, 3, 3, 8])
  expect(total).toBe(23)
})

it('warns of a balance whose table has no key, and refuses it where a day has several rows', async () => {
  const balance = { name: '存量', table_id: office.tables.visit, types: 'semiAdditive', name_sql: 'minutes' }
  const { problems, warnings } = await check(balance, office.admin, false)
  expect([problems, warnings]).toEqual([[], [expect.stringContaining('没有写行的主键，也没有时间列')]])
  const refused = await check(balance)
  expect(refused.problems).toEqual([
    {
      field: 'table_id',
      message: expect.stringMatching(
        /^指标表「访问」没有写行的主键：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列（如 \d{4}-\d\d-\d\d 有 \d+ 行）$/,
      ),
      position: null,
    },
  ])
  expect(refused.days).toEqual([])
  expect((await check({ ...balance, types: 'additive' }, office.admin, false)).warnings).toEqual([])
})

it('takes statistics, and says which of their settings are wrong', async () => {
  const statistic = { name: '中位', table_id: office.tables.visit, types: 'statistic', name_sql: 'minutes' }
  const fieldsOf = async (change: object) =>
    (await check({ ...statistic, ...change }, office.admin, false)).problems.map(({ field }) => field)
  expect((await check(statistic)).total).toBe(10)
  expect(await fieldsOf({ info: { aggregate: 'percentile', percentile: 90, approximate: true } })).toEqual([])
  expect(await fieldsOf({ info: { aggregate: 'percentile' } })).toContain('info.percentile')
  expect(await fieldsOf({ info: { aggregate: 'percentile', percentile: 100 } })).toContain('info.percentile')
  expect(await fieldsOf({ info: { aggregate: 'stddev', approximate: true } })).toContain('info.approximate')
  expect(await fieldsOf({ info: { aggregate: 'sum' } })).toContain('info.aggregate')
  expect(await fieldsOf({ name_sql: '' })).toContain('name_sql')
  expect(await fieldsOf({ name_sql: 'channel' })).toContain('name_sql')
  expect(await fieldsOf({ info: { aggregate: 'mean', per: 'player_id' } })).toEqual([])
  expect(await fieldsOf({ info: { aggregate: 'max', per: ' player_id ' }, name_sql: '' })).toEqual([])
  expect(await fieldsOf({ info: { aggregate: 'max' } })).toContain('info.aggregate')
  expect(await fieldsOf({ info: { per: 'playerid' } })).toEqual(['info.per'])
  expect(await fieldsOf({ types: 'additive', info: { per: 'player_id' } })).toContain('info.per')
  const counted = { types: 'additive', info: { aggregate: 'countIf' } }
  expect(await fieldsOf({ ...counted, name_sql: 'minutes > 20' })).toEqual([])
  expect(await fieldsOf({ ...counted, name_sql: 'minutes' })).toContain('name_sql')
})

it('within the games of whoever asks', async () => {
  const typed = { name: '次数', table_id: office.tables.visit, name_sql: '' }
  const limited = await office.person({ keys: ['search_config'], games: ['b'] })
  const { days: figures, sample } = await check(typed, limited)
  expect(figures.map(({ figure }) => figure)).toEqual([0, 0, 0, 0, 0, 0, 5])
  expect(new Set(sample?.rows.map(([, cgi]) => cgi))).toEqual(new Set(['b']))
  const none = await check(typed, await office.person({ keys: ['search_config'], games: [] }))
  expect([none.total, none.sample?.rows]).toEqual([0, []])
})

it('computes a formula, a change of what is saved, and a distinct count by the day and in all', async () => {
  const formula = await check({ name: '人均', types: 'computed', name_sql: '[在线时长] / [活跃用户]' })
  expect(formula.days.at(-1)).toEqual({ day: dayFromToday(0), figure: 40 })
  const changed = await check({ id: office.points.minutes, name_sql: 'minutes * 2' })
  expect(changed.total).toBe(2 * 230)
  const players = await check({ id: office.points.players })
  expect([players.days.at(-1)?.figure, players.total]).toEqual([2, 2])
})

it('points at what is wrong, each at its field, and reads nothing then', async () => {
  const {
    problems,
    sql,
    days: figures,
  } = await check({
    name: '',
    table_id: office.tables.visit,
    name_sql: 'minuts',
    event_filter: 'channel =',
  })
  expect(problems.map(({ field }) => field)).toEqual(['name', 'name_sql', 'event_filter'])
  expect(problems[1]).toMatchObject({ position: { line: 1, column: 1, offset: 0, length: 6 } })
  expect(problems[1]?.message).toContain('是否为 minutes')
  expect([sql, figures]).toEqual(['', []])
  const circle = await check({ id: office.points.arpu, name_sql: '[ARPU] + 1' })
  expect(circle.problems[0]?.message).toContain('自己')
})

it('without figures it asks the warehouse nothing', async () => {
  const typed = { name: '次数', table_id: office.tables.visit, name_sql: '' }
  const { sql, sample, days: figures } = await check(typed, office.admin, false)
  expect(sql).not.toBe('')
  expect([sample, figures]).toEqual([null, []])
})

it('lists a dimension’s values, and rows of the table that it stands in', async () => {
  const checkOf = async (dimension: object) =>
    (await office.admin.call<calls.CheckedDimension>(calls.checkDimension, { body: { dimension } })).data
  const kind = await checkOf({ name: '类', table_id: office.tables.channels, info: { expression: 'kind' } })
  expect(kind.values.map(({ value }) => value).sort()).toEqual(['商店', '自有'])
  expect(kind.sample?.columns).toEqual(['code', 'kind'])
  const wrong = await checkOf({ name: '类', info: { expression: 'chanel' } })
  expect(wrong.problems[0]).toMatchObject({ field: 'info.expression', position: { column: 1 } })
})

it('shows rows of a table that is being defined, and what of it is wrong', async () => {
  const checkOf = async (pointTable: object) =>
    (await office.admin.call<calls.CheckedTable>(calls.checkPointTable, { body: { pointTable } })).data
  const right = await checkOf({ name: '新', table_truename: 'visit', date_column: 'day', game_column: 'cgi' })
  expect(right.problems).toEqual([])
  expect(right.sample?.rows).toHaveLength(5)
  const wrong = await checkOf({ name: '新', table_truename: 'visit', date_column: 'channel' })
  expect(wrong.problems[0]?.field).toBe('date_column')
})

it('a newer question about the same definition ends the older', async () => {
  const body = { point: { id: office.points.minutes, name_sql: 'minutes' } }
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => office.admin.call(calls.checkPoint, { body })),
  )
  expect(answers.at(-1)?.envelope?.isSuccess).toBe(true)
  expect(answers.slice(0, -1).map(({ envelope }) => envelope?.code)).toEqual(Array(3).fill('query_canceled'))
})

it('completes columns, functions with hints, and points that one name is not enough for', async () => {
  const { data } = await office.admin.call<calls.ExpressionCompletion>(calls.expressionCompletion, {
    query: { table: 'VISIT' },
  })
  expect(data.columns).toContainEqual({ name: 'minutes', type: 'INTEGER', comment: '' })
  expect(data.functions.map(({ name }) => name)).toEqual(Object.keys(functions))
  expect(data.functions.filter(({ hint }) => hint === '')).toEqual([])
  expect(data.functions.find(({ name }) => name === 'round')?.signature).toBe('round(数值, [位数])')
  expect(data.points).toContainEqual({ id: office.points.arpu, name: 'ARPU', insert: '[ARPU]' })
  const missing = await office.admin.call(calls.expressionCompletion, { query: { table: '__proto__' } })
  expect(missing.envelope?.code).toBe('object_missing')
})
