// Files are imported into a ClickHouse for which an account is named that may write: the figures are DuckDB's.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportInfo } from '#semantic/model/types.ts'
import { openWarehouseStores } from '#server/warehouse/openStores.ts'
import { type ClickHouse, hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import type { Person } from '#tests/factories/house.ts'
import {
  beginImport,
  getImportOptions,
  listFormers,
  type ShownFormer,
  takeFormerBack,
} from '#features/imports/contract.ts'
import { getReportDataByInfo, type ReportTable } from '#features/statement/contract.ts'
import { discard, type ImportsHouse, makeImportsHouse } from './importsHouse.ts'

/** A value of each type, some empty, some at their limits. */
const rich = [
  '日期,时间,渠道,备注,次数,大数,金额,比率,新用户',
  ...Array.from({ length: 60 }, (_, at) => {
    const day = `2026-01-${String((at % 20) + 1).padStart(2, '0')}`
    const note = ['好', '"a ""b"""', '\\N', '', "it's \\ it", '😀'][at % 6]
    return [
      day,
      `${day} ${String(at % 24).padStart(2, '0')}:30:${String(at % 60).padStart(2, '0')}.${at % 3 === 0 ? '000' : '123'}`,
      ['甲', '乙', '丙'][at % 3],
      note,
      at % 7 === 0 ? '' : at,
      `${9_007_199_254_740_993n + BigInt(at)}`,
      at % 5 === 0 ? '' : `${at}.${String(at).padStart(2, '0')}`,
      at / 7,
      at % 2 === 0 ? 'true' : 'false',
    ].join(',')
  }),
].join('\n')

const more = rich.split('\n').slice(0, 11).join('\n')
const other = rich.split('\n').slice(0, 31).join('\n')

describe.skipIf(!hasClickHouse)('imports into a ClickHouse', () => {
  let engine: ClickHouse
  let here: ImportsHouse
  let there: ImportsHouse
  let people: [ImportsHouse, Person][]
  beforeAll(async () => {
    engine = await shareClickHouse()
    here = await makeImportsHouse()
    there = await makeImportsHouse({ clickhouse: engine, writes: true })
    people = [
      [here, await here.importer()],
      [there, await there.importer()],
    ]
  })
  afterAll(async () => {
    await here?.dispose()
    await there?.dispose()
  })

  const load = async (
    house: ImportsHouse,
    person: Person,
    name: string,
    content: string,
    change: object = {},
  ) => {
    const id = await house.sendFile(person, name, content)
    await house.read(person, id)
    try {
      return await house.load(person, id, (body) => ({ ...body, ...change }))
    } finally {
      await discard(person, id)
    }
  }
  const rowsOf = async ({ deps: { warehouse } }: ImportsHouse, table: string) => {
    const { columns, chunks, rowCount } = await warehouse.run({
      sql: `SELECT ${(rich.split('\n', 1)[0] as string).split(',').map((name) => `"${name}"`)} FROM "${table}" ORDER BY "大数"`,
      pool: 'report',
    })
    return {
      names: columns.map(({ name, type }) => [name, type]),
      rowCount,
      cells: chunks.flatMap((chunk) => chunk.columns),
    }
  }
  const reportsOf = async ({ deps }: ImportsHouse, person: Person) => {
    const saved = await deps.metadata.db
      .selectFrom('report')
      .select(['report_name', 'info'])
      .orderBy('id')
      .execute()
    const found = []
    for (const { report_name, info } of saved) {
      const body = { info: JSON.parse(info) as ReportInfo }
      const { data, summary, columns } = (await person.call<ReportTable>(getReportDataByInfo, { body })).data
      found.push({ report_name, data, summary, columns })
    }
    return found
  }
  const count = async (table: string): Promise<number> => {
    const { rows } = await engine.run(`SELECT count() FROM \`${table}\``, {
      database: there.clickhouseDatabase as string,
    })
    return Number(rows[0]?.[0])
  }

  const hidden = async () => {
    const { rows } = await engine.run(
      "SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, '.load_')",
      { database: there.clickhouseDatabase as string },
    )
    return rows
  }

  it('have the cells and the reports that they have on DuckDB, column by column', async () => {
    const found = []
    for (const [house, person] of people) {
      const state = await load(house, person, '订单.csv', rich)
      expect(state).toMatchObject({ phase: 'done', problem: null, done: { table: '订单', rows: 60 } })
      found.push({ rows: await rowsOf(house, '订单'), reports: await reportsOf(house, person) })
    }
    expect(found[1]).toEqual(found[0])
    expect(found[0]?.rows.rowCount).toBe(60)
    expect(found[0]?.reports.length).toBeGreaterThan(1)
    expect(
      there.deps.warehouse.tables().map(({ columns }) => columns.map(({ name, type }) => [name, type])),
    ).toEqual([
      [
        ['日期', 'Nullable(Date32)'],
        ['时间', "Nullable(DateTime64(6, 'UTC'))"],
        ['渠道', 'Nullable(String)'],
        ['备注', 'Nullable(String)'],
        ['次数', 'Nullable(Int64)'],
        ['大数', 'Nullable(Int64)'],
        ['金额', expect.stringMatching(/^Nullable\(Decimal\(\d+, 2\)\)$/)],
        ['比率', expect.stringMatching(/^Nullable\((Float64|Decimal\(\d+, \d+\))\)$/)],
        ['新用户', 'Nullable(Bool)'],
      ],
    ])
  })

  it('add the rows of each content once, and take them out again', async () => {
    const [, person] = people[1] as [ImportsHouse, Person]
    const addition = { by: 'rows' as const, keys: [], again: false }
    const added = await load(there, person, '订单.csv', more, { table: '订单', addition })
    expect(added).toMatchObject({ phase: 'done', done: { notes: ['载入 10 行，「订单」现有 70 行'] } })
    const again = await load(there, person, '又.csv', more, { table: '订单', addition })
    expect(again.problem?.message).toContain(
      '的内容已经载入过数据表「订单」（订单.csv，10 行），没有再次载入',
    )
    expect(await count('订单')).toBe(70)
    await person.call(takeFormerBack, { body: { table: '订单' } })
    expect(await count('订单')).toBe(60)
    expect((await person.call<ShownFormer[]>(listFormers)).data).toEqual([])
  })

  it('replace the whole table, and take the former one back and forth', async () => {
    const [, person] = people[1] as [ImportsHouse, Person]
    const done = await load(there, person, '订单.csv', other, { table: '订单', replace: true })
    expect(done).toMatchObject({ phase: 'done', done: { rows: 30 } })
    expect(await count('订单')).toBe(30)
    const { data } = await person.call<ShownFormer[]>(listFormers)
    expect(data).toMatchObject([{ table: '订单', rows: 60, columns: 9, by: person.user.username }])
    for (const rows of [60, 30]) {
      const back = await person.call<{ rows: number }>(takeFormerBack, { body: { table: '订单' } })
      expect(back.data.rows).toBe(rows)
      expect(await count('订单')).toBe(rows)
    }
  })

  it('refuse days that ClickHouse can’t keep before anything changes', async () => {
    const [, person] = people[1] as [ImportsHouse, Person]
    const old = await load(there, person, '旧事.csv', '日期,数\n1850-01-01,1\n2026-01-02,2\n')
    expect(old.problem?.message).toContain(
      '列「日期」里有 1850-01-01，ClickHouse 只能存 1900 年到 2299 年的日期',
    )
    // The former version alone.
    expect(await hidden()).toHaveLength(1)
  })

  describe('that replace rows', () => {
    const first =
      'day,id,渠道,n\n2026-01-01,1,甲,1\n2026-01-01,2,,2\n2026-01-02,3,乙,3\n,4,丙,4\n2026-01-03,,丁,5\n'
    const byDay = 'day,id,渠道,n\n2026-01-01,9,戊,90\n2026-01-04,10,己,100\n'
    const byKey = 'day,id,渠道,n\n2026-01-05,3,乙,30\n2026-01-06,,丁,50\n2026-01-07,11,庚,110\n'
    const cells = async ({ deps: { warehouse } }: ImportsHouse, table: string) => {
      const { chunks } = await warehouse.run({
        sql: `SELECT day, id, "渠道", n FROM "${table}" ORDER BY n`,
        pool: 'report',
      })
      return chunks.flatMap(({ columns }) => columns)
    }
    const add = (by: 'days' | 'keys', keys: string[] = []) => ({
      table: '账',
      addition: { by, keys, again: false },
    })

    /** What each of both said of the loads. */
    const told: unknown[][][] = [[], []]
    it.each([
      ['账.csv', first, {}],
      ['日.csv', byDay, add('days')],
      ['键.csv', byKey, add('keys', ['id', '渠道'])],
      ['又日.csv', byDay, add('days')],
    ])('come in with %s', async (name, content, change) => {
      for (const [at, [house, person]] of people.entries()) {
        const { phase, done, problem } = await load(house, person, name, content, change)
        told[at]?.push([phase, done?.rows, done?.notes, problem?.message])
      }
    })

    it('by day and by key have the rows that they have on DuckDB, and are told alike', async () => {
      const [steps] = told
      expect(told[1]).toEqual(steps)
      expect(await cells(there, '账')).toEqual(await cells(here, '账'))
      expect(steps?.[1]?.[2]).toEqual(['载入 2 行，替换了原有的 2 行，「账」现有 5 行'])
      expect(steps?.[2]?.[2]).toEqual(['载入 3 行，替换了原有的 2 行，「账」现有 6 行'])
      expect(steps?.[3]?.[3]).toContain('的内容已经载入过数据表「账」（日.csv，2 行）')
    })

    it('are taken back and forth, and of such versions the last is kept', async () => {
      const [, person] = people[1] as [ImportsHouse, Person]
      const list = async () =>
        (await person.call<ShownFormer[]>(listFormers)).data.filter(({ table }) => table === '账')
      expect(await list()).toMatchObject([{ rows: 5, columns: 4 }])
      const now = await cells(there, '账')
      for (const rows of [5, 6]) {
        const back = await person.call<{ rows: number }>(takeFormerBack, { body: { table: '账' } })
        expect([back.data.rows, await count('账')]).toEqual([rows, rows])
      }
      expect(await cells(there, '账')).toEqual(now)
    })

    it('keep content that is no longer there from coming again', async () => {
      const [, person] = people[1] as [ImportsHouse, Person]
      const both = 'day,id,渠道,n\n2026-01-01,1,甲,7\n2026-01-04,1,甲,8\n'
      expect(await load(there, person, '都.csv', both, add('days'))).toMatchObject({ phase: 'done' })
      const again = await load(there, person, '再.csv', byDay, add('days'))
      expect(again.problem?.message).toContain('的内容已经载入过数据表「账」（日.csv')
    })

    it('refuse keys that a file has twice, and change nothing', async () => {
      const [, person] = people[1] as [ImportsHouse, Person]
      const before = await cells(there, '账')
      const twice = await load(there, person, '双.csv', `${byKey}2026-01-08,3,乙,31\n`, add('keys', ['id']))
      expect(twice.problem?.message).toContain('文件里有 1 个键不止一行')
      expect(await cells(there, '账')).toEqual(before)
    })

    it('leave nothing hidden but former versions, which a job drops in time', async () => {
      const { writer } = there.deps.warehouse
      const known = (await hidden()).length
      const [, person] = people[1] as [ImportsHouse, Person]
      const formers = (await person.call<ShownFormer[]>(listFormers)).data
      expect(known).toBe(formers.filter(({ bytes }) => bytes > 0).length)
      expect(await writer?.sweep()).toEqual([])
      expect(await hidden()).toHaveLength(known)
      const later = new Date(Date.now() + 31 * 86_400_000)
      expect(await writer?.sweep(later)).toEqual(['订单', '账'])
      expect(await hidden()).toEqual([])
      expect((await person.call<ShownFormer[]>(listFormers)).data).toEqual([])
      const schedules = await there.deps.metadata.db.selectFrom('job_schedule').select('id').execute()
      expect(schedules).toContainEqual({ id: 'drop former tables' })
    })
  })

  it('are refused at the start where the account may not write, without its password', async () => {
    const { deps, clickhouseDatabase } = there
    const warehouseWriter = `${engine.readerAddress}/${clickhouseDatabase}`
    const open = openWarehouseStores({ ...deps.settings, warehouseWriter }, deps.log)
    const { message } = (await open.catch((error: unknown) => error)) as Error
    expect(message).toContain('WAREHOUSE_WRITER 的账号「reader」不能在库')
    expect(message).toContain('GRANT SELECT, INSERT, ALTER DELETE, CREATE TABLE, DROP TABLE ON')
    expect(message).not.toContain('let:me')
  })

  it('are refused before anything is sent where no account is named', async () => {
    const house = await makeImportsHouse({ clickhouse: engine })
    try {
      const person = await house.importer()
      const { data } = await person.call<{ refusal: string | null }>(getImportOptions)
      expect(data.refusal).toContain('请管理员设置 WAREHOUSE_WRITER')
      const { envelope } = await person.call(beginImport, { body: { name: 'a.csv', size: 3 } })
      expect(envelope).toMatchObject({ code: 'warehouse_readonly', msg: data.refusal })
    } finally {
      await house.dispose()
    }
  })
})
