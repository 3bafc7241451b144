// What is another's, to every call that takes an id and to every call that takes none: derived from the contracts, over
// one thing of each table that declares who sees its rows.
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
import { idPlaces, placed, type Question } from './guards/ids.ts'
import { keepRows } from './guards/keptRows.ts'
import { inFile } from './guards/where.ts'

const calls = callsOf(slices)
const callOf = (name: string) => calls.find((call) => call.name === name) as Call

let office: Office
let owner: Person
/** Who may do everything, in the games of nobody else's things. */
let stranger: Person
/** Who may do everything, in all games. */
let peer: Person
/** Ids of the owner's things by table, and those of them that the declaration hides from the peer, or the stranger alone. */
const things = new Map<string, string | number>()
const own = new Map<string, string | number>()
const ofGame = new Map<string, string | number>()

/** Whose declaration is wider than its owner for managers of all their games, as the peer is. */
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
  // No id is that of another thing in another table.
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
  // What goes on by itself would look like a change.
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
  // Its name is a dimension's, which everybody may know.
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

/** A report is seen as its view. */
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
    expect([name, sees(seen, reader(owner, 'all'), row)]).toEqual([name, true])
    expect([name, sees(seen, reader(stranger, ['a']), row)]).toEqual([name, false])
    const isOwn = !sees(seen, reader(peer, 'all'), row) && !managed.includes(name)
    ;(isOwn ? own : ofGame).set(name, id)
  }
  own.set('report', things.get('report') as number)
}

/** The example, with a report and a statement that this house has. */
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

/** Where there is no id that a call could take: their rows are looked for by what they tell. */
const keyed = ['user_tag', 'user_tag_look']

/** A record in the background is a job, too: who manages users of all their games looks after these. */
const looksAfterJobs = (name: string) => ['getJob', 'cancelJob', 'retryJob'].includes(name)

/** Where the answer to the id of a thing differs from that to one that never was. */
async function tellingPlaces(
  person: Person | null,
  [name, call, places]: (typeof taking)[number],
  things: ReadonlyMap<string, string | number>,
): Promise<string[]> {
  const question = soundly(call.example) as Question
  const told = async (place: (string | number)[], id: string | number) => {
    const { status, text } = await ask(person, call, placed(question, place, id))
    return `${status} ${text.replaceAll(String(id), '…')}`
  }
  const found: string[] = []
  for (const place of places) {
    const nones = new Map<string, string>()
    for (const [thing, id] of things) {
      // One that never was answers alike, whatever it might have been.
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

it('there are calls that take ids, and a thing of each table that not everybody sees', () => {
  expect(taking.length).toBeGreaterThan(60)
  const made = [...things.keys(), ...keyed]
  const missing = scoped().filter(({ name }) => !made.includes(name))
  expect(
    missing.map(({ name }) => name),
    'make one in makeThings, or keep a row of it in guards/keptRows.ts',
  ).toEqual([])
  expect([...things.values()].every((id) => ['string', 'number'].includes(typeof id))).toBe(true)
})

describe('what another owns, or what is of another game', () => {
  it('stays as it was, whoever asks whatever of it', { timeout: 300_000 }, async () => {
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
    // Whose turn it is among those that wait moves with whatever the askers have sent to the background themselves, and
    // the alarms' pass with the clock.
    const { job_kind: _, alarm_pass: __, ...kept } = before.tables
    for (const [table, rows] of Object.entries(kept)) {
      const left = new Set(after.tables[table]?.map((row) => JSON.stringify(row)))
      expect([table, rows.filter((row) => !left.has(JSON.stringify(row)))]).toEqual([table, []])
    }
  })

  it.each(calls.filter(({ name }) => name !== 'logout').map((call) => [call.name, call] as const))(
    'is not told by %s',
    async (_, call) => {
      const question = soundly(call.example) as Question
      expectNothingHidden(call, await ask(stranger, call, question), hidden)
      // It is there to tell what others did, to managers of all their games.
      if (call.name === 'listAudit') return
      // A statement sees what its games have; theirs are all.
      if ('sql' in ((question.body ?? {}) as object)) return
      expectNothingHidden(call, await ask(peer, call, question), hidden.slice(0, 1))
    },
  )
})
