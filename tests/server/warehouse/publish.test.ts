// Publication is all or nothing, whatever happens to the publisher; readers continue meanwhile.
import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { openWarehouse } from '#server/warehouse/open.ts'
import { publish, unpublish } from '#server/warehouse/publish.ts'
import { takePublishLock, tryPublishLock } from '#server/warehouse/snapshot/lock.ts'
import { manifestPath, readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { rebuildManifest } from '#server/warehouse/snapshot/rebuild.ts'
import { sweep } from '#server/warehouse/snapshot/sweep.ts'
import { chance } from '#tests/factories/chance.ts'
import { makeFolder, makeWarehouse, type TestWarehouse } from '#tests/factories/warehouse.ts'

const disposals: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose()
})

async function make(...given: Parameters<typeof makeWarehouse>): Promise<TestWarehouse> {
  const house = await makeWarehouse(...given)
  disposals.push(house.dispose)
  return house
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const files = async (dataDir: string) =>
  (await readdir(warehouseFolder(dataDir))).filter((name) => name.startsWith('facts-')).sort()

const seen = (house: TestWarehouse) =>
  new Promise<void>((resolve) => {
    const stop = house.warehouse.onPublished(() => {
      stop()
      resolve()
    })
  })

/** A process that publishes until it is killed; prints a line when a publication is through. */
function publisher(dataDir: string): ChildProcess {
  const script = fileURLToPath(new URL('./publisher.ts', import.meta.url))
  return spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
}

describe('a new publication', () => {
  it('is seen, and running statements end on what they began with', async () => {
    const house = await make({ sql: ['CREATE TABLE fact AS SELECT 1 AS v FROM range(3000000)'], readers: 2 })
    await house.warehouse.ready()
    const version = house.warehouse.version()
    const noticed = seen(house)
    const halfway = Promise.withResolvers<void>()
    const values = new Set<string>()
    const old = house.warehouse.run({
      sql: 'SELECT v FROM fact',
      pool: 'report',
      onChunk: async ({ columns }) => {
        for (const value of new Set(JSON.parse(columns[0] ?? '[]') as number[])) values.add(String(value))
        await halfway.promise
      },
    })
    await house.publish(['CREATE TABLE fact AS SELECT 2 AS v', 'CREATE TABLE other AS SELECT 3 AS w'])
    await noticed
    expect(await house.rows('SELECT v, w FROM fact, other')).toEqual([[2, 3]])
    halfway.resolve()
    expect(await old).toMatchObject({ rowCount: 3_000_000 })
    expect([...values]).toEqual(['1'])
    expect(house.warehouse.version()).not.toBe(version)
    expect(house.warehouse.tables().map(({ name }) => name)).toEqual(['fact', 'other'])
  })

  it('of another process is seen too', async () => {
    const house = await make({ sql: ['CREATE TABLE fact AS SELECT 0 AS v'] })
    const child = publisher(house.dataDir)
    await seen(house)
    child.kill('SIGKILL')
    const [[v]] = (await house.rows('SELECT v FROM pair_one')) as [[number]]
    expect(v).toBeGreaterThan(0)
  })

  it('removes files that no table is in any more', async () => {
    const house = await make({ sql: ['CREATE TABLE a AS SELECT 1 AS v', 'CREATE TABLE b AS SELECT 1 AS v'] })
    await house.publish(['CREATE TABLE a AS SELECT 2 AS v'])
    expect(await files(house.dataDir)).toHaveLength(2)
    await house.publish(['CREATE TABLE b AS SELECT 3 AS v'])
    expect(await files(house.dataDir)).toHaveLength(2)
    await unpublish(house.dataDir, ['a'])
    expect(await files(house.dataDir)).toHaveLength(1)
    expect((await readManifest(warehouseFolder(house.dataDir))).tables.map(({ name }) => name)).toEqual(['b'])
  })

  it('changes nothing when it fails', async () => {
    const house = await make({ sql: ['CREATE TABLE a AS SELECT 1 AS v'] })
    const before = await readFile(join(warehouseFolder(house.dataDir), 'current.json'), 'utf8')
    const failing = house.publish(['CREATE TABLE a AS SELECT 2 AS v', 'SELECT nonsense'])
    await expect(failing).rejects.toThrow('nonsense')
    expect(await readFile(join(warehouseFolder(house.dataDir), 'current.json'), 'utf8')).toBe(before)
    expect(await files(house.dataDir)).toHaveLength(1)
    expect(await house.rows('SELECT v FROM a')).toEqual([[1]])
  })

  it('can be taken back, as what it replaced comes back', async () => {
    const house = await make({ sql: ['CREATE TABLE a AS SELECT 1 AS v'] })
    const published = seen(house)
    const publication = await publish(
      house.dataDir,
      async ({ connection }) => {
        await connection.run('CREATE TABLE A AS SELECT 2 AS v')
        await connection.run('CREATE TABLE fresh AS SELECT 2 AS v')
      },
      { undoable: true },
    )
    await published
    expect(await house.rows('SELECT v FROM a')).toEqual([[2]])
    const noticed = seen(house)
    await publication.undo()
    await noticed
    expect(await house.rows('SELECT v FROM a')).toEqual([[1]])
    expect(house.warehouse.tables().map(({ name }) => name)).toEqual(['a'])
    expect(await files(house.dataDir)).toHaveLength(1)
  })
})

it('waits for the publication before it', async () => {
  const house = await make({ sql: ['CREATE TABLE a AS SELECT 1 AS v'] })
  const order: string[] = []
  await Promise.all(
    ['one', 'two', 'three'].map((name) =>
      publish(house.dataDir, async ({ connection }) => {
        order.push(`${name} in`)
        await connection.run(`CREATE TABLE ${name} AS SELECT 1 AS v`)
        order.push(`${name} out`)
      }),
    ),
  )
  for (let at = 0; at < 6; at += 2) expect(order[at + 1]).toBe(order[at]?.replace(' in', ' out'))
  const { tables } = await readManifest(warehouseFolder(house.dataDir))
  expect(tables.map(({ name }) => name).sort()).toEqual(['a', 'one', 'three', 'two'])
})

it('gives the lock of a killed holder to the next', async () => {
  const house = await make({ sql: ['CREATE TABLE a AS SELECT 1 AS v'] })
  const folder = warehouseFolder(house.dataDir)
  const child = publisher(house.dataDir)
  const end = Date.now() + 10_000
  for (;;) {
    const lock = tryPublishLock(folder)
    if (!lock) break
    lock.release()
    if (Date.now() > end) throw new Error('the publisher never held the lock')
    await pause(5)
  }
  child.kill('SIGKILL')
  const lock = await takePublishLock(folder, 1000)
  lock.release()
})

/** `KILLS=200` runs the long form. */
const kills = Number(process.env.KILLS ?? 6)

it(`stays consistent under ${kills} kills at any moment`, { timeout: 30_000 + kills * 5_000 }, async () => {
  const dataDir = await makeFolder()
  disposals.push(() => rm(dataDir, { recursive: true, force: true }))
  await publish(dataDir, async ({ connection }) => {
    await connection.run('CREATE TABLE pair_one AS SELECT 0 AS v')
    await connection.run('CREATE TABLE pair_two AS SELECT 0 AS v')
  })
  let acknowledged = 0
  const draw = chance()
  for (let round = 0; round < kills; round += 1) {
    const child = publisher(dataDir)
    child.stdout?.on('data', (bytes: Buffer) => {
      for (const line of bytes.toString().split('\n')) acknowledged = Math.max(acknowledged, Number(line))
    })
    await pause(250 + draw() * 500)
    child.kill('SIGKILL')
    await new Promise((resolve) => child.on('close', resolve))
    const house = await makeWarehouse({ dataDir })
    const [[one, two]] = (await house.rows('SELECT a.v, b.v FROM pair_one a, pair_two b')) as [
      [number, number],
    ]
    expect(one).toBe(two)
    expect(one).toBeGreaterThanOrEqual(acknowledged)
    await house.warehouse.stop()
    // Leftovers are gone: one file, since both tables are always published together.
    expect(await files(dataDir)).toHaveLength(1)
  }
})

describe('opening', () => {
  it('an empty folder gives a warehouse without tables', async () => {
    const house = await make()
    expect(house.warehouse.tables()).toEqual([])
    expect(await house.rows('SELECT 1')).toEqual([[1]])
  })

  it('names a damaged manifest and leaves it', async () => {
    const house = await make({ sql: ['CREATE TABLE a AS SELECT 1 AS v'] })
    await house.warehouse.stop()
    const path = join(warehouseFolder(house.dataDir), 'current.json')
    await writeFile(path, '{"generation": 1')
    await expect(openWarehouse({ dataDir: house.dataDir })).rejects.toThrow('current.json')
    expect(await readFile(path, 'utf8')).toBe('{"generation": 1')
  })

  it('takes a manifest of a release before there were sums, which has its own from then on', async () => {
    const house = await make({ sql: ['CREATE TABLE a AS SELECT 1 AS v'] })
    await house.warehouse.stop()
    const path = manifestPath(warehouseFolder(house.dataDir))
    const { sum: _sum, fingerprints: _fingerprints, ...former } = JSON.parse(await readFile(path, 'utf8'))
    await writeFile(path, JSON.stringify(former))
    const again = await openWarehouse({ dataDir: house.dataDir })
    expect((await again.run({ sql: 'SELECT v FROM a', pool: 'report' })).rowCount).toBe(1)
    await again.stop()
    const text = await readFile(path, 'utf8')
    expect(JSON.parse(text).tables).toEqual(former.tables)
    await writeFile(path, text.replace('"rowCount": 1', '"rowCount": 2'))
    await expect(openWarehouse({ dataDir: house.dataDir })).rejects.toThrow('与写下时不同')
  })

  it('names the table whose data file is damaged, answers by all others, and recovers by a new publication', async () => {
    const house = await make({ sql: ['CREATE TABLE a AS SELECT 1 AS v'] })
    await house.publish(['CREATE TABLE b AS SELECT 5 AS v'])
    await house.warehouse.stop()
    const [name = ''] = await files(house.dataDir)
    await writeFile(join(warehouseFolder(house.dataDir), name), 'not a database')
    const again = await makeWarehouse({ dataDir: house.dataDir })
    disposals.push(again.dispose)
    await expect(again.rows('SELECT v FROM a')).rejects.toMatchObject({
      code: 'warehouse_damaged',
      message: expect.stringContaining('数据表 a 的文件已损坏'),
    })
    expect(await again.rows('SELECT v FROM b')).toEqual([[5]])
    await again.publish(['CREATE TABLE a AS SELECT 2 AS v'])
    const rows = () => again.rows('SELECT v FROM a', { timeoutMs: 5000 }).catch(() => null)
    await expect.poll(rows).toEqual([[2]])
  })
})

describe.each([
  ['missing', (path: string) => rm(path)],
  ['damaged', (path: string) => writeFile(path, '{"generation":3}')],
])('with its manifest %s', (_, spoil) => {
  it('nothing is removed or published, and what it said is made anew of the files', async () => {
    const house = await make({ sql: ['CREATE TABLE a AS SELECT 1 AS v', 'CREATE TABLE b AS SELECT 2 AS v'] })
    await house.publish(["CREATE TABLE a AS SELECT 3 AS v; COMMENT ON TABLE a IS '甲'"])
    await house.publish(['CREATE TABLE c AS SELECT 4 AS v'])
    const { dataDir } = house
    const folder = warehouseFolder(dataDir)
    const { tables } = await readManifest(folder)
    const before = await files(dataDir)
    await spoil(manifestPath(folder))
    const refused = { name: 'ManifestProblem', message: expect.stringContaining('npm run repair') }
    await expect(sweep(folder)).rejects.toMatchObject(refused)
    await expect(house.publish(['CREATE TABLE d AS SELECT 5 AS v'])).rejects.toMatchObject(refused)
    await expect(unpublish(dataDir, ['a'])).rejects.toMatchObject(refused)
    await expect(openWarehouse({ dataDir })).rejects.toMatchObject(refused)
    // What runs goes on with what it read last.
    expect(await house.rows('SELECT a.v, b.v, c.v FROM a, b, c')).toEqual([[3, 2, 4]])
    await writeFile(join(folder, 'facts-000009.duckdb'), 'not one of them')
    expect((await files(dataDir)).slice(0, -1)).toEqual(before)
    const rebuilt = await rebuildManifest(folder)
    expect(rebuilt?.left).toEqual([
      { file: 'facts-000009.duckdb.unread', problem: '不是完整的数据文件', tables: [] },
    ])
    const named = (list: typeof tables) =>
      list.map(({ updatedAt: _at, ...table }) => table).sort((one, other) => (one.name < other.name ? -1 : 1))
    expect(named((await readManifest(folder)).tables)).toEqual(named(tables))
    expect(await rebuildManifest(folder)).toBeNull()
    await sweep(folder)
    expect(await readdir(folder)).toContain('facts-000009.duckdb.unread')
    await house.publish(['CREATE TABLE e AS SELECT 6 AS v'])
    const later = await openWarehouse({ dataDir })
    expect(
      later
        .tables()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['a', 'b', 'c', 'e'])
    await later.stop()
  })
})
