// A table is replaced from the import page while something goes wrong: two replace it at once, its disk is full,
// the server is killed at any moment. The table is then one version or the other, whole, and its reports with it.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listFormers } from '#server/warehouse/formers.ts'
import { openTable } from '#server/warehouse/snapshot/attach.ts'
import { readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { tableParts } from '#server/warehouse/snapshot/parts.ts'
import { type Call, pathOf } from '#shared/call.ts'
import { makeInstallation } from '#tests/factories/installation.ts'
import { limitDisk } from '#tests/factories/smallDisk.ts'
import {
  beginImport,
  followImport,
  type ImportState,
  loadImport,
  readImportFile,
  type ShownImport,
  sendImportPart,
  showImport,
} from '#features/imports/contract.ts'

let installation: Awaited<ReturnType<typeof makeInstallation>>
let cookie: string
beforeAll(async () => {
  installation = await makeInstallation()
  writeFileSync(join(installation.dataDir, 'spend.csv'), rowsOf(1))
  await installation.command('import', join(installation.dataDir, 'spend.csv'))
  cookie = await installation.session()
})
afterAll(() => installation.dispose())

type Product = Awaited<ReturnType<typeof installation.serve>>

const count = 2000
/** Rows that all have this figure. */
const rowsOf = (figure: number): string =>
  `日期,渠道,花费\n${Array.from({ length: count }, (_, at) => `2026-03-${String((at % 28) + 1).padStart(2, '0')},渠道${at % 7},${figure}`).join('\n')}\n`

interface Reply {
  status: number
  isSuccess: boolean
  code?: string
  msg: string
  // biome-ignore lint/suspicious/noExplicitAny: replies of any call
  data: any
}

async function ask(product: Product, call: Call, params: object, body?: unknown): Promise<Reply> {
  const isPart = Buffer.isBuffer(body)
  const reply = await fetch(`${product.address}${pathOf(call, params as never)}`, {
    method: call.method,
    headers: { 'content-type': isPart ? 'application/octet-stream' : 'application/json', cookie },
    ...(call.method === 'GET' ? {} : { body: isPart ? new Uint8Array(body) : JSON.stringify(body ?? {}) }),
  })
  return { status: reply.status, ...((await reply.json()) as Omit<Reply, 'status'>) }
}

/** Uploads and reads the rows; returns the upload's id and the order that replaces the table. */
async function prepare(product: Product, figure: number) {
  const content = Buffer.from(rowsOf(figure))
  const { id } = (await ask(product, beginImport, {}, { name: 'spend.csv', size: content.length })).data
  await ask(product, sendImportPart, { id, at: 0 }, content)
  await ask(product, readImportFile, { id })
  expect((await settled(product, id, 'reading')).phase).toBe('ready')
  const found = (await ask(product, showImport, { id })).data as ShownImport
  const columns = found.columns.map(({ name, kind, role }) => ({ name, kind, role }))
  return { id, order: { table: 'spend', replace: true, keepGood: false, columns } }
}

async function settled(product: Product, id: string, phase: ImportState['phase']): Promise<ImportState> {
  const state = async () => (await ask(product, followImport, { id })).data as ImportState
  await vi.waitFor(async () => expect((await state()).phase).not.toBe(phase), {
    timeout: 60_000,
    interval: 50,
  })
  return state()
}

/** The figures that the table has, each with its rows. */
async function figures(): Promise<unknown[][]> {
  const folder = warehouseFolder(installation.dataDir)
  const table = (await readManifest(folder)).tables.find(({ name }) => name === 'spend')
  if (!table) throw new Error('the table is gone')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const rows = await openTable(connection, folder, table.name, tableParts(table))
    const reader = await connection.runAndReadAll(
      `SELECT 花费::INTEGER, count(*)::INTEGER FROM ${rows} GROUP BY 1`,
    )
    return reader.getRows()
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

it('two who replace it at once both come through, one after the other, and neither is lost', async () => {
  const product = await installation.serve()
  const [one, other] = [await prepare(product, 2), await prepare(product, 3)]
  await Promise.all([one, other].map(({ id, order }) => ask(product, loadImport, { id }, order)))
  const states = [await settled(product, one.id, 'loading'), await settled(product, other.id, 'loading')]
  expect(states.map(({ phase }) => phase)).toEqual(['done', 'done'])
  const [[last] = []] = await figures()
  expect(await figures()).toEqual([[last, count]])
  expect([2, 3]).toContain(last)
  expect(await listFormers(installation.dataDir)).toHaveLength(2)
  await product.stop()
})

const disk = limitDisk()
it.runIf(disk)('a full disk is told, the table stays as it was, and goes on once there is room', async () => {
  const product = await installation.serve()
  const pid = product.process.pid as number
  const before = await figures()
  const first = await prepare(product, 4)
  disk?.fill(pid)
  const refused = await ask(product, loadImport, { id: first.id }, first.order)
  if (refused.isSuccess) {
    const { phase, problem } = await settled(product, first.id, 'loading')
    expect([phase, problem?.code]).toEqual(['failed', 'storage_full'])
  } else expect(refused.code).toBe('storage_full')
  expect(await figures()).toEqual(before)
  disk?.free(pid)
  const second = await prepare(product, 5)
  await ask(product, loadImport, { id: second.id }, second.order)
  expect((await settled(product, second.id, 'loading')).phase).toBe('done')
  expect(await figures()).toEqual([[5, count]])
  await product.stop()
  disk?.dispose()
})

/** After which a server is killed: while the table is written, and with KILLS before and after, too. */
const delays = process.env.KILLS
  ? Array.from({ length: Number(process.env.KILLS) }, (_, at) => at * 40)
  : [60, 400]

it('a server killed at any moment leaves one version, whole, and nothing half written', async () => {
  for (const [at, delay] of delays.entries()) {
    const figure = 10 + at
    const before = await figures()
    const product = await installation.serve()
    const { id, order } = await prepare(product, figure)
    await ask(product, loadImport, { id }, order)
    await new Promise((resolve) => setTimeout(resolve, delay))
    product.process.kill('SIGKILL')
    await product.stop().catch(() => undefined)
    expect([JSON.stringify(before), JSON.stringify([[figure, count]])]).toContain(
      JSON.stringify(await figures()),
    )
  }
  const product = await installation.serve()
  const { id, order } = await prepare(product, 99)
  await ask(product, loadImport, { id }, order)
  expect((await settled(product, id, 'loading')).phase).toBe('done')
  expect(await figures()).toEqual([[99, count]])
  await product.stop()
  const folder = warehouseFolder(installation.dataDir)
  const manifest = await readManifest(folder)
  const named = [...manifest.tables, ...(manifest.formers ?? []).map(({ table }) => table)].map(
    ({ file }) => file,
  )
  const there = readdirSync(folder).filter((name) => name.endsWith('.duckdb'))
  expect(there.filter((name) => !named.includes(name))).toEqual([])
})
