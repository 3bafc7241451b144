// No call reveals rows that a row rule denies. Derived from the contracts. The denied rows are in a channel of their
// own, with figures so large that any sum containing them is recognizable.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RowRule } from '#semantic/model/rowScope.ts'
import { anyTable } from '#server/objects/reading.ts'
import { sees } from '#server/scopes/predicate.ts'
import type { Seen } from '#server/scopes/seen.ts'
import { callsOf } from '#server/slice.ts'
import type { Call } from '#shared/call.ts'
import { permissionKeys } from '#shared/permissions.ts'
import * as slices from '#features/server.ts'
import type { Answer, Person } from '../factories/house.ts'
import { makeOffice, type Office } from '../features/statement/office.ts'
import { stayingIn } from './guards/asked.ts'
import { idPlaces, placed, type Question } from './guards/ids.ts'
import { keepRows } from './guards/keptRows.ts'

const calls = callsOf(slices)
const callOf = (name: string) => calls.find((call) => call.name === name) as Call

let office: Office
let rules: RowRule[]
/** All keys, and all rows. */
let owner: Person
/** All keys, but limited by a rule to other channels. */
let limited: Person
/** Saw all rows when making the kept results, and was limited afterwards. */
let former: Person
/** What the owner has made and shared, and the results that `former` keeps. */
const shared = new Map<string, string | number>()
const kept = new Map<string, string | number>()

/** Five digits also come up in random hexadecimal ids, which are told apart by their neighbours. */
const denied = /canary|770077|700,?000,?\d{3}|(?<![\da-f])61,?417(?![\da-f])/

beforeAll(async () => {
  office = await makeOffice({
    extraSql: [
      "INSERT INTO visit VALUES ('2026-10-02', 'a', 'canary-ch', 770077, 700000000)",
      "INSERT INTO orders VALUES ('2026-10-02', '2026-10-02 10:00:00', 'a', 'canary-ch', 770077, 700000000, 'canary-state')",
      "INSERT INTO orders VALUES ('2026-10-02', '2026-10-02 10:00:00', 'a', 'canary-ch', 770077, 700000000, 'paid')",
      "INSERT INTO channels VALUES ('canary-ch', 'canary-kind')",
      // The rule denies the whole table, which has no channel, including its number of rows.
      'CREATE TABLE hidden AS SELECT range AS n FROM range(61417)',
    ],
  })
  const { db } = office.deps.metadata
  await db
    .insertInto('game')
    .values(['a', 'b', 'c'].map((cgi) => ({ cgi, name: `游戏 ${cgi}` })))
    .execute()
  rules = [{ dim: office.dims.channel, how: 'only', values: ['web', 'store', ''], open: false }]
  owner = await office.person({ keys: permissionKeys })
  former = await office.person({ keys: permissionKeys })
  limited = await office.person({ keys: permissionKeys, rules })
  await share()
  await keep()
  await keepDeclared()
  await db
    .updateTable('user')
    .set({ row_rules: JSON.stringify(rules) })
    .where('id', '=', former.id)
    .execute()
})
afterAll(() => office.dispose())

type Made = { id?: string | number; queryId?: string }
async function made(person: Person, name: string, body: object): Promise<string | number> {
  const { id, queryId } = (await person.call<Made>(callOf(name), { body })).data
  return (id ?? queryId) as string | number
}

const text = 'select * from visit'
const wide = () =>
  office.info({
    dims: [office.dims.game, office.dims.channel],
    points: [office.points.minutes, office.points.players],
  })

async function share(): Promise<void> {
  shared.set('view', office.view)
  const report = { viewMetaId: office.view, reportName: 'r', info: wide() }
  shared.set('report', await made(office.admin, 'addOrUpdateReportMeta', report))
  const draft = { name: 'custom', sql: text, params: [], chart: null, published: true }
  shared.set('custom report', await made(owner, 'saveCustomReport', draft))
  shared.set('query', await made(owner, 'save', { name: 'q', sql: text }))
  shared.set('point', office.points.revenue)
  shared.set('dimension', office.dims.channel)
}

async function keep(): Promise<void> {
  kept.set('run', await made(former, 'query', { sql: text }))
  kept.set('temp table', await made(former, 'createTmpTable', { name: 'mine', sql: text }))
  const record = await made(former, 'runInBackground', { reportName: 'r', info: wide() })
  kept.set('record', record)
  const records = async () =>
    (await former.call<{ id: string; status: string }[]>(callOf('getRecords'), { params: { id: 0 } })).data
  const isDone = async () => expect((await records()).find(({ id }) => id === record)?.status).toBe('done')
  await vi.waitFor(isDone, { timeout: 60_000 })
}

/** Whether the table's visibility depends on row rules. */
const asksRules = (seen: Seen): boolean =>
  'parts' in seen ? seen.parts.some(asksRules) : seen.by === 'keptRows' || seen.by === 'unlimited'
const ruled = () => office.deps.metadata.tables.filter(({ seen }) => seen !== undefined && asksRules(seen))

/** Made by `keep`, with its file. */
const madeElsewhere = ['temporary_table']

/** Keeps rows, by the owner and by `former`, that were read without a rule and that the declaration must hide. */
async function keepDeclared(): Promise<void> {
  const { metadata } = office.deps
  const tables = ruled().filter(({ name }) => !madeElsewhere.includes(name))
  for (const { id: ownerId } of [owner, former]) {
    const text = `canary ${ownerId}`
    const things = { ownerId, games: '"*"', cgi: 'a', own: text, ofGames: text }
    const places = { point: office.points.minutes, view: office.view }
    const ids = await keepRows(
      metadata,
      { ...things, ...places },
      tables.map(({ name }) => name),
    )
    expect([...ids.keys()].sort()).toEqual(tables.map(({ name }) => name).sort())
    for (const { name, seen } of tables) await hide(name, seen as Seen, ids.get(name) as number)
  }
}

async function hide(table: string, seen: Seen, id: number): Promise<void> {
  const store = anyTable(office.deps.metadata.db)
  const row = await store.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()
  // It is gone with what it belonged to.
  if (!row) return
  const readers = [limited, former].map(({ id }) => ({ id, games: 'all' as const, rules }))
  if (readers.some((reader) => sees(seen, reader, row)))
    await store.deleteFrom(table).where('id', '=', id).execute()
  else shared.set(`${table} ${row.owner_id ?? row.user_id}`, id)
}

/** The example, with a report definition, statement and definitions that are valid here. */
function soundly(value: unknown, name = ''): unknown {
  if (name === 'info') return wide()
  if (name === 'sql') return text
  if (name === 'dims' || name === 'options') return Array.isArray(value) ? [office.dims.channel] : value
  if (name === 'points') return Array.isArray(value) ? [office.points.minutes] : value
  if (Array.isArray(value)) return value.map((one) => soundly(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, soundly(one, inner)]))
}

const told = (answer: Answer): string =>
  answer.text.replaceAll('%2C', ',') + answer.bytes.toString('latin1').slice(0, 100_000)

const asked = stayingIn(calls)

describe('rows that a row rule denies', () => {
  it('exist: many calls reveal them to users who see all rows', async () => {
    const telling: string[] = []
    for (const call of asked)
      if (denied.test(told(await owner.call(call, soundly(call.example) as Question))))
        telling.push(call.name)
    expect(telling).toEqual(
      expect.arrayContaining([
        'query',
        'lightingSqlQuery',
        'export',
        'getReportDataByInfo',
        'explainCell',
        'getVocabulary',
      ]),
    )
    expect(telling.length).toBeGreaterThan(6)
  }, 300_000)

  it.each(asked.map((call) => [call.name, call] as const))('are not revealed by %s', async (_, call) => {
    for (const person of [limited, former]) {
      const answer = await person.call(call, soundly(call.example) as Question)
      expect(answer.status).not.toBe(500)
      expect(told(answer), "apply the reader's row rules in this call's service").not.toMatch(denied)
    }
  })

  it('are not revealed by others’ shared objects, or by results kept from before the rule', async () => {
    const found: string[] = []
    for (const call of asked) {
      const question = soundly(call.example) as Question
      for (const place of idPlaces(call))
        for (const [person, things] of [
          [limited, shared],
          [former, new Map([...shared, ...kept])],
        ] as const)
          for (const [thing, id] of things) {
            const answer = await person.call(call, placed(question, place, id))
            if (denied.test(told(answer)))
              found.push(`${call.name} ${place.join('.')} ${thing}: ${answer.text.slice(0, 300)}`)
          }
    }
    expect(found, "apply the reader's row rules: these answers hold denied values").toEqual([])
  }, 300_000)
})
