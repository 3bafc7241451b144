// From a file to a report, call by call: imported data is correct, and cancelled imports leave nothing.
import { readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import iconv from 'iconv-lite'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { pathOf } from '#shared/call.ts'
import type { ChosenKind } from '#shared/imports/kinds.ts'
import { damagesOf, replaceText } from '#tests/factories/damage.ts'
import { dumpMetadata } from '#tests/factories/dump.ts'
import type { Person } from '#tests/factories/house.ts'
import {
  beginImport,
  followImport,
  listImports,
  type OpenImport,
  readImportFile,
  type ShownImport,
  sendImportPart,
  showImport,
  type TriedColumn,
  tryImportColumn,
} from '#features/imports/contract.ts'
import { discard, type ImportsHouse, makeImportsHouse, sendPart } from './importsHouse.ts'

let house: ImportsHouse
let person: Person
beforeAll(async () => {
  house = await makeImportsHouse({ warehouseSql: ["CREATE TABLE made AS SELECT 1 AS one, 'a' AS cgi"] })
  person = await house.importer()
})
afterEach(() => {
  expect(house.left()).toEqual([])
})
afterAll(() => house.dispose())

const tables = async () => (await readManifest(warehouseFolder(house.dataDir))).tables.map(({ name }) => name)
const rowsOf = (table: string) => house.warehouse.rows(`FROM ${table} ORDER BY ALL`)
const whole = async () => [await tables(), await dumpMetadata(house.deps.metadata)]

const orders = `日期,渠道,金额\n${Array.from({ length: 30 }, (_, at) => `2026-01-${String(at + 1).padStart(2, '0')},${['甲', '乙'][at % 2]},${at}.50`).join('\n')}\n`

/** What the reading ends in. */
async function problemOf(name: string, content: Buffer | string): Promise<string | undefined> {
  const id = await house.sendFile(person, name, content)
  const { problem } = await house.read(person, id)
  await discard(person, id)
  return problem?.message
}

describe('a file', () => {
  it('becomes a table and a shared view of its own reports', async () => {
    const id = await house.sendFile(person, '订单.csv', orders)
    expect(await house.read(person, id)).toMatchObject({ phase: 'ready', problem: null })
    const found = await house.show(person, id)
    expect(found).toMatchObject({ table: '订单', rows: 30, bad: { count: 0 } })
    expect(found.columns.map(({ name, kind, role }) => [name, kind, role])).toEqual([
      ['日期', 'DATE', 'date'],
      ['渠道', 'VARCHAR', 'dimension'],
      ['金额', 'DECIMAL', 'sum'],
    ])
    const { phase, done } = await house.load(person, id)
    expect(phase).toBe('done')
    expect(done).toMatchObject({ table: '订单', rows: 30 })
    const { db } = house.deps.metadata
    const view = db
      .selectFrom('view_meta')
      .selectAll()
      .where('id', '=', done?.viewMetaId ?? 0)
    expect(await view.executeTakeFirst()).toMatchObject({ name: '订单', owner_id: person.id })
    const audit = db.selectFrom('audit').select('user_id').where('action', '=', 'table.import')
    expect(await audit.execute()).toEqual([{ user_id: person.id }])
    await discard(person, id)
    await vi.waitFor(async () => expect((await rowsOf('订单')).length).toBe(30))
  })

  it('reads dates in the order that is said where none can be seen, and loads none before', async () => {
    const id = await house.sendFile(person, 'orders.csv', 'd,n\n1/2/2026,5\n3/4/2026,6\n')
    await house.read(person, id)
    const { data: found } = await person.call<ShownImport>(showImport, { params: { id } })
    expect(found.columns[0]).toMatchObject({
      kind: 'DATE',
      ask: { must: true, choices: [{ kind: 'MONTH_FIRST' }, { kind: 'DAY_FIRST' }] },
    })
    await expect(house.load(person, id)).rejects.toThrow(
      '请先说明列「d」怎么读：没有一个值能看出顺序：「1/2/2026」是哪一天？',
    )
    const tried = await person.call<TriedColumn>(tryImportColumn, {
      params: { id },
      body: { at: 0, kind: 'DAY_FIRST' },
    })
    expect(tried.data).toMatchObject({
      values: ['2026-02-01', '2026-04-03'],
      misfits: { count: 0 },
      least: '2026-02-01',
      most: '2026-04-03',
      role: 'date',
    })
    await house.load(person, id, (body) => ({
      ...body,
      table: 'day_first',
      columns: body.columns.map((column, at) => (at === 0 ? { ...column, kind: 'DAY_FIRST' } : column)),
    }))
    await vi.waitFor(async () => expect(await rowsOf('day_first')).toContainEqual(['2026-02-01', 5]))
    await discard(person, id)
  })

  it('of JSON shows what is loaded: the array within, mixed types as text', async () => {
    const list = [
      { 渠道: '甲', 值: 1, 号: 9007199254740992 },
      { 渠道: '乙', 值: '1.50', 号: '待定' },
      { 渠道: '丙', 值: 3, 号: true },
    ]
    const answer = JSON.stringify({ code: 0, data: { list } }).replace('9007199254740992', '9007199254740993')
    const id = await house.sendFile(person, '回答.json', answer)
    await house.read(person, id)
    const found = await house.show(person, id)
    expect(found.columns.map(({ name, kind }) => [name, kind])).toEqual([
      ['渠道', 'VARCHAR'],
      ['值', 'DECIMAL'],
      ['号', 'VARCHAR'],
    ])
    expect(found.sample.map((row) => row[2])).toEqual(['9007199254740993', '待定', 'true'])
    expect(found.notes.join()).toContain('数据取自其中的数组「data.list」；没有导入「code」')
    await house.load(person, id, (body) => ({ ...body, table: 'answer' }))
    await vi.waitFor(async () => {
      const rows = await house.warehouse.rows('SELECT COLUMNS(*)::VARCHAR FROM answer')
      expect(rows).toEqual(found.sample)
    })
    await discard(person, id)
  })

  it('in an encoding that nothing tells is shown as guessed, and read again as the user says', async () => {
    const id = await house.sendFile(person, 'dos.csv', iconv.encode('pays,n\n\u00e9,1\n\u00e0,2\n', 'cp437'))
    await house.read(person, id)
    const guessed = await house.show(person, id)
    expect(guessed.encoding).toBe('gb18030')
    expect(guessed.notes[0]).toMatch(/^文件的编码无法识别：.*，暂按 GBK 读，请核对或改选编码$/)
    await discard(person, id)
    const told = await house.sendFile(person, 'big5.csv', iconv.encode('金額,n\n5,1\n', 'big5'))
    await house.read(person, told, { encoding: 'big5' })
    const found = await house.show(person, told)
    expect([found.encoding, found.columns[0]?.name]).toEqual(['big5', '金額'])
    await discard(person, told)
  })

  it('of Parquet may be looked at in other ways, two at once too, and its view is told by its own name', async () => {
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    const path = join(house.dataDir, 'texts.parquet')
    await connection.run(
      `COPY (SELECT '2026-01-0' || n AS dt, n || '.5' AS 价 FROM range(1, 9) t(n)) TO '${path}' (FORMAT parquet)`,
    )
    connection.closeSync()
    const told: (string | undefined)[] = []
    for (let round = 0; round < 2; round += 1) {
      const id = await house.sendFile(person, 'texts.parquet', await readFile(path))
      await house.read(person, id)
      const kinds = ['DECIMAL', 'VARCHAR'] as const
      const tries = kinds.map((kind) =>
        person.call<TriedColumn>(tryImportColumn, { params: { id }, body: { at: 1, kind } }),
      )
      for (const { envelope } of await Promise.all(tries)) expect(envelope?.isSuccess).toBe(true)
      const { done } = await house.load(person, id)
      told.push(done?.notes.at(-1))
      await discard(person, id)
    }
    expect(told).toEqual([
      expect.stringContaining('「导入 / texts」'),
      expect.stringContaining('「导入 / texts_2」'),
    ])
    await rm(path)
  })

  it('counts and proposes a column anew under each reading', async () => {
    const texts = Array.from({ length: 200 }, (_, at) => (at === 120 ? '待定' : `${at + 1}`))
    const rates = texts.map((_, at) => (at % 2 === 0 ? '12%' : '7'))
    const lines = texts.map((text, at) => `u${at},${text},${rates[at]}`)
    const id = await house.sendFile(person, 'anew.csv', `名称,花费,次留\n${lines.join('\n')}\n`)
    await house.read(person, id)
    const found = await house.show(person, id)
    expect(found).toMatchObject({ rows: 200, bad: { count: 0 } })
    expect(found.columns[1]).toMatchObject({
      kind: 'BIGINT',
      most: '200',
      misfits: { count: 1, lines: [122], first: [{ line: 122, reason: '「待定」不是整数' }] },
      ask: { choices: [{ kind: 'NUMBER_OR_EMPTY' }, { kind: 'BIGINT', drops: true }] },
    })
    const tried = async (at: number, kind: ChosenKind) =>
      (await person.call<TriedColumn>(tryImportColumn, { params: { id }, body: { at, kind } })).data
    expect(await tried(1, 'NUMBER_OR_EMPTY')).toMatchObject({
      empty: 1,
      distinct: 199,
      misfits: { count: 0 },
    })
    expect(await tried(2, 'PERCENT_ALL')).toMatchObject({ role: 'average', least: '0.07', most: '0.12' })
    const told = (first: ChosenKind, keepGood: boolean) =>
      house.load(person, id, (body) => ({
        ...body,
        table: `anew_${first.toLowerCase()}`,
        keepGood,
        columns: body.columns.map((column, at) => ({
          ...column,
          kind: at === 1 ? first : at === 2 ? 'PERCENT_ALL' : column.kind,
        })),
      }))
    await expect(told('BIGINT', false)).rejects.toThrow('有 1 行不能导入：请修正文件，或勾选只导入其余的行')
    expect((await told('NUMBER_OR_EMPTY', false)).done?.rows).toBe(200)
    await discard(person, id)
  })

  it('comes in as the columns are told: renamed, of other kinds, some left out', async () => {
    const id = await house.sendFile(person, 'told.csv', 'id,n,x\n1,5,a\n2,7,b\nx3,9,c\n')
    await house.read(person, id)
    const tried = await person.call<TriedColumn>(tryImportColumn, {
      params: { id },
      body: { at: 0, kind: 'BIGINT' },
    })
    expect(tried.data).toMatchObject({
      type: '整数',
      values: ['1', '2', null],
      misfits: { count: 1, first: [{ line: 4, reason: '「x3」不是整数' }] },
    })
    const refused = house.load(person, id, (body) => ({
      ...body,
      columns: body.columns.map((column) => ({ ...column, kind: 'VARCHAR', role: 'sum' })),
    }))
    await expect(refused).rejects.toThrow('列「id」不是数字，不能求和、取平均或作余额；请改它的类型或用途')
    const { problem } = await house.load(person, id, (body) => ({
      ...body,
      columns: [
        { name: '编号', kind: 'BIGINT', role: 'none' },
        { name: 'n', kind: 'VARCHAR', role: 'dimension' },
        { name: 'x', kind: 'VARCHAR', role: 'left' },
      ],
    }))
    expect(problem?.message).toContain('1 行不能导入')
    const { done } = await house.load(person, id, (body) => ({
      ...body,
      keepGood: true,
      columns: [
        { name: '编号', kind: 'BIGINT', role: 'none' },
        { name: 'n', kind: 'VARCHAR', role: 'dimension' },
        { name: 'x', kind: 'VARCHAR', role: 'left' },
      ],
    }))
    expect(done?.rows).toBe(2)
    await vi.waitFor(async () =>
      expect(await rowsOf('told')).toEqual([
        [1, '5'],
        [2, '7'],
      ]),
    )
    await discard(person, id)
  })

  it.each([
    ['GBK', iconv.encode('名称,数\n云海,1\n星河,2\n', 'gbk')],
    ['UTF-16', iconv.encode('名称,数\n云海,1\n星河,2\n', 'utf16le', { addBOM: true })],
  ])('is read in %s', async (_, content) => {
    const id = await house.sendFile(person, 'encoded.csv', content)
    await house.read(person, id)
    expect(await house.show(person, id)).toMatchObject({
      sample: [
        ['云海', '1'],
        ['星河', '2'],
      ],
    })
    await discard(person, id)
  })
})

describe('what cannot be read is answered in words', () => {
  it.each([
    ['无表头.csv', '只有,表头\n', /只有表头/],
    ['坏.parquet', 'PAR1 and nothing behind it', /不是有效的 Parquet/],
    ['页.xls', '<html><body>请登录</body></html>', /网页/],
    ['包.csv', Buffer.from('1f8b0800000000', 'hex'), /gzip/],
    ['坏.json', '{"a":', /不是有效的 JSON/],
  ])('%s', async (name, content, words) => {
    expect(await problemOf(name, content)).toMatch(words)
  })

  it.each([
    ['文档.docx', 10, /不支持的文件类型「.docx」/],
    ['空.csv', 0, /是空的/],
    ['大.csv', 2 ** 31 + 1, /过大（2 GB），最多 2 GB/],
  ])('%s of %i bytes, before it is sent', async (name, size, words) => {
    const { envelope } = await person.call(beginImport, { body: { name, size } })
    expect(envelope).toMatchObject({ isSuccess: false, code: 'import_invalid' })
    expect(envelope?.msg).toMatch(words)
  })
})

describe('what is given up leaves nothing', () => {
  it('cut off in the middle of a part, as by closing the tab', async () => {
    const { data } = await person.call<{ id: string }>(beginImport, {
      body: { name: 'a.csv', size: 5_000_000 },
    })
    const address = (await house.app.listen({ port: 0, host: '127.0.0.1' })) as string
    const { port } = new URL(address)
    const socket = connect(Number(port), '127.0.0.1')
    const path = pathOf(sendImportPart, { id: data.id, at: 0 })
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${person.cookie}\r\n` +
        `Content-Type: application/octet-stream\r\nContent-Length: 2000000\r\n\r\n${'a'.repeat(100_000)}`,
      () => socket.destroy(),
    )
    await vi.waitFor(() => expect(house.left()).toEqual([]), 5000)
    expect((await person.call(followImport, { params: { id: data.id } })).envelope?.code).toBe(
      'object_missing',
    )
  })

  it('by those who cancel while it is read', async () => {
    const before = await whole()
    const id = await house.sendFile(person, 'given up.csv', orders)
    await person.call(readImportFile, { params: { id }, body: {} })
    await discard(person, id)
    expect(await whole()).toEqual(before)
  })

  it('and parts out of their order are refused', async () => {
    const { data } = await person.call<{ id: string }>(beginImport, { body: { name: 'a.csv', size: 10 } })
    expect(await sendPart(house, person, data.id, 5, Buffer.from('12345'))).toMatchObject({
      isSuccess: false,
    })
    expect(await sendPart(house, person, data.id, 0, Buffer.from('12345678901'))).toMatchObject({
      isSuccess: false,
    })
    await discard(person, data.id)
  })
})

describe.each(damagesOf(replaceText('7.50', '8.50')))(
  'a file that was damaged on the disk (%s)',
  (_, damage) => {
    const path = (id: string) => join(house.dataDir, 'uploads', id, 'source')
    const words = '上传的文件在服务器上已损坏'

    it('is not read', async () => {
      const id = await house.sendFile(person, '订单.csv', orders)
      await damage(path(id))
      const { phase, problem } = await house.read(person, id)
      expect(phase).toBe('failed')
      expect(problem?.message).toContain(words)
      await discard(person, id)
    })

    it('is not loaded, if that happened after it was read', async () => {
      const id = await house.sendFile(person, '订单.csv', orders)
      await house.read(person, id)
      const before = await whole()
      await damage(path(id))
      const { done, problem } = await house.load(person, id, (body) => ({ ...body, table: 'damaged' }))
      expect(done).toBeNull()
      expect(problem?.message).toContain(words)
      expect((await whole())[0]).toEqual(before[0])
      await discard(person, id)
    })
  },
)

describe('others', () => {
  it('know nothing of an upload', async () => {
    const id = await house.sendFile(person, 'mine.csv', orders)
    const other = await house.importer()
    expect((await other.call(followImport, { params: { id } })).envelope?.code).toBe('object_missing')
    expect((await discard(other, id)).envelope?.code).toBe('object_missing')
    expect(await sendPart(house, other, id, 0, Buffer.from('1'))).toMatchObject({ code: 'object_missing' })
    await discard(person, id)
  })

  it('may have no more than a few at once', async () => {
    const ids = await Promise.all([1, 2, 3].map((n) => house.sendFile(person, `${n}.csv`, orders)))
    const { envelope } = await person.call(beginImport, { body: { name: '4.csv', size: 1 } })
    expect(envelope?.code).toBe('quota_exceeded')
    // Each is told to its owner, who can give it up from any page, and to nobody else.
    const open = async (by: Person) => (await by.call<OpenImport[]>(listImports)).data
    expect((await open(person)).map(({ id, name, phase }) => [id, name, phase]).sort()).toEqual(
      ids.map((id, at) => [id, `${at + 1}.csv`, 'sending']).sort(),
    )
    expect(await open(await house.importer())).toEqual([])
    await Promise.all(ids.map((id) => discard(person, id)))
    expect(await open(person)).toEqual([])
  })
})

describe('names', () => {
  it('that differ by case, width or blanks alone are taken', async () => {
    const first = await house.sendFile(person, 'Shop.csv', orders)
    await house.read(person, first)
    await house.load(person, first, (body) => ({ ...body, table: 'Shop' }))
    await discard(person, first)
    const before = await whole()
    const id = await house.sendFile(person, 'again.csv', orders)
    await house.read(person, id)
    for (const table of ['shop', 'ＳＨＯＰ', ' Shop '])
      await expect(house.load(person, id, (body) => ({ ...body, table }))).rejects.toThrow('「Shop」已存在')
    await expect(
      house.load(person, id, (body) => ({ ...body, table: 'MADE', replace: true })),
    ).rejects.toThrow('不是由导入建立的')
    expect(await whole()).toEqual(before)
    const { done } = await house.load(person, id, (body) => ({ ...body, table: 'SHOP', replace: true }))
    expect(done?.table).toBe('Shop')
    await discard(person, id)
  })
})

describe('games', () => {
  const games = 'cgi,n\na,1\na,2\nb,3\n'
  it('limit what may be written, and what may be replaced', async () => {
    const limited = await house.importer(['a'])
    const foreign = await house.sendFile(limited, 'games.csv', games)
    await house.read(limited, foreign)
    const before = await whole()
    expect((await house.load(limited, foreign)).problem?.message).toContain('你看不到的游戏：b')
    const [tablesNow] = await whole()
    expect(tablesNow).toEqual(before[0])
    await discard(limited, foreign)

    const all = await house.sendFile(person, 'games.csv', games)
    await house.read(person, all)
    expect((await house.load(person, all)).done?.rows).toBe(3)
    await discard(person, all)
    const own = await house.sendFile(limited, 'games.csv', 'cgi,n\na,9\n')
    await house.read(limited, own)
    const replaced = await house.load(limited, own, (body) => ({ ...body, table: 'games', replace: true }))
    expect(replaced.problem?.message).toContain('还有你看不到的游戏')
    expect((await house.load(limited, own, (body) => ({ ...body, table: 'own' }))).done?.rows).toBe(1)
    await discard(limited, own)
  })
})

it('two at once both come in', async () => {
  const ids = await Promise.all(['one.csv', 'two.csv'].map((name) => house.sendFile(person, name, orders)))
  await Promise.all(ids.map((id) => house.read(person, id)))
  const ended = await Promise.all(ids.map((id) => house.load(person, id)))
  expect(ended.map(({ phase }) => phase)).toEqual(['done', 'done'])
  await Promise.all(ids.map((id) => discard(person, id)))
})
