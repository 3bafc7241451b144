// A disk that fills while the server runs: writes are refused with a reason, reads continue, nothing is left
// half-written, and everything works again when there is room.
import { cpSync, readdirSync, statfsSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callsOf } from '#server/slice.ts'
import type { Call } from '#shared/call.ts'
import { makeInstallation } from '#tests/factories/installation.ts'
import { limitDisk, mountDisk } from '#tests/factories/smallDisk.ts'
import {
  createTmpTable,
  exportDataByAsync,
  listQueries,
  queryById,
  querySql,
  resultView,
  saveQuery,
} from '#features/code/contract.ts'
import { beginImport, followImport, sendImportPart } from '#features/imports/contract.ts'
import { checkPart } from '#features/installation/contract.ts'
import * as slices from '#features/server.ts'
import { getReportByViewMetaId, getReportDataByInfo } from '#features/statement/contract.ts'

let installation: Awaited<ReturnType<typeof makeInstallation>>
/** Of the report that came with the imported table. */
let viewId = 0
/** Of a session that each copy has, too. */
let cookie: string
beforeAll(async () => {
  installation = await makeInstallation()
  const csv = join(installation.dataDir, 'sales.csv')
  const days = Array.from({ length: 28 }, (_, at) => `2026-01-${String(at + 1).padStart(2, '0')},${at}`)
  writeFileSync(csv, `day,amount\n${days.join('\n')}\n`)
  const { out } = await installation.command('import', csv, '--date', 'day')
  viewId = Number(/detail\?id=(\d+)/.exec(out)?.[1])
  cookie = await installation.session()
})
afterAll(() => installation.dispose())

type Product = Awaited<ReturnType<typeof installation.serve>>

/** A caller of `product` who answers status, code and data. */
function callerOf(product: Product) {
  return async (call: Call, given: Call['example'] = {}) => {
    const params = given.params as Record<string, unknown> | undefined
    const path = call.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params?.[name])))
    const query = new URLSearchParams(given.query as Record<string, string> | undefined)
    const reply = await fetch(`${product.address}${path}?${query}`, {
      method: call.method,
      headers: { 'content-type': 'application/json', cookie },
      ...(call.method === 'GET' ? {} : { body: JSON.stringify(given.body ?? {}) }),
    })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.includes('json')
    const { code, msg, data } = (isJson ? JSON.parse(text) : {}) as Answer
    return { status: reply.status, code, msg, data }
  }
}

interface Answer {
  code?: string
  msg?: string
  // biome-ignore lint/suspicious/noExplicitAny: replies of any call
  data?: any
}

/**
 * Paths of all files but the log: it writes while it has room, and loses lines where it has none. Folders do not
 * count: a full disk still takes an empty one, which the next write uses.
 */
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => !/^logs\//.test(name))
    .sort()
/** What is half written, or was. */
const halves = (folder: string) =>
  filesOf(folder).filter(
    (name) =>
      /\.(part|new|partial)$|spill-|\.duckdb\.wal$|\.duckdb\.part/.test(name) && !/readers/.test(name),
  )

/** What the disk under a folder has left, for the message of a test that fails. */
const df = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return `${Math.round((bavail * bsize) / 2 ** 20)} MiB free`
}

/** Its example would end the session that the others are called in. */
const ends = ['logout', 'login']
const calls = callsOf(slices).filter(({ name }) => !ends.includes(name))

const disk = mountDisk(48) ?? limitDisk()
afterAll(() => disk?.dispose())

test.runIf(disk)(
  'every call is answered in words, reads go on, nothing half stays, and there is no need to start anew',
  { timeout: 300_000 },
  async () => {
    if (!disk) return
    const dataDir = join(disk.folder, 'data')
    cpSync(installation.dataDir, dataDir, { recursive: true })
    const product = await installation.serve(dataDir)
    const pid = product.process.pid as number
    const ask = callerOf(product)
    const save = (name: string) => ask(saveQuery, { body: { name, sql: 'select 1' } })
    const saved = async (asking = ask) =>
      (await asking(listQueries)).data.map(({ name }: { name: string }) => name).sort()
    const reports = (await ask(getReportByViewMetaId, { params: { id: viewId } })).data
    const { info } = reports[0]
    const kept = (await ask(querySql, { body: { sql: 'select 7 as seven' } })).data.queryId
    expect(await save('前')).toMatchObject({ status: 200, data: { name: '前' } })

    disk.fill(pid)
    const before = filesOf(dataDir)
    expect(await save('满')).toMatchObject({
      status: 507,
      code: 'storage_full',
      msg: expect.stringContaining('磁盘'),
    })
    for (const part of ['disk', 'folders']) {
      const { data } = await ask(checkPart, { query: { part } })
      expect([part, data.state, data.says]).toEqual([part, 'failed', expect.stringMatching(/磁盘/)])
    }
    const sorting = { sort: [{ column: 0, desc: true }], filters: [] }
    const sorted = await ask(resultView, { params: { id: kept }, body: sorting })
    expect(sorted).toMatchObject({ status: 507, code: 'storage_full' })
    const told = new Map<string, number>()
    for (const call of calls) {
      const { status, code = '', msg = '' } = await ask(call, call.example)
      expect([call.name, status, msg]).not.toEqual([call.name, 500, msg])
      told.set(code, (told.get(code) ?? 0) + 1)
      if (code === 'storage_full') expect(msg).toContain('磁盘')
    }
    expect(told.get('storage_full')).toBeGreaterThan(15)
    expect(await saved()).toEqual(['前'])
    const report = await ask(getReportDataByInfo, { body: { info, fresh: true } })
    expect([report.status, report.data.rowCount]).toEqual([200, 28])
    const rows = await ask(queryById, { params: { id: kept }, query: { from: '0', count: '1' } })
    expect(rows.data.data).toEqual([[7]])
    await expect.poll(() => halves(dataDir)).toEqual([])
    await expect.poll(() => filesOf(dataDir).filter((name) => !before.includes(name))).toEqual([])
    const archive = join(installation.dataDir, 'full.tar')
    const backup = await installation.commandIn(dataDir, 'backup', archive)
    expect([backup.code, backup.err]).toEqual([0, ''])
    if (disk.isFullForAll) expect(backup.out).toContain('没有完整记入审计')

    disk.free(pid)
    expect(await save('后')).toMatchObject({ status: 200 })
    expect((await ask(querySql, { body: { sql: 'select 8' } })).data.status).toBe('done')
    expect(await saved()).toEqual(['前', '后'])

    disk.fill(pid)
    const ended = new Promise((resolve) => product.process.once('exit', (...how) => resolve(how)))
    await product.stop('SIGTERM')
    expect(await ended).toEqual([0, null])
    if (disk.isFullForAll) {
      // At its end the server gave room back.
      disk.fill(pid)
      const { code, err } = await installation.startRefused({ DATA_DIR: dataDir })
      expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringContaining('磁盘空间不足')]])
      disk.free(pid)
    }
    const again = await installation.serve(dataDir)
    const askAgain = callerOf(again)
    expect(await saved(askAgain)).toEqual(['前', '后'])
    await again.stop()
  },
)

test('what is too large for the room is refused whole, and made when there is room', {
  timeout: 300_000,
}, async () => {
  const disk = limitDisk(1_500_000)
  if (!disk) return
  const dataDir = join(disk.folder, 'data')
  cpSync(installation.dataDir, dataDir, { recursive: true })
  const product = await installation.serve(dataDir)
  const pid = product.process.pid as number
  const ask = callerOf(product)
  const sql = 'SELECT i, md5(i::VARCHAR) AS a, md5((i + 1)::VARCHAR) AS b FROM range(40000) AS t(i)'
  const kept = (await ask(querySql, { body: { sql, limit: 40_000 } })).data.queryId
  // The process for results is there before the room is gone.
  const view = (column: number) =>
    ask(resultView, { params: { id: kept }, body: { sort: [{ column, desc: true }], filters: [] } })
  const small = (await ask(querySql, { body: { sql: 'SELECT 1 AS one' } })).data.queryId
  await ask(resultView, { params: { id: small }, body: { sort: [{ column: 0, desc: true }], filters: [] } })
  const runExport = async () => {
    const { data } = await ask(exportDataByAsync, { body: { queryId: kept, format: 'csv' } })
    return await vi.waitFor(
      async () => {
        const run = (await ask(queryById, { params: { id: data.queryId }, query: { count: '0' } })).data
        expect(run.endedAt).not.toBeNull()
        return run
      },
      { timeout: 30_000, interval: 100 },
    )
  }
  const makeTable = () => ask(createTmpTable, { body: { name: 'made', queryId: kept } })

  disk.fill(pid)
  const full = { status: 507, code: 'storage_full', msg: expect.stringContaining('磁盘') }
  const before = filesOf(dataDir)
  expect(await ask(querySql, { body: { sql: `${sql} -- again`, limit: 40_000 } })).toMatchObject(full)
  expect(await view(1)).toMatchObject(full)
  expect(await makeTable()).toMatchObject(full)
  expect(await runExport()).toMatchObject({ status: 'failed', problem: { code: 'storage_full' } })
  await expect.poll(() => halves(dataDir)).toEqual([])
  const grown = filesOf(dataDir).filter((name) => !before.includes(name))
  expect(grown.filter((name) => /rows|duckdb|csv/.test(name))).toEqual([])

  disk.free(pid)
  expect(await view(1)).toMatchObject({ status: 200, data: { rowCount: 40_000 } })
  expect(await makeTable()).toMatchObject({ status: 200, data: { rowCount: 40_000 } })
  expect(await runExport()).toMatchObject({ status: 'done', rowCount: 40_000 })
  await product.stop()
  disk.dispose()
})

test('an upload is refused with the part that found only some room, and no byte of it stays', {
  timeout: 300_000,
}, async () => {
  const disk = limitDisk(1_500_000)
  if (!disk) return
  const dataDir = join(disk.folder, 'data')
  cpSync(installation.dataDir, dataDir, { recursive: true })
  const product = await installation.serve(dataDir)
  const pid = product.process.pid as number
  const ask = callerOf(product)
  const line = 'x'.repeat(99)
  const file = Buffer.from(`text\n${`${line}\n`.repeat(29_000)}`)
  const begin = async () => {
    const { status, code, msg, data } = await ask(beginImport, {
      body: { name: 'rows.csv', size: file.length },
    })
    // Told whole: the room for the upload is that of the machine's disk.
    expect([status, code, msg, df(dataDir)]).toEqual([200, undefined, '', expect.any(String)])
    return data.id as string
  }
  const part = async (id: string, at: number, to: number) => {
    const path = sendImportPart.path.replace('{id}', id).replace('{at}', String(at))
    const reply = await fetch(product.address + path, {
      method: sendImportPart.method,
      headers: { 'content-type': 'application/octet-stream', cookie },
      body: file.subarray(at, to),
    })
    const { code, msg, data } = (await reply.json()) as Answer
    return { status: reply.status, code, msg, received: data?.received }
  }
  const first = await begin()
  disk.fill(pid)
  expect(await part(first, 0, 1_000_000)).toMatchObject({ status: 200, received: 1_000_000 })
  expect(await part(first, 1_000_000, 2_000_000)).toMatchObject({
    status: 507,
    code: 'storage_full',
    msg: expect.stringContaining('磁盘'),
  })
  expect(await ask(followImport, { params: { id: first } })).toMatchObject({ code: 'object_missing' })
  expect(filesOf(join(dataDir, 'uploads'))).toEqual([])

  disk.free(pid)
  const second = await begin()
  expect(await part(second, 0, 2_000_000)).toMatchObject({ received: 2_000_000 })
  expect(await part(second, 2_000_000, file.length)).toMatchObject({ received: file.length })
  await product.stop()
  disk.dispose()
})
