// A disk that fills while a source loads: told on the run and on the page, nothing half loaded, and loaded once there
// is room. It needs a file system of its own, which only those who may mount have.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, serve } from '#e2e/product.ts'
import { readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { type Call, pathOf } from '#shared/call.ts'
import { makeInstallation } from '#tests/factories/installation.ts'
import { mountDisk } from '#tests/factories/smallDisk.ts'
import {
  listSources,
  makePushToken,
  pushRows,
  readSourceRuns,
  runSource,
  type SourceChange,
  type SourceList,
  type SourceRuns,
  saveSource,
} from '#features/sources/contract.ts'

const disk = mountDisk(96)
const drop = realpathSync(mkdtempSync(join(tmpdir(), 'drop-')))
let product: Product
let cookie = ''
let dataDir = ''
beforeAll(async () => {
  if (!disk) return
  const installation = await makeInstallation()
  cookie = await installation.session()
  dataDir = join(disk.folder, 'data')
  cpSync(installation.dataDir, dataDir, { recursive: true })
  installation.dispose()
  product = await serve(dataDir, { NODE_ENV: 'production', LOG_LEVEL: 'warn', SOURCE_FOLDERS: drop })
})
afterAll(async () => {
  await product?.stop()
  disk?.dispose()
  rmSync(drop, { recursive: true, force: true })
})

interface Answer<Data> {
  status: number
  isSuccess: boolean
  msg: string
  data: Data
}

async function ask<Data = unknown>(
  call: Pick<Call, 'method' | 'path'>,
  { params = {}, body }: { params?: object; body?: object } = {},
): Promise<Answer<Data>> {
  const reply = await fetch(product.address + pathOf(call as Call, params as never), {
    method: call.method,
    headers: { 'content-type': 'application/json', cookie },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, ...((await reply.json()) as Omit<Answer<Data>, 'status'>) }
}

const save = async (change: Partial<SourceChange>): Promise<number> => {
  const body = { ...saveSource.example.body, ...change }
  const { data } = await ask<{ id: number }>(saveSource, { body })
  return data.id
}
const sourceOf = async (id: number) =>
  (await ask<SourceList>(listSources)).data.rows.find((row) => row.id === id)
const runsOf = async (id: number) => (await ask<SourceRuns>(readSourceRuns, { params: { id } })).data
const rowsIn = async (table: string): Promise<number> =>
  (await readManifest(warehouseFolder(dataDir))).tables.find(({ name }) => name === table)?.rowCount ?? 0
const patience = { timeout: 120_000, interval: 250 }

/** Leaves so many bytes on the full disk. */
function leave(bytes: number): void {
  disk?.fill(0)
  const filler = join(disk?.folder ?? '', 'filler')
  truncateSync(filler, statSync(filler).size - bytes)
}

const put = (name: string, day: string, count: number): void =>
  writeFileSync(
    join(drop, name),
    `day,text\n${Array.from({ length: count }, (_, at) => `${day},${'x'.repeat(900)}${at}\n`).join('')}`,
  )

test.runIf(disk)(
  'is told on the run and on the page, changes nothing, and is made up for once there is room',
  { timeout: 400_000 },
  async () => {
    put('1.csv', '2026-01-01', 2)
    const settings = { path: drop, pattern: '*', settle: 1 }
    const id = await save({ kind: 'folder', name: '文件夹', table: 'files', settings })
    const pushed = await save({ kind: 'push', name: '推送', table: 'pushed', settings: {} })
    const { token } = (await ask<{ token: string }>(makePushToken, { params: { id: pushed }, body: {} })).data
    await ask(runSource, { params: { id }, body: {} })
    await expect.poll(() => rowsIn('files'), patience).toBe(2)
    await expect.poll(async () => (await runsOf(id)).runs[0]?.outcome, patience).toBe('done')

    // Room for the store, none for the file.
    put('2.csv', '2026-01-02', 16_000)
    leave(6 * 2 ** 20)
    expect(await ask(runSource, { params: { id }, body: {} })).toMatchObject({ isSuccess: true })
    await expect
      .poll(async () => (await sourceOf(id))?.problem, patience)
      .toMatch(/磁盘空间不足|磁盘无法写入/)
    expect(await rowsIn('files')).toBe(2)
    const works = join(dataDir, 'sources', 'work')
    await expect.poll(() => (existsSync(works) ? readdirSync(works) : []), patience).toEqual([])

    // No room at all: what can't be kept is not acknowledged.
    disk?.fill(0)
    const push = async (n: number) => {
      const reply = await fetch(product.address + pathOf(pushRows, { id: pushed }), {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` },
        body: `{"day":"2026-01-01","n":${n},"text":"${'x'.repeat(100_000)}"}\n`,
      })
      return { status: reply.status, ...((await reply.json()) as object) }
    }
    const taken: number[] = []
    for (let n = 0; n < 40; n += 1) {
      const { status, ...answer } = await push(n)
      if (status === 200) taken.push(n)
      else expect({ status, ...answer }).toMatchObject({ status: 507, msg: expect.stringContaining('磁盘') })
    }
    expect(taken.length).toBeLessThan(40)

    disk?.free(0)
    await expect
      .poll(async () => (await ask(runSource, { params: { id }, body: {} })).isSuccess, patience)
      .toBe(true)
    await expect.poll(() => rowsIn('files'), patience).toBe(16_002)
    await expect.poll(async () => (await sourceOf(id))?.problem, patience).toBeNull()
    const { runs, loads } = await runsOf(id)
    expect(runs[0]).toMatchObject({ outcome: 'done', loaded: 1, rows: 16_000, problem: null })
    expect(loads.filter(({ name }) => name === '2.csv').map(({ outcome }) => outcome)).toEqual(['loaded'])
    expect(await push(100)).toMatchObject({ status: 200 })
    await ask(runSource, { params: { id: pushed }, body: {} })
    await expect.poll(() => rowsIn('pushed'), patience).toBe(taken.length + 1)
  },
)
