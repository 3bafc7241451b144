// Personal data: what a marked column shows, to whom, in reports and in users' SQL.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import { explainSql, queryById, querySql, type Run } from '#features/code/contract.ts'
import {
  exportPlayer,
  markPersonal,
  type PersonalTable,
  type PlayerTold,
  personalTable,
  tellPlayer,
} from '#features/config/contract.ts'
import { explainCell, getReportDataByInfo, getReportQueryParam } from '#features/statement/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'

let office: Office
/** May see personal data. */
let holder: Person
/** Has all that analysts have, but this right. */
let analyst: Person

const rows = [
  "('2026-10-01', 'a', '13812345678', '张三', 'dev-one', 'ann@example.com', '1.2.3.4', '110101199001011234', 10, 13812345678)",
  "('2026-10-01', 'a', '13899995678', '李四', 'dev-two', 'bob@example.com', '1.2.9.9', '110101199001011239', 20, 13899995678)",
  "('2026-10-02', 'a', '13812345678', '张三', 'dev-one', 'ann@example.com', '1.2.3.4', '110101199001011234', 40, 13812345678)",
  "('2026-10-02', 'a', '', NULL, NULL, 'none', 'here', 'x', 1, NULL)",
]

beforeAll(async () => {
  office = await makeOffice({
    extraSql: [
      'CREATE TABLE person(day DATE, cgi VARCHAR, phone VARCHAR, name VARCHAR, device VARCHAR, mail VARCHAR, ip VARCHAR, card VARCHAR, minutes INTEGER, digits BIGINT)',
      `INSERT INTO person VALUES ${rows.join(', ')}`,
      "CREATE TABLE devices AS SELECT 'dev-one' AS device, 'ios' AS os UNION ALL SELECT 'dev-two', 'android'",
    ],
  })
  holder = await office.person({ keys: ['search_config', 'search_sqlQuery', 'see_personal'] })
  analyst = await office.person({ keys: ['search_config', 'search_sqlQuery'] })
  await define()
  await mark({
    phone: 'phone',
    name: 'name',
    device: 'device',
    mail: 'email',
    ip: 'ip',
    card: 'idCard',
    digits: 'phone',
  })
})
afterAll(() => office.dispose())

const dims: Record<string, number> = {}
const points: Record<string, number> = {}

async function define() {
  const { db } = office.deps.metadata
  const at = '2026-10-04T00:00:00.000Z'
  const text = { update_frequency: 'day', describe: '', create_time: at }
  const devices = await db
    .insertInto('dimension_table')
    .values({
      name: '设备表',
      table_truename: 'devices',
      key_column: 'device',
      game_column: null,
      describe: '',
      create_time: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const table = await db
    .insertInto('point_table')
    .values({
      ...text,
      name: '人',
      table_truename: 'person',
      date_column: 'day',
      time_column: null,
      game_column: 'cgi',
      grain_key: '[]',
      joins: JSON.stringify([{ dimTableId: devices.id, column: 'device' }]),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const dimension = async (name: string, expression: string, table_id: number | null = null) => {
    const { id } = await db
      .insertInto('dimension')
      .values({
        ...text,
        table_id,
        count_quantum: null,
        cgi_filter: 0,
        types: 'string',
        name: `人的${name}`,
        form_type: 'multiSelect',
        info: JSON.stringify({ expression }),
        dim_type_id: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    dims[name] = id
  }
  for (const name of ['phone', 'name', 'device', 'mail', 'ip', 'card', 'digits']) await dimension(name, name)
  await dimension('prefix', 'substr(phone, 1, 7)')
  await dimension('os', 'os', devices.id)
  const point = async (name: string, types: string, name_sql: string, info: object) => {
    const { id } = await db
      .insertInto('point')
      .values({
        table_id: table.id,
        point_type_id: null,
        name_sql,
        event_filter: '',
        filter: '',
        types,
        name: `人的${name}`,
        describe: '',
        info: JSON.stringify(info),
        note: '',
        create_time: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    points[name] = id
  }
  await point('minutes', 'additive', 'minutes', { aggregate: 'sum' })
  await point('phones', 'distinct', 'phone', {})
  await point('devices', 'distinct', 'device', {})
}

const mark = (columns: Record<string, string | null>, person = holder, table = 'person') =>
  person.call<{ changed: number }>(markPersonal, {
    body: { table, columns: Object.entries(columns).map(([name, kind]) => ({ name, kind })) },
  })

async function report(person: Person, change: object): Promise<unknown[][]> {
  const info = office.info({ dims: [], points: [points.minutes as number], ...change })
  const { data } = await person.call<{ data: unknown[][] }>(getReportDataByInfo, { body: { info } })
  return (data.data[0] ?? []).map((_, row) => data.data.map((column) => column[row]))
}

const sql = async (person: Person, text: string): Promise<unknown[][]> => {
  const run = (await person.call<Run>(querySql, { body: { sql: text } })).data
  if (run.problem) throw new Error(run.problem.message)
  return (run.data[0] ?? []).map((_, row) => run.data.map((column) => column[row]))
}

describe('a report', () => {
  it.each([
    ['phone', ['138****5678', '']],
    ['name', ['张*', '李*', null]],
    ['mail', ['a***@example.com', 'b***@example.com', '***']],
    ['ip', ['1.2.*.*', '*']],
    ['card', ['110*************34', '110*************39', '****']],
    ['digits', ['138****5678', null]],
    ['prefix', ['138****', '']],
  ])('shows masks of %s to who lacks the right', async (name, masks) => {
    const shown = (await report(analyst, { dims: [dims[name]] })).map(([value]) => value)
    expect(new Set(shown)).toEqual(new Set(masks))
  })

  it('shows the values to who has it', async () => {
    const shown = (await report(holder, { dims: [dims.phone] })).map(([value]) => value)
    expect(new Set(shown)).toEqual(new Set(['13812345678', '13899995678', '']))
  })

  it('counts and joins as before, by the values themselves', async () => {
    const asked = { dims: [], points: [points.phones, points.devices] as number[] }
    const figures = async (person: Person) =>
      (await person.call<{ data: unknown[][] }>(getReportDataByInfo, { body: { info: office.info(asked) } }))
        .data.data
    expect(await figures(analyst)).toEqual(await figures(holder))
    expect((await figures(analyst)).map(([figure]) => figure)).toEqual([3, 2])
    const byOs = { dims: [dims.os], points: [points.minutes] }
    expect(await report(analyst, byOs)).toEqual(await report(holder, byOs))
    const devices = await report(analyst, { dims: [dims.device] })
    expect(devices.map(([, minutes]) => minutes).sort()).toEqual([1, 20, 50])
    expect(
      devices.filter(([value]) => value !== null).every(([value]) => /^#[0-9a-f]{20}$/.test(String(value))),
    ).toBe(true)
  })

  it('filters by masks alone', async () => {
    const filtered = (value: string) =>
      report(analyst, { dims: [dims.name], filters: [{ dim: dims.phone, op: 'in', values: [value] }] })
    expect(await filtered('13812345678')).toEqual([])
    expect(await filtered('138****5678')).toHaveLength(2)
    const contains = { dims: [dims.name], filters: [{ dim: dims.phone, op: 'contains', values: ['1234'] }] }
    expect(await report(analyst, contains)).toEqual([])
    expect(await report(holder, contains)).toHaveLength(1)
  })

  it('offers masks in its filters, and finds nothing by values', async () => {
    const offered = async (person: Person, like?: string) =>
      (
        await person.call(getReportQueryParam, {
          params: { reportId: 0 },
          query: { options: String(dims.phone), ...(like && { like }) },
        })
      ).text
    expect(await offered(analyst)).toContain('138****5678')
    expect(await offered(analyst)).not.toContain('1381234')
    expect(await offered(analyst, '13812345')).not.toContain('138')
    expect(await offered(holder, '13812345')).toContain('13812345678')
  })
})

describe('players behind a figure', () => {
  const retention = {
    kind: 'retention' as const,
    dims: [],
    points: [] as number[],
    dateRange: { from: '2026-10-01', to: '2026-10-01' },
  }
  const behind = async (person: Person, key: string) => {
    const info = office.info({ ...retention, points: [points.devices, points.devices] as number[] })
    return person.call<{ value: number; rows: { title: string; data: unknown[][] }[] }>(explainCell, {
      body: { info, key, cells: {} },
    })
  }

  it('are counted as they are, and listed by hashes', async () => {
    const [seen, masked] = [await behind(holder, 'n'), await behind(analyst, 'n')]
    expect(masked.data.value).toBe(seen.data.value)
    expect(seen.text).toContain('dev-one')
    expect(masked.text).not.toMatch(/dev-one|13812345678|personal-key/)
    expect(masked.data.rows.find(({ title }) => title === '玩家')?.data.flat()).toContainEqual(
      expect.stringMatching(/^#[0-9a-f]{20}$/),
    )
  })
})

describe('users’ SQL', () => {
  it('may not tell by a failure which values there are', async () => {
    const text = "select case when phone = '13812345678' then error('found') end from person"
    expect((await analyst.call(querySql, { body: { sql: text } })).envelope?.code).toBe('sql_error')
  })

  it.each([
    ['select phone from person'],
    ['select min(phone), max(phone), any_value(digits) from person'],
    ['select substr(phone, 4, 4), digits from person'],
    ['select p.phone, q.digits from person p join person q on p.phone = q.phone and p.day < q.day'],
    ['select list(phone), string_agg(phone), to_json(p) from person p group by all'],
    ['with x as (from person) select * from x'],
    ['describe person'],
    ['summarize person'],
    ['select p from person p'],
    ["select phone::bigint from person where phone like '%1234%'"],
    ['select columns(*) from person'],
    ['pivot person on phone using sum(minutes)'],
    ['create temp table kept as select phone from person'],
    ["explain analyze select device from person where phone = '13812345678'"],
  ])('tells no value: %s', async (text) => {
    const { data, text: answer } = await analyst.call<Run>(querySql, { body: { sql: text } })
    // The reader's own text is told back.
    const told = answer.replace(JSON.stringify(data.sql), '').replaceAll("= '13812345678'", '')
    expect(told).not.toMatch(/13812345678|1234567|13899995678|12345678|dev-one|personal-key/)
  })

  it('is not that of the holder of the right', async () => {
    expect(await sql(holder, 'select max(phone) from person')).toEqual([['13899995678']])
  })

  it('compares with masks, joins and counts by hashes', async () => {
    expect(await sql(analyst, "select count(*) from person where phone = '13812345678'")).toEqual([[0]])
    expect(await sql(analyst, "select count(*) from person where phone = '138****5678'")).toEqual([[3]])
    expect(await sql(analyst, 'select count(distinct device) from person')).toEqual([[2]])
    expect(await sql(analyst, 'select count(*) from person p join person q on p.device = q.device')).toEqual([
      [5],
    ])
  })

  it('shows no key of the hashes in plans', async () => {
    const { text } = await analyst.call(explainSql, { body: { sql: 'select device from person' } })
    expect(text).toContain('person')
    expect(text).not.toMatch(/personal-key/)
  })

  it('keeps nothing of the time before a column was marked, nor of a right that is gone', async () => {
    const { queryId } = (await analyst.call<Run>(querySql, { body: { sql: 'select os from devices' } })).data
    const kept = () => analyst.call<Run>(queryById, { params: { id: queryId } })
    expect((await kept()).text).toContain('android')
    expect(
      (await analyst.call(querySql, { body: { sql: 'create temp table before as select os from devices' } }))
        .text,
    ).not.toContain('错误')
    expect(await sql(analyst, 'select count(*) from tmp.before')).toEqual([[2]])
    expect((await mark({ os: 'other' }, holder, 'devices')).data.changed).toBe(1)
    expect((await kept()).text).not.toContain('android')
    await expect(sql(analyst, 'select * from tmp.before')).rejects.toThrow()
    expect(await sql(analyst, 'select os from devices')).toEqual([['***'], ['***']])
    await mark({ os: null }, holder, 'devices')
  })
})

describe('marking', () => {
  it('is proposed by name and by values, with the reason', async () => {
    const { data } = await analyst.call<PersonalTable>(personalTable, { query: { table: 'person' } })
    const proposed = new Map(data.columns.map(({ name, proposed }) => [name, proposed]))
    expect(proposed.get('digits')).toEqual({ kind: 'phone', reason: '看了 3 个值，3 个像手机号' })
    expect(proposed.get('name')).toBeNull()
    expect(proposed.get('device')).toEqual({ kind: 'device', reason: '列名像设备号' })
    expect(proposed.get('minutes')).toBeNull()
    expect(data.columns.find(({ name }) => name === 'phone')?.kind).toBe('phone')
  })

  it('is told with who did it, and is taken back by holders of the right alone', async () => {
    const refused = await mark({ ip: null }, analyst)
    expect(refused.envelope).toMatchObject({
      isSuccess: false,
      msg: '取消或改动已有的标记需要「可见个人信息」权限',
    })
    await mark({ ip: null })
    await mark({ ip: 'ip' })
    const { data } = await holder.call<PersonalTable>(personalTable, { query: { table: 'person' } })
    expect(data.changes.slice(0, 2).map(({ column, kind }) => [column, kind])).toEqual([
      ['ip', 'ip'],
      ['ip', null],
    ])
    const audited = await office.deps.metadata.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'table.personal')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(audited.detail)).toEqual({ table: 'person', fields: 'ip：不是个人信息 → IP' })
  })
})

describe('one player’s data', () => {
  const tell = (person: Person, player: string) => person.call<PlayerTold>(tellPlayer, { body: { player } })

  it('is told by table, column and day, and exported', async () => {
    const { data } = await tell(holder, '13812345678')
    expect(data.tables).toEqual([
      {
        table: 'person',
        title: '人',
        rows: 2,
        columns: [
          { name: 'phone', rows: 2 },
          { name: 'digits', rows: 2 },
        ],
        first: '2026-10-01',
        last: '2026-10-02',
      },
    ])
    expect((await tell(holder, '1')).data.tables.map(({ table, rows }) => [table, rows])).toEqual([
      ['visit', 2],
      ['orders', 2],
    ])
    const file = JSON.parse((await holder.call(exportPlayer, { body: { player: '13812345678' } })).text)
    expect(file.tables).toHaveLength(1)
    expect(file.tables[0].rows.map((row: unknown[]) => row[2])).toEqual(['13812345678', '13812345678'])
    expect((await tell(holder, "x' OR '1'='1")).data.tables).toEqual([])
  })

  it('is audited without the id', async () => {
    await tell(holder, '13899995678')
    const rows = await office.deps.metadata.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'table.tellPlayer')
      .execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const { detail } of rows) expect(detail).toMatch(/^\{"player":"#[0-9a-f]{20}"\}$/)
  })

  it('is for those who may see personal data, the configuration and all rows', async () => {
    const { status } = await tell(analyst, '1')
    expect(status).toBe(403)
    const alone = await office.person({ keys: ['see_personal'] })
    const refused = { isSuccess: false, code: 'parameter_wrong' }
    expect((await tell(alone, '1')).envelope).toMatchObject(refused)
    const limited = await office.person({ keys: ['see_personal', 'search_config'], games: ['a'] })
    expect((await tell(limited, '1')).envelope).toMatchObject(refused)
  })
})
