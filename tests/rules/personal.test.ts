// No call shows personal data to who lacks the right. Derived from the contracts: a phone number, a name and a player's
// id stand in the tables that everything reads, and are searched for in every answer.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { callsOf } from '#server/slice.ts'
import type { Call } from '#shared/call.ts'
import { permissionKeys } from '#shared/permissions.ts'
import * as slices from '#features/server.ts'
import type { Answer, Person } from '../factories/house.ts'
import { makeOffice, type Office } from '../features/statement/office.ts'
import { stayingIn } from './guards/asked.ts'
import { idPlaces, placed, type Question } from './guards/ids.ts'

const calls = callsOf(slices)
const callOf = (name: string) => calls.find((call) => call.name === name) as Call

let office: Office
/** All keys. */
let holder: Person
/** All keys but the right to see personal data. */
let other: Person
/** Had the right when making what is kept, and lost it afterwards. */
let former: Person
const dims: number[] = []
/** What the holder has made and shared, and what `former` keeps. */
const shared = new Map<string, string | number>()
const kept = new Map<string, string | number>()

const canary = /13877001234|7700123|canary-name|77007712345/

beforeAll(async () => {
  office = await makeOffice({
    extraSql: [
      'ALTER TABLE visit ADD COLUMN phone VARCHAR',
      'ALTER TABLE visit ADD COLUMN real_name VARCHAR',
      "UPDATE visit SET phone = '13877001234', real_name = 'canary-name', player_id = 77007712345 WHERE player_id = 1",
      'ALTER TABLE orders ADD COLUMN phone VARCHAR',
      "UPDATE orders SET phone = '13877001234', player_id = 77007712345 WHERE player_id = 1",
    ],
  })
  const { db } = office.deps.metadata
  await db
    .insertInto('game')
    .values(['a', 'b', 'c'].map((cgi) => ({ cgi, name: `游戏 ${cgi}` })))
    .execute()
  for (const [name, expression] of [
    ['手机号', 'phone'],
    ['姓名', 'real_name'],
    ['玩家', 'player_id'],
  ] as const)
    dims.push(await dimension(name, expression))
  holder = await office.person({ keys: permissionKeys })
  former = await office.person({ keys: permissionKeys })
  other = await office.person({ keys: permissionKeys.filter((key) => key !== 'see_personal') })
  await mark('visit', { phone: 'phone', real_name: 'name', player_id: 'device' })
  await mark('orders', { phone: 'phone', player_id: 'device' })
  await share()
  await keep()
  await db.updateTable('user').set({ role_id: other.user.roleId }).where('id', '=', former.id).execute()
}, 120_000)
afterAll(() => office.dispose())

async function dimension(name: string, expression: string): Promise<number> {
  const made = await office.deps.metadata.db
    .insertInto('dimension')
    .values({
      table_id: null,
      count_quantum: null,
      update_frequency: 'day',
      cgi_filter: 0,
      types: 'string',
      name,
      form_type: 'multiSelect',
      describe: '',
      info: JSON.stringify({ expression }),
      create_time: '2026-10-04T00:00:00.000Z',
      dim_type_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

const mark = (table: string, columns: Record<string, string>) =>
  holder.call(callOf('markPersonal'), {
    body: { table, columns: Object.entries(columns).map(([name, kind]) => ({ name, kind })) },
  })

const text = 'select * from visit'
const wide = () => office.info({ dims, points: [office.points.minutes] })

type Made = { id?: string | number; queryId?: string }
async function made(person: Person, name: string, body: object): Promise<string | number> {
  const { id, queryId } = (await person.call<Made>(callOf(name), { body })).data
  return (id ?? queryId) as string | number
}

async function share(): Promise<void> {
  shared.set('view', office.view)
  const report = { viewMetaId: office.view, reportName: 'r', info: wide() }
  shared.set('report', await made(office.admin, 'addOrUpdateReportMeta', report))
  const draft = { name: 'custom', sql: text, params: [], chart: null, published: true }
  shared.set('custom report', await made(holder, 'saveCustomReport', draft))
  const query = await made(holder, 'save', { name: 'q', sql: text })
  shared.set('query', query)
  await holder.call(callOf('query'), { body: { sql: text, savedQueryId: query } })
  await holder.call(callOf('shareView'), { params: { id: query }, body: { share: 'result' } })
  for (const [place, id] of dims.entries()) shared.set(`dimension ${place}`, id)
  shared.set('point', office.points.minutes)
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

/** The example, with a report definition, statement and definitions that are valid here. */
function soundly(value: unknown, name = ''): unknown {
  if (name === 'info') return wide()
  if (name === 'sql') return text
  if (name === 'dims' || name === 'options') return Array.isArray(value) ? dims : dims.join()
  if (name === 'key' && value === 'p1') return `p${office.points.minutes}`
  if (name === 'points') return Array.isArray(value) ? [office.points.minutes] : value
  if (Array.isArray(value)) return value.map((one) => soundly(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, soundly(one, inner)]))
}

/** Filters' values are in the answer where they are asked for. */
const questionOf = (call: Call): Question => {
  const question = soundly(call.example) as Question
  return call.name === 'getReportQueryParam' ? { ...question, query: { options: dims.join() } } : question
}

const told = (answer: Answer): string =>
  answer.text.replaceAll('%2C', ',') + answer.bytes.toString('latin1').slice(0, 100_000)

const asked = stayingIn(calls)

describe('personal data', () => {
  it('is there: many calls show it to who has the right', async () => {
    const telling: string[] = []
    for (const call of asked)
      if (canary.test(told(await holder.call(call, questionOf(call))))) telling.push(call.name)
    expect(telling).toEqual(
      expect.arrayContaining(['query', 'lightingSqlQuery', 'getReportDataByInfo', 'getReportQueryParam']),
    )
    expect(telling.length).toBeGreaterThan(6)
  }, 300_000)

  it.each(asked.map((call) => [call.name, call] as const))('is not shown by %s', async (_, call) => {
    for (const person of [other, former]) {
      const answer = await person.call(call, questionOf(call))
      expect(answer.status).not.toBe(500)
      expect(told(answer), 'apply the marks of personal data in this call’s service').not.toMatch(canary)
    }
  })

  it('is not shown by others’ shared objects, or by results kept from when one had the right', async () => {
    const found: string[] = []
    for (const call of asked) {
      const question = questionOf(call)
      for (const place of idPlaces(call))
        for (const [person, things] of [
          [other, shared],
          [former, new Map([...shared, ...kept])],
        ] as const)
          for (const [thing, id] of things) {
            const answer = await person.call(call, placed(question, place, id))
            if (canary.test(told(answer)))
              found.push(`${call.name} ${place.join('.')} ${thing}: ${answer.text.slice(0, 300)}`)
          }
    }
    expect(found, 'apply the marks of personal data: these answers hold values').toEqual([])
  }, 300_000)
})
