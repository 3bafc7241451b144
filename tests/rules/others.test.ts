// No call reveals or changes others' things, whether or not it takes an id. Derived from the contracts, with one
// thing in each table that declares who sees its rows.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isCounted } from '#server/metadata/making.ts'
import type { ScopedTable, Table } from '#server/metadata/table.ts'
import { anyTable } from '#server/objects/reading.ts'
import { sees } from '#server/scopes/predicate.ts'
import { callsOf } from '#server/slice.ts'
import type { Call } from '#shared/call.ts'
import { permissionKeys } from '#shared/permissions.ts'
import type { SegmentList } from '#features/segment/contract.ts'
import * as slices from '#features/server.ts'
import { dumpMetadata } from '../factories/dump.ts'
import type { Answer, Person } from '../factories/house.ts'
import { makeOffice, type Office } from '../features/statement/office.ts'
import { stayingIn } from './guards/asked.ts'
import { idPlaces, placed, type Question } from './guards/ids.ts'
import { keepRows } from './guards/keptRows.ts'
import { inFile } from './guards/where.ts'

const calls = callsOf(slices)
const callOf = (name: string) => calls.find((call) => call.name === name) as Call

let office: Office
let owner: Person
/** All keys, but only in games without the owner's things. */
let stranger: Person
/** All keys, in all games. */
let peer: Person
/**
 * The owner's things by table: all, those hidden from the peer (`own`), and those hidden only from the stranger
 * (`ofGame`).
 */
const things = new Map<string, string | number>()
const own = new Map<string, string | number>()
const ofGame = new Map<string, string | number>()

/** Tables that managers of all games, such as the peer, see beyond their own rows. */
const managed = ['subscription']

const hidden = ['canary-own', 'canary-b']

beforeAll(async () => {
  office = await makeOffice({
    extraSql: ["INSERT INTO visit VALUES ('2026-10-02', 'b', 'canary-b', 77, 1)"],
  })
  const { db, tables } = office.deps.metadata
  await db
    .insertInto('game')
    .values(['a', 'b'].map((cgi) => ({ cgi, name: `游戏 ${cgi}` })))
    .execute()
  // Gives each table its own range of ids, so that an id identifies one thing.
  for (const [at, { name }] of tables.filter(isCounted).entries()) {
    await sql`delete from sqlite_sequence where name = ${name}`.execute(db)
    await sql`insert into sqlite_sequence(name, seq) values (${name}, ${(at + 1) * 100_000})`.execute(db)
  }
  owner = await office.person({ keys: permissionKeys })
  stranger = await office.person({ keys: permissionKeys, games: ['a'] })
  peer = await office.person({ keys: permissionKeys })
  await makeThings()
  await hideThings()
})
afterAll(() => office.dispose())

async function makeThings(): Promise<void> {
  const made = async (name: string, body: object) => {
    const { id, queryId } = (
      await owner.call<{ id?: string | number; queryId?: string }>(callOf(name), { body })
    ).data
    return (id ?? queryId) as string | number
  }
  const info = office.info()
  const text = "select 'canary-own' as x"
  const view = await made('addOrUpdateViewMeta', { name: 'canary-own', typeId: office.folder })
  things.set('view_meta', view)
  things.set('view_type', await made('addOrUpdateViewType', { name: 'canary-own', shared: false }))
  things.set(
    'report',
    await made('addOrUpdateReportMeta', { viewMetaId: view, reportName: 'canary-own', info }),
  )
  things.set('saved_query', await made('save', { name: 'canary-own', sql: text }))
  things.set('sql_run', await made('query', { sql: text }))
  things.set('temporary_table', await made('createTmpTable', { name: 'canary_own', sql: text }))
  const record = await made('runInBackground', { reportName: 'canary-own', info })
  things.set('background_report', record)
  const records = async () =>
    (await owner.call<{ id: string; status: string }[]>(callOf('getRecords'), { params: { id: 0 } })).data
  // Waits for background work, whose changes would look like changes by a call.
  const isDone = async () => expect((await records()).find(({ id }) => id === record)?.status).toBe('done')
  await vi.waitFor(isDone, { timeout: 60_000 })
  const draft = { name: 'canary-own', sql: text, params: [], chart: null, published: false }
  things.set('custom_report', await made('saveCustomReport', draft))

  const note = { day: '2026-01-01', kind: 'version', title: 'canary-b', cgi: 'b' }
  things.set('calendar_note', await made('saveCalendarNote', note))
  const entry = { id: -1, cgi: 'b', kind: 'player', value: 'canary-b' }
  things.set('black_entry', await made('saveBlackEntry', entry))
  things.set('white_entry', await made('addOrUpdateWhiteList', entry))
  const games = ['b']
  things.set(
    'event_definition',
    await made('addOrUpdateEvList', { id: -1, code: 'canary-b', name: 'canary-b', games }),
  )
  const account = { id: -1, platform: 'toutiao', accountId: 'canary-b', name: 'canary-b', games }
  things.set('ad_account', await made('addOrUpdateAdAccount', account))
  const condition = {
    dim: office.dims.state,
    point: office.points.orders,
    least: 1,
    perDay: true,
    days: 7,
  }
  const rule = {
    name: 'canary-b',
    games,
    kind: 'player',
    condition,
    reason: '',
    keepDays: null,
    dailyAt: null,
  }
  things.set('black_rule', await made('saveBlackRule', rule))
  // A segment's name is a dimension's, which everybody may know.
  const segment = { name: 'segment', games, note: 'canary-b', players: ['player_id'], keepDays: 90 }
  const source = { kind: 'list', text: 'canary-b' }
  things.set('segment', await made('saveSegment', { ...segment, source }))
  const segments = async () => (await owner.call<SegmentList>(callOf('listSegments'))).data.rows
  await vi.waitFor(async () => expect((await segments())[0]?.state).toBe('done'), { timeout: 60_000 })
  const kept = await keepRows(office.deps.metadata, {
    ownerId: owner.id,
    games: '["b"]',
    cgi: 'b',
    own: 'canary-own',
    ofGames: 'canary-b',
    point: office.points.minutes,
    view: office.view,
  })
  for (const [table, id] of kept) if (!things.has(table)) things.set(table, id)
}

const isScoped = (table: Table): table is ScopedTable => table.seen !== undefined
const scoped = () =>
  office.deps.metadata.tables.filter(isScoped).filter(({ seen }) => seen.by !== 'everybody')

/** Sorts the things by whom their declaration hides them from. A report follows its view. */
async function hideThings(): Promise<void> {
  for (const { name, seen } of scoped()) {
    const id = things.get(name)
    if (id === undefined) continue
    const row = await anyTable(office.deps.metadata.db)
      .selectFrom(name)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const reader = ({ id }: Person, games: 'all' | string[]) => ({ id, games, rules: [] })
    const table = `${name}${inFile('table', name)}`
    expect(
      sees(seen, reader(owner, 'all'), row),
      `${table} hides a row from its owner: mend its \`seen\``,
    ).toBe(true)
    expect(
      sees(seen, reader(stranger, ['a']), row),
      `${table} shows a row to a reader of other games: declare its games in \`seen\``,
    ).toBe(false)
    const isOwn = !sees(seen, reader(peer, 'all'), row) && !managed.includes(name)
    ;(isOwn ? own : ofGame).set(name, id)
  }
  own.set('report', things.get('report') as number)
}

/** The example, with a report definition and a statement that are valid here. */
function soundly(value: unknown, name = ''): unknown {
  if (name === 'info') return office.info({ dims: [office.dims.game, office.dims.channel] })
  if (name === 'sql') return 'select * from visit'
  if (Array.isArray(value)) return value.map((one) => soundly(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, soundly(one, inner)]))
}

const ask = (person: Person | null, call: Call, question: Question): Promise<Answer> =>
  person ? person.call(call, question) : office.send(call, question)

const missing = (id: string | number) =>
  typeof id === 'number' ? 987_654_321 : 'neverwas'.padEnd(id.length, '0').slice(0, id.length)

function expectNothingHidden(call: Call, answer: Answer, words: readonly string[]): void {
  for (const word of words)
    expect(
      answer.text.includes(word),
      `${call.name}${inFile('call', call.name)} tells ${word}: its service must ask by the caller's games and rights: ${answer.text.slice(0, 300)}`,
    ).toBe(false)
}

const taking = calls.map((call) => [call.name, call, idPlaces(call)] as const).filter(([, , at]) => at.length)
const openCalls = taking.filter(
  ([, { access }]) => access === 'public' || (typeof access === 'object' && 'shared' in access),
)

/** Tables without an id that a call could take: their rows are found by content. */
const keyed = ['user_tag', 'user_tag_look']

/** Background reports are also jobs, which managers of all games may see and control. */
const looksAfterJobs = (name: string) => ['getJob', 'cancelJob', 'retryJob'].includes(name)

/** Places where a thing's id gets another answer than an id that never existed. */
async function tellingPlaces(
  person: Person | null,
  [name, call, places]: (typeof taking)[number],
  things: ReadonlyMap<string, string | number>,
): Promise<string[]> {
  const question = soundly(call.example) as Question
  const told = async (place: (string | number)[], id: string | number) => {
    const { status, text } = await ask(person, call, placed(question, place, id))
    return `${status} ${text.replaceAll(new RegExp(`(?<![0-9])${id}(?![0-9])`, 'g'), '…')}`
  }
  const found: string[] = []
  for (const place of places) {
    const nones = new Map<string, string>()
    for (const [thing, id] of things) {
      // The answer to a missing id is the same for all things with the same form of id.
      const shape = typeof id === 'number' ? 'number' : String(id.length)
      const none = nones.get(shape) ?? (await told(place, missing(id)))
      nones.set(shape, none)
      const of = await told(place, id)
      if (of !== none || of.startsWith('500'))
        found.push(
          `${name}${inFile('call', name)} tells of another's ${thing} by ${place.join('.')}: read it by the caller's rights, so that it answers as to a missing id. ${of} (${none})`,
        )
    }
  }
  return found
}

it('covers calls that take ids, and each table with limited visibility', () => {
  expect(taking.length).toBeGreaterThan(60)
  const made = [...things.keys(), ...keyed]
  const missing = scoped().filter(({ name }) => !made.includes(name))
  expect(
    missing.map(({ name }) => name),
    'make one in makeThings, or keep a row of it in guards/keptRows.ts',
  ).toEqual([])
  expect([...things.values()].every((id) => ['string', 'number'].includes(typeof id))).toBe(true)
})

describe('others’ things, and things of other games', () => {
  it('stay unchanged, and answer like missing ids, whatever call is made', { timeout: 300_000 }, async () => {
    const before = await dumpMetadata(office.deps.metadata)
    const things = new Map([...own, ...ofGame])
    const found: string[] = []
    for (const one of taking) found.push(...(await tellingPlaces(stranger, one, things)))
    for (const one of taking)
      if (!looksAfterJobs(one[0])) found.push(...(await tellingPlaces(peer, one, own)))
    for (const one of openCalls) found.push(...(await tellingPlaces(null, one, things)))
    expect(
      found,
      "limit the read to what the caller may see: another's thing must answer like a missing id",
    ).toEqual([])
    const after = await dumpMetadata(office.deps.metadata)
    // Ignored: turns of waiting jobs change with the callers' own background reports, and the alarms' pass with the
    // clock.
    const { job_kind: _, alarm_pass: __, ...kept } = before.tables
    for (const [table, rows] of Object.entries(kept)) {
      const left = new Set(after.tables[table]?.map((row) => JSON.stringify(row)))
      expect(
        rows.filter((row) => !left.has(JSON.stringify(row))),
        `a refused call changed ${table}: check the caller's rights before writing`,
      ).toEqual([])
    }
  })

  it.each(stayingIn(calls).map((call) => [call.name, call] as const))(
    'are not revealed by %s',
    async (_, call) => {
      const question = soundly(call.example) as Question
      expectNothingHidden(call, await ask(stranger, call, question), hidden)
      // The audit log shows others' actions to managers of all games.
      if (call.name === 'listAudit') return
      // A statement may read all games, like the peer.
      if ('sql' in ((question.body ?? {}) as object)) return
      expectNothingHidden(call, await ask(peer, call, question), hidden.slice(0, 1))
    },
  )
})
