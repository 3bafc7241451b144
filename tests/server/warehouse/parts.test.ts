// Tables to which rows are added: each addition is a file of its own, rows may replace earlier ones, and readers
// see one table whose rows are counted here beside it, by hand.
import { spawn } from 'node:child_process'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { mergeParts, partsToMerge } from '#server/warehouse/merging.ts'
import { type Publication, publish } from '#server/warehouse/publish.ts'
import { openTable } from '#server/warehouse/snapshot/attach.ts'
import {
  manifestPath,
  type PublishedTable,
  partsOf,
  readManifest,
  versionOf,
  warehouseFolder,
} from '#server/warehouse/snapshot/manifest.ts'
import { hideRows, tableParts } from '#server/warehouse/snapshot/parts.ts'
import { rebuildManifest } from '#server/warehouse/snapshot/rebuild.ts'
import type { SumsStore } from '#server/warehouse/sums/types.ts'
import { chance } from '#tests/factories/chance.ts'
import { runSteps } from '#tests/factories/sandboxSteps.ts'
import { eagerSums, makeWarehouse, type TestWarehouse } from '#tests/factories/warehouse.ts'

type Row = [day: string, key: string | null, amount: number]

const disposals: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose()
})

/** A name that needs quoting, and that the parts' own notes bear, too. */
const name = 'noted "合"'
const quoted = '"noted ""合"""'

async function make(rows: readonly Row[], options: Parameters<typeof makeWarehouse>[0] = {}) {
  const house = await makeWarehouse({
    sql: [
      `CREATE TABLE ${quoted} (day DATE, key VARCHAR, amount INTEGER)`,
      `INSERT INTO ${quoted} ${valuesOf(rows)}`,
      `COMMENT ON TABLE ${quoted} IS '销售'`,
      `COMMENT ON COLUMN ${quoted}.day IS '日期'`,
    ],
    ...options,
  })
  disposals.push(house.dispose)
  return house
}

const valuesOf = (rows: readonly Row[]) =>
  `SELECT day::DATE AS day, key::VARCHAR AS key, amount::INTEGER AS amount FROM (VALUES ${rows
    .map(([day, key, amount]) => `('${day}', ${key === null ? 'NULL' : `'${key}'`}, ${amount})`)
    .join(', ')}) AS given(day, key, amount)`

const tableOf = async (house: TestWarehouse): Promise<PublishedTable> =>
  (await readManifest(warehouseFolder(house.dataDir))).tables.find(
    (table) => table.name === name,
  ) as PublishedTable

async function add(house: TestWarehouse, rows: readonly Row[], keys: string[] = []): Promise<Publication> {
  const publication = await publish(
    house.dataDir,
    async ({ connection }) => {
      await connection.run(`CREATE TABLE ${quoted} AS ${valuesOf(rows)}`)
      if (keys.length === 0) return
      const parts = tableParts(await tableOf(house))
      await openTable(connection, warehouseFolder(house.dataDir), name, parts)
      await hideRows(connection, name, parts, keys)
    },
    { joins: { how: 'add' }, undoable: true },
  )
  await house.warehouse.snapshot()
  return publication
}

const read = async (house: TestWarehouse) =>
  (await house.rows(`SELECT day::VARCHAR, key, amount FROM ${quoted} ORDER BY ALL`)) as Row[]

const sorted = (rows: readonly Row[]) =>
  [...rows].sort((one, other) => {
    const [a, b] = [JSON.stringify(one), JSON.stringify(other)]
    const byDay = one[0].localeCompare(other[0])
    if (byDay !== 0) return byDay
    if (one[1] !== other[1]) return one[1] === null ? 1 : other[1] === null ? -1 : one[1] < other[1] ? -1 : 1
    return one[2] - other[2] || a.localeCompare(b)
  })

const first: Row[] = [
  ['2026-01-01', 'a', 1],
  ['2026-01-01', null, 2],
  ['2026-01-02', 'b', 3],
  ['2026-01-02', 'b', 4],
]

/** Random additions of all kinds, with the rows that must be there afterwards. */
async function addMany(house: TestWarehouse, rows: readonly Row[], times: number, random = chance()) {
  let expected = [...rows]
  const keysOf = { append: [], key: ['key'], day: ['day'] } as const
  for (let at = 0; at < times; at += 1) {
    const how = (['append', 'key', 'day'] as const)[Math.floor(random() * 3)] as keyof typeof keysOf
    const fresh = Array.from(
      { length: 1 + Math.floor(random() * 5) },
      (): Row => [
        `2026-01-0${1 + Math.floor(random() * 6)}`,
        random() < 0.1 ? null : (['a', 'b', 'c', 'd', 'e', 'f'][Math.floor(random() * 6)] ?? null),
        at * 10 + Math.floor(random() * 10),
      ],
    )
    const place = how === 'key' ? 1 : 0
    if (how !== 'append')
      expected = expected.filter((row) => fresh.every((other) => other[place] !== row[place]))
    expected.push(...fresh)
    await add(house, fresh, [...keysOf[how]])
  }
  return sorted(expected)
}

describe('added rows', () => {
  it('stand beside the others, and replace those of the same key, a missing one among them', async () => {
    const house = await make(first)
    const before = versionOf(await tableOf(house))
    await add(house, [['2026-01-03', 'a', 5]])
    expect(await read(house)).toEqual([...first, ['2026-01-03', 'a', 5]])
    await add(
      house,
      [
        ['2026-01-04', 'b', 6],
        ['2026-01-04', null, 7],
      ],
      ['key'],
    )
    expect(await read(house)).toEqual([
      first[0],
      ['2026-01-03', 'a', 5],
      ['2026-01-04', 'b', 6],
      ['2026-01-04', null, 7],
    ])
    const table = await tableOf(house)
    expect([table.rowCount, table.added?.length, table.columns[0]?.comment]).toEqual([4, 2, '日期'])
    expect(versionOf(table)).not.toBe(before)
    expect(house.warehouse.tables().map(({ name: one, rowCount }) => [one, rowCount])).toEqual([[name, 4]])
  })

  it('are counted rightly after any additions, by reports and in the sandbox', async () => {
    const house = await make(first)
    const expected = await addMany(house, first, 12)
    expect(await read(house)).toEqual(expected)
    expect((await tableOf(house)).rowCount).toBe(expected.length)
    const columns: string[][] = []
    const scope = {
      tables: [{ name, games: { column: 'key', values: ['a', 'c'] }, rules: [] }],
      temporary: [],
    }
    await runSteps(house, {
      sql: `SELECT sum(amount)::INTEGER, count(*)::INTEGER FROM ${quoted}`,
      params: {},
      scope,
      limit: null,
      mode: 'rows',
      onChunk: ({ columns: found }) => void columns.push(found),
    })
    const seen = expected.filter(([, key]) => key === 'a' || key === 'c')
    const sum = seen.reduce((all, [, , amount]) => all + amount, 0)
    expect(columns.map((cells) => cells.map((cell) => JSON.parse(cell)))).toEqual([[[sum], [seen.length]]])
  })

  it('are in the sums that are kept of the table', async () => {
    const many = Array.from({ length: 20 }, (_, at): Row => ['2026-01-01', 'a', at])
    const house = await make([...first, ...many], { sums: eagerSums })
    await add(house, [['2026-01-02', 'z', 50]], ['day'])
    const store = (await house.warehouse.readSums()) as SumsStore
    const shape = { fact: name, keys: ['f."day"'], figures: ['count(*)', 'sum(f."amount")'] }
    for (let time = 0; time < 3; time += 1) store.asked([shape], 365)
    expect(await store.makeNext({ signal: new AbortController().signal })).toBe(true)
    const [kept] = store.kept([name])
    const sums = await house.rows(
      `SELECT * REPLACE ("kept key 1"::VARCHAR AS "kept key 1") FROM ${kept?.name} ORDER BY ALL`,
      {
        sums: store.uses([kept?.name ?? ''])?.uses ?? [],
      },
    )
    expect(sums.map(([day, rows, sum]) => [day, Number(rows), Number(sum)])).toEqual([
      ['2026-01-01', 22, 193],
      ['2026-01-02', 1, 50],
    ])
  })

  it('are taken back, the last ones and those in between', async () => {
    const house = await make(first)
    const one = await add(house, [['2026-01-01', 'x', 10]], ['day'])
    await add(house, [['2026-01-05', 'y', 11]])
    const last = await add(house, [['2026-01-06', 'x', 12]], ['key'])
    expect(await read(house)).toEqual([first[2], first[3], ['2026-01-05', 'y', 11], ['2026-01-06', 'x', 12]])
    await last.undo()
    await expect
      .poll(() => read(house))
      .toEqual([['2026-01-01', 'x', 10], first[2], first[3], ['2026-01-05', 'y', 11]])
    await one.undo()
    await expect.poll(() => read(house)).toEqual([...first, ['2026-01-05', 'y', 11]])
    expect((await tableOf(house)).rowCount).toBe(5)
  })

  it('are refused where their table is gone, and nothing is left', async () => {
    const house = await make(first)
    const files = await readdir(warehouseFolder(house.dataDir))
    const adding = publish(
      house.dataDir,
      async ({ connection }) => void (await connection.run('CREATE TABLE other AS SELECT 1 AS v')),
      { joins: { how: 'add' } },
    )
    await expect(adding).rejects.toThrow('no table other')
    expect(await readdir(warehouseFolder(house.dataDir))).toEqual(files)
  })
})

describe('merging', () => {
  it('changes files, but neither rows nor versions', async () => {
    const large: Row[] = Array.from({ length: 4000 }, (_, at) => ['2026-01-09', `k${at}`, at])
    const house = await make([...first, ...large])
    const expected = await addMany(house, [...first, ...large], 14)
    const before = await tableOf(house)
    expect(before.added).toHaveLength(14)
    expect(await mergeParts(house.dataDir)).toEqual([name])
    const after = await tableOf(house)
    expect(partsToMerge(after)).toBeNull()
    expect(after.file).toBe(before.file)
    expect(after.added?.length).toBeLessThan(9)
    expect([after.rowCount, versionOf(after)]).toEqual([expected.length, versionOf(before)])
    const files = (await readdir(warehouseFolder(house.dataDir))).filter((file) => file.startsWith('facts-'))
    expect(files.sort()).toEqual(partsOf(after).sort())
    await expect
      .poll(() => house.warehouse.version())
      .toBe(String((await readManifest(warehouseFolder(house.dataDir))).generation))
    expect(await read(house)).toEqual(expected)
    const more = await addMany(house, expected, 6)
    expect(await read(house)).toEqual(more)
  })

  it('takes in the first file once the parts are a share of it', async () => {
    const house = await make(first)
    const expected = await addMany(house, first, 3)
    const { columns, comment } = await tableOf(house)
    await mergeParts(house.dataDir)
    const after = await tableOf(house)
    expect([after.added, after.rowCount]).toEqual([undefined, expected.length])
    expect([after.columns, after.comment]).toEqual([columns, comment])
    await expect.poll(() => read(house)).toEqual(expected)
    expect(await mergeParts(house.dataDir)).toEqual([])
  })
})

describe('a damaged part', () => {
  const damage = async (house: TestWarehouse, file: string) => {
    await using handle = await open(join(warehouseFolder(house.dataDir), file), 'r+')
    await handle.truncate(9000)
  }

  it('makes its table unreadable, until repair leaves out its rows and names them', async () => {
    const house = await make(first)
    await add(house, [['2026-01-05', 'x', 10]])
    await add(house, [['2026-01-06', 'y', 11]])
    const [, part] = partsOf(await tableOf(house))
    await damage(house, part ?? '')
    const rebuilt = await rebuildManifest(warehouseFolder(house.dataDir))
    expect(rebuilt).toMatchObject({ lessened: [{ table: name, files: [part] }], left: [{ tables: [] }] })
    await expect.poll(() => read(house)).toEqual([...first, ['2026-01-06', 'y', 11]])
    expect((await tableOf(house)).rowCount).toBe(5)
  })

  it('takes its table along where it replaced rows: they would be back', async () => {
    const house = await make(first)
    await add(house, [['2026-01-02', 'x', 10]], ['day'])
    const [one, part] = partsOf(await tableOf(house))
    await damage(house, part ?? '')
    const rebuilt = await rebuildManifest(warehouseFolder(house.dataDir))
    expect(rebuilt?.tables).toEqual([])
    expect(rebuilt?.left.map(({ file, tables }) => [file, tables])).toEqual([
      [`${part}.unread`, [name]],
      [`${one}.unread`, [name]],
    ])
  })
})

it('a lost manifest is rebuilt with all parts and what they hide', async () => {
  const house = await make(first)
  const expected = await addMany(house, first, 8)
  const before = await tableOf(house)
  await rm(manifestPath(warehouseFolder(house.dataDir)))
  const rebuilt = await rebuildManifest(warehouseFolder(house.dataDir))
  expect(rebuilt).toMatchObject({ isAnew: true, left: [], lessened: [] })
  const after = await tableOf(house)
  expect([partsOf(after), after.rowCount]).toEqual([partsOf(before), expected.length])
  await expect.poll(() => read(house)).toEqual(expected)
})

/** `KILLS=50` runs the long form. */
const kills = Number(process.env.KILLS ?? 4)

it(`no acknowledged row is lost or there twice under ${kills} kills at any moment`, {
  timeout: 120_000 + kills * 5_000,
}, async () => {
  const keys = 7
  const house = await makeWarehouse({ sql: ['CREATE TABLE numbers (k INTEGER, n INTEGER)'] })
  disposals.push(house.dispose)
  const draw = chance()
  let last = 0
  for (let round = 0; round < kills; round += 1) {
    const script = fileURLToPath(new URL('./adder.ts', import.meta.url))
    const child = spawn(process.execPath, [script, house.dataDir, String(last + 1), String(keys)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let acknowledged = last
    const some = Promise.withResolvers<void>()
    const wanted = last + 2 + Math.floor(draw() * 6)
    child.stdout.on('data', (bytes: Buffer) => {
      for (const line of bytes.toString().split('\n')) acknowledged = Math.max(acknowledged, Number(line))
      if (acknowledged >= wanted) some.resolve()
    })
    await some.promise
    await sleep(draw() * 60)
    child.kill('SIGKILL')
    await new Promise((resolve) => child.on('close', resolve))
    await house.warehouse.snapshot()
    const rows = (await house.rows('SELECT k, n FROM numbers ORDER BY n')) as [number, number][]
    last = rows.at(-1)?.[1] ?? 0
    expect([acknowledged, acknowledged + 1]).toContain(last)
    const numbers = Array.from({ length: Math.min(keys, last) }, (_, at) => last - at).reverse()
    expect(rows).toEqual(numbers.map((n) => [n % keys, n]))
    const { tables } = await readManifest(warehouseFolder(house.dataDir))
    expect(tables.map(({ rowCount }) => rowCount)).toEqual([rows.length])
  }
})
