// Erasing a value's rows: files, hidden rows, former versions. Rows are counted by hand beside the warehouse, and the
// folder's bytes are searched for the value.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { type ErasedRows, eraseRows } from '#server/warehouse/erasing.ts'
import { mergeParts } from '#server/warehouse/merging.ts'
import { publish } from '#server/warehouse/publish.ts'
import { openTable } from '#server/warehouse/snapshot/attach.ts'
import { manifestPath, partsOf, readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { hideRows, tableParts } from '#server/warehouse/snapshot/parts.ts'
import { rebuildManifest } from '#server/warehouse/snapshot/rebuild.ts'
import { makeWarehouse, type TestWarehouse } from '#tests/factories/warehouse.ts'

const canary = 'canary-7f3a91c5e2'

const disposals: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose()
})

type Row = [day: string, player: string, amount: number]
const valuesOf = (rows: readonly Row[]) =>
  `SELECT * FROM (VALUES ${rows.map(([day, player, amount]) => `(DATE '${day}', '${player}', ${amount})`).join(', ')}) AS given(day, player, amount)`

async function make(): Promise<TestWarehouse> {
  const house = await makeWarehouse({
    sql: [
      `CREATE TABLE pay AS ${valuesOf([
        ['2026-01-01', canary, 1],
        ['2026-01-01', 'ann', 2],
        ['2026-01-02', 'bob', 4],
        ['2026-01-02', canary, 8],
      ])}`,
      "COMMENT ON TABLE pay IS '充值'",
      "COMMENT ON COLUMN pay.player IS '玩家'",
      "CREATE TABLE shop AS SELECT 'x' AS code",
    ],
  })
  disposals.push(house.dispose)
  return house
}

/** `keys`: in the place of rows with the same. */
async function add(house: TestWarehouse, rows: readonly Row[], keys: string[] = []) {
  const folder = warehouseFolder(house.dataDir)
  await publish(
    house.dataDir,
    async ({ connection, published }) => {
      await connection.run(`CREATE TABLE pay AS ${valuesOf(rows)}`)
      if (keys.length === 0) return
      const table = published.find(({ name }) => name === 'pay')
      if (!table) throw new Error('there is no table')
      await openTable(connection, folder, 'pay', tableParts(table))
      await hideRows(connection, 'pay', tableParts(table), keys)
    },
    { joins: { how: 'add' }, former: () => ({ kept: null }) },
  )
  await house.warehouse.snapshot()
}

async function erase(house: TestWarehouse, value = canary) {
  const total = { pay: 0, formers: 0, files: 0 }
  await eraseRows(house.dataDir, {
    value,
    columnsOf: ({ columns }) => columns.flatMap(({ name }) => (name === 'player' ? [name] : [])),
    signal: new AbortController().signal,
    onErased: ({ tables, formers, files }: ErasedRows) => {
      total.pay += tables.get('pay') ?? 0
      total.formers += formers.length
      total.files += files
    },
  })
  await house.warehouse.snapshot()
  return total
}

const read = (house: TestWarehouse) =>
  house.rows('SELECT day::VARCHAR, player, amount FROM pay ORDER BY day, player, amount')

/** Files of the folder in whose bytes the value is. */
async function filesWith(house: TestWarehouse, value = canary): Promise<string[]> {
  const names = await readdir(house.dataDir, { recursive: true, withFileTypes: true })
  const found = []
  for (const entry of names)
    if (entry.isFile() && (await readFile(join(entry.parentPath, entry.name))).includes(value))
      found.push(entry.name)
  return found
}

const payOf = async (house: TestWarehouse) => {
  const table = (await readManifest(warehouseFolder(house.dataDir))).tables.find(({ name }) => name === 'pay')
  if (!table) throw new Error('there is no table')
  return table
}

/** Parts: one without the player, one that hides rows of the first, one whose own rows are hidden later. */
async function grow(house: TestWarehouse) {
  await add(house, [['2026-01-03', 'ann', 16]])
  await add(house, [['2026-01-02', 'bob', 32]], ['day'])
  await add(house, [
    ['2026-01-04', canary, 64],
    ['2026-01-04', 'eve', 128],
  ])
  await add(house, [['2026-01-04', 'eve', 256]], ['day', 'player'])
}

const left = [
  ['2026-01-01', 'ann', 2],
  ['2026-01-02', 'bob', 32],
  ['2026-01-03', 'ann', 16],
  ['2026-01-04', 'eve', 256],
]

it('leaves the other rows, no byte of the value, and the files without it as they are', async () => {
  const house = await make()
  await grow(house)
  expect((await read(house)).filter(([, player]) => player === canary)).toHaveLength(2)
  const before = partsOf(await payOf(house))
  expect((await filesWith(house)).length).toBeGreaterThan(0)
  // The row of day 2 was hidden already: nobody saw it.
  expect(await erase(house)).toEqual({ pay: 2, formers: 1, files: 2 })
  expect(await read(house)).toEqual(left)
  const table = await payOf(house)
  expect(table.rowCount).toBe(left.length)
  expect(table.comment).toBe('充值')
  expect(table.columns.find(({ name }) => name === 'player')?.comment).toBe('玩家')
  const after = partsOf(table)
  expect(after.map((file) => before.includes(file))).toEqual([false, true, true, false, true])
  expect(await house.rows('SELECT code FROM shop')).toEqual([['x']])
  expect(await filesWith(house)).toEqual([])
  expect(await erase(house)).toEqual({ pay: 0, formers: 0, files: 0 })
})

it('keeps a table to which rows are added, which is merged, and whose manifest is lost', async () => {
  const house = await make()
  await grow(house)
  await erase(house)
  await add(house, [['2026-01-03', 'ann', 512]], ['day'])
  const now = left.map((row) => (row[0] === '2026-01-03' ? ['2026-01-03', 'ann', 512] : row))
  expect(await read(house)).toEqual(now)
  await rm(manifestPath(warehouseFolder(house.dataDir)))
  await rebuildManifest(warehouseFolder(house.dataDir))
  await house.warehouse.snapshot()
  expect(await read(house)).toEqual(now)
  await mergeParts(house.dataDir)
  await house.warehouse.snapshot()
  expect(await read(house)).toEqual(now)
  expect((await payOf(house)).rowCount).toBe(now.length)
  expect(await filesWith(house)).toEqual([])
})

it('goes on after a kill in the middle', async () => {
  const house = await make()
  await grow(house)
  const path = fileURLToPath(new URL('./eraser.ts', import.meta.url))
  const child = spawn(process.execPath, [path, house.dataDir, canary], { stdio: 'ignore' })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
  expect((await filesWith(house)).length).toBeGreaterThan(0)
  await house.warehouse.snapshot()
  expect((await read(house)).length).toBe(left.length + 1)
  expect((await erase(house)).files).toBe(1)
  expect(await read(house)).toEqual(left)
  expect(await filesWith(house)).toEqual([])
})

it('leaves a former version without the value, and waits for a publication that may be taken back', async () => {
  const house = await make()
  await erase(house)
  const replace = (amount: number) =>
    publish(
      house.dataDir,
      async ({ connection }) => {
        await connection.run(`CREATE TABLE pay AS ${valuesOf([['2026-01-01', 'ann', amount]])}`)
      },
      { former: () => ({ kept: null }) },
    )
  await replace(5)
  expect(await erase(house)).toEqual({ pay: 0, formers: 0, files: 0 })
  expect((await readManifest(warehouseFolder(house.dataDir))).formers).toHaveLength(1)
  const undoable = await publish(
    house.dataDir,
    async ({ connection }) => {
      await connection.run(`CREATE TABLE pay AS ${valuesOf([['2026-01-01', canary, 7]])}`)
    },
    { undoable: true },
  )
  const erasing = erase(house)
  await undoable.undo()
  await erasing
  expect(await read(house)).toEqual([['2026-01-01', 'ann', 5]])
  expect(await filesWith(house)).toEqual([])
})
