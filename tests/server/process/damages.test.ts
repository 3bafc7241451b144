// Every kind of file in a data folder × every kind of damage, while the server is stopped and while it runs: the
// message says what to do, and no figure comes from a damaged file.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Product } from '#e2e/product.ts'
import { enterFolderAsServer } from '#server/process/folder.ts'
import { inWords } from '#server/process/refusal.ts'
import { openSound } from '#server/process/sound.ts'
import type { Call } from '#shared/call.ts'
import { damagesOf, editDuckDb, editSqlite, replaceText } from '#tests/factories/damage.ts'
import { makeInstallation } from '#tests/factories/installation.ts'
import { silentLog } from '#tests/factories/stores.ts'
import {
  createTmpTable,
  downloadExport,
  dropTmpTable,
  exportDataByAsync,
  queryById,
  querySql,
  resultView,
} from '#features/code/contract.ts'
import { checkPart } from '#features/installation/contract.ts'
import { tables } from '../../../src/main-tables.ts'

let installation: Awaited<ReturnType<typeof makeInstallation>>
/** Of a session that each copy has, too. */
let cookie: string
const rowCount = 2000
beforeAll(async () => {
  installation = await makeInstallation()
  const csv = join(installation.dataDir, 'sales.csv')
  const rows = Array.from(
    { length: rowCount },
    (_, at) => `2026-01-${String((at % 28) + 1).padStart(2, '0')},${at}`,
  )
  writeFileSync(csv, `day,amount\n${rows.join('\n')}\n`)
  await installation.command('import', csv, '--date', 'day')
  rmSync(csv)
  // What a first start notes.
  await (await installation.serve()).stop()
  cookie = await installation.session()
})
afterAll(() => installation.dispose())

const copies: string[] = []
afterAll(() => {
  for (const folder of copies) rmSync(folder, { recursive: true, force: true })
})

function copied(): string {
  const folder = mkdtempSync(join(tmpdir(), 'damages-'))
  copies.push(folder)
  cpSync(installation.dataDir, folder, { recursive: true })
  return folder
}

/** What a start says of the folder before it begins anything; null where it would go on. */
async function startOn(dataDir: string): Promise<string | null> {
  const stores = { dataDir, metadata: 'embedded', warehouse: 'embedded' }
  try {
    const occupancy = await enterFolderAsServer(stores)
    try {
      await (await openSound(stores, silentLog, tables)).stop()
      return null
    } finally {
      occupancy.leave()
    }
  } catch (error) {
    const words = inWords(error)
    if (words === null) throw error
    return words
  }
}

const factsOf = (folder: string): string =>
  join('warehouse', readdirSync(join(folder, 'warehouse')).find((name) => name.endsWith('.duckdb')) ?? '')

/** Without which no start is right, as nothing can make them again. */
const needed = [
  {
    kind: 'metadata.sqlite',
    place: () => 'metadata.sqlite',
    edit: editSqlite("update role set name = 'other ' || id"),
    way: /npm run restore/,
  },
  {
    kind: 'warehouse/current.json',
    place: () => 'warehouse/current.json',
    edit: replaceText(`"rowCount": ${rowCount}`, `"rowCount": ${rowCount + 1}`),
    way: /npm run repair/,
  },
  {
    kind: 'facts',
    place: factsOf,
    edit: editDuckDb('UPDATE sales SET amount = 7 WHERE amount = 5'),
    way: /npm run restore/,
  },
  { kind: 'secret', place: () => 'secret', edit: replaceText(/^./, 'g'), way: /请放回原文件/ },
  {
    kind: 'another secret',
    place: () => 'secret',
    edit: (path: string) => writeFileSync(path, `${'0123456789abcdef'.repeat(4)}\n`),
    way: /请放回原文件/,
  },
] as const

describe.each(needed)('while the server is down, $kind', ({ kind, place, edit, way }) => {
  test.each(damagesOf(edit))('%s is named with the way back, and left as it lies', async (name, damage) => {
    const dataDir = copied()
    const path = join(dataDir, place(dataDir))
    await damage(path)
    const before = existsSync(path) ? readFileSync(path) : null
    const told = await startOn(dataDir)
    if (kind === 'facts' && name === 'one bit flipped') {
      // Its block says so when it is read: see what is asked of a running server.
      expect(told).toBeNull()
      return
    }
    expect(told).toContain(path)
    expect(told).toMatch(way)
    expect(existsSync(path) ? readFileSync(path) : null).toEqual(before)
  })
})

test.each(damagesOf(replaceText('metadata.sqlite', 'metadata.sqlitf')))(
  'while the server is down, inventory.json %s is named, or is noted anew',
  async (name, damage) => {
    const dataDir = copied()
    const path = join(dataDir, 'inventory.json')
    await damage(path)
    const told = await startOn(dataDir)
    if (name === 'gone') expect(told).toBeNull()
    else expect(told).toContain(`${path} 已损坏`)
  },
)

test.each(damagesOf(replaceText(/^./, '!')))(
  'the name of the folder, %s, is brought back',
  async (_, damage) => {
    const dataDir = copied()
    const path = join(dataDir, 'home')
    const before = readFileSync(path, 'utf8')
    await damage(path)
    expect(await startOn(dataDir)).toBeNull()
    expect(readFileSync(path, 'utf8')).toBe(before)
  },
)

test.each(damagesOf(replaceText('restore-1', 'elsewhere')).filter(([name]) => name !== 'gone'))(
  'the note of a restore under way, %s, moves nothing and says how to go on',
  async (name, damage) => {
    const dataDir = copied()
    const path = join(dataDir, 'restore.json')
    writeFileSync(path, JSON.stringify({ staged: 'restore-1', before: 'before-restore-1', filling: true }))
    await damage(path)
    const before = readdirSync(dataDir).sort()
    const told = await startOn(dataDir)
    if (name !== 'one bit flipped') expect(told).toContain('npm run restore')
    expect(readdirSync(dataDir).sort()).toEqual(before)
  },
)

interface Answer {
  status: number
  code?: string
  msg?: string
  // biome-ignore lint/suspicious/noExplicitAny: replies of any call
  data?: any
}

function callerOf(address: string) {
  return async (call: Call, given: Call['example'] = {}): Promise<Answer> => {
    const params = given.params as Record<string, unknown> | undefined
    const path = call.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params?.[name])))
    const query = new URLSearchParams(given.query as Record<string, string> | undefined)
    const reply = await fetch(`${address}${path}?${query}`, {
      method: call.method,
      headers: { 'content-type': 'application/json', cookie },
      ...(call.method === 'GET' ? {} : { body: JSON.stringify(given.body ?? {}) }),
    })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.includes('json')
    return { ...(isJson ? JSON.parse(text) : { data: text }), status: reply.status }
  }
}
type Ask = ReturnType<typeof callerOf>

const wide = 'SELECT i AS wide, i + 7000000 AS other FROM range(5000) t(i)'

/** One of each kind that work leaves in the folder. */
async function makeAll(dataDir: string, ask: Ask, mark: string) {
  const run = async (sql: string) =>
    (await ask(querySql, { body: { sql: `${sql} -- ${mark}` } })).data.queryId
  const result = await run(wide)
  const exported = await run(`${wide} WHERE i < 4000`)
  const { data } = await ask(exportDataByAsync, { body: { queryId: exported, format: 'csv' } })
  await vi.waitFor(
    async () => {
      const state = await ask(queryById, { params: { id: data.queryId }, query: { count: '0' } })
      expect(state.data.status).toBe('done')
    },
    { timeout: 30_000, interval: 100 },
  )
  const viewed = await run(`${wide} WHERE i < 3000`)
  const sort = [{ column: 0, desc: true }]
  const view = (await ask(resultView, { params: { id: viewed }, body: { sort, filters: [] } })).data.viewId
  const name = `own_${mark}`
  const table = (await ask(createTmpTable, { body: { name, sql: `${wide} -- ${name}` } })).data.id
  const fileOf = (folder: string, start: string) => {
    const found = readdirSync(join(dataDir, folder), { recursive: true, encoding: 'utf8' })
    return join(dataDir, folder, found.find((one) => one.includes(start)) ?? '')
  }
  return {
    result: { id: result, path: fileOf('results', `${result}.1.rows`) },
    exported: { id: data.queryId, path: fileOf('kept-exports', `${data.queryId}.csv`) },
    view: { id: viewed, view, path: fileOf('results', `${viewed}.views`) },
    table: { id: table, name, path: fileOf('temporary', `${table}.duckdb`) },
  }
}

const edits = {
  result: replaceText('7000001', '8000001'),
  exported: replaceText('7000001', '8000001'),
  view: replaceText('true', 'null'),
  table: (name: string) => editDuckDb(`UPDATE ${name} SET other = 1 WHERE wide = 1`),
}
const names = damagesOf(() => {}).map(([name]) => name)

async function damageAll(made: Awaited<ReturnType<typeof makeAll>>, which: string): Promise<void> {
  const of = (edit: Parameters<typeof damagesOf>[0]) =>
    damagesOf(edit).find(([name]) => name === which)?.[1] as (path: string) => void
  await of(edits.result)(made.result.path)
  await of(edits.exported)(made.exported.path)
  await of(edits.view)(made.view.path)
  await of(edits.table(made.table.name))(made.table.path)
}

const refused = (answer: Answer, codes: string[], words: RegExp) => {
  expect(codes).toContain(answer.code)
  expect(answer.msg).toMatch(words)
}

async function askAll(ask: Ask, made: Awaited<ReturnType<typeof makeAll>>, which: string): Promise<void> {
  const rows = () => ask(queryById, { params: { id: made.result.id }, query: { from: '0', count: '5000' } })
  const found = await rows()
  // Only a file that is gone can be taken for one whose time was over.
  if (which === 'gone' && found.code === undefined) expect(found.data).toMatchObject({ expiresAt: null })
  else refused(found, which === 'gone' ? ['result_expired'] : ['result_damaged'], /请重新运行/)
  const { id, view } = made.view
  const sorted = await ask(queryById, { params: { id }, query: { from: '0', count: '2', view } })
  if (sorted.code === undefined) expect(sorted.data.data[0]).toEqual([2999, 2998])
  else refused(sorted, ['parameter_wrong'], /请重新设置/)
  // Another run of the same makes it anew.
  const again = await ask(querySql, { body: { sql: `${wide} -- after ${made.table.name}` } })
  expect(again.data.data[1].slice(0, 2)).toEqual([7000000, 7000001])
  refused(
    await ask(downloadExport, { params: { id: made.exported.id } }),
    ['result_damaged', 'result_expired'],
    /请重新导出/,
  )
  const own = await ask(querySql, { body: { sql: `SELECT sum(other) FROM tmp.${made.table.name}` } })
  refused(own, ['sql_error', 'warehouse_damaged', 'object_missing'], /[\u4e00-\u9fff]/)
  expect(own.msg).not.toMatch(/damages-|\.duckdb|Error/)
  // Nothing else of its owner's stops.
  expect((await ask(querySql, { body: { sql: 'SELECT count(*) FROM sales' } })).data.data[0]).toEqual([
    rowCount,
  ])
  expect(await ask(dropTmpTable, { params: { id: made.table.id } })).toMatchObject({
    status: 200,
    isSuccess: true,
  })
}

describe('with work of one user for each damage', () => {
  const left = new Map<string, Awaited<ReturnType<typeof makeAll>>>()
  let dataDir: string
  let product: Product
  let ask: Ask
  beforeAll(async () => {
    dataDir = copied()
    const first = await installation.serve(dataDir)
    const asked = callerOf(first.address)
    for (const [at, name] of names.entries()) left.set(name, await makeAll(dataDir, asked, `down_${at}`))
    await first.stop()
    for (const [name, made] of left) await damageAll(made, name)
    product = await installation.serve(dataDir)
    ask = callerOf(product.address)
  })
  afterAll(() => product.stop())

  test.each(names)(
    'what work left in the folder, %s, is told and given up, down and running',
    async (which) => {
      await askAll(ask, left.get(which) as Awaited<ReturnType<typeof makeAll>>, which)
      const running = await makeAll(dataDir, ask, `running_${names.indexOf(which)}`)
      await damageAll(running, which)
      await askAll(ask, running, which)
    },
  )
})

test.each(damagesOf(editDuckDb('UPDATE sales SET amount = 7 WHERE amount = 5')))(
  'while the server runs, a file of facts, %s, is told by its table, and all else goes on',
  { timeout: 240_000 },
  async (name, damage) => {
    const dataDir = copied()
    const product = await installation.serve(dataDir)
    const ask = callerOf(product.address)
    const sum = 'SELECT sum(amount), count(day) FROM sales'
    const path = join(dataDir, factsOf(dataDir))
    const whole = readFileSync(path)
    // As another process or a disk does; who has it open keeps what it has.
    rmSync(path)
    writeFileSync(path, whole)
    await damage(path)
    // Processes that opened the file before may answer once more, rightly.
    const asked: Answer[] = []
    for (let turn = 0; turn < 6; turn += 1)
      asked.push(await ask(querySql, { body: { sql: `${sum} -- ${turn}` } }))
    for (const { code, msg, data } of asked) {
      if (code === undefined) expect(data.data[0]).toEqual([(rowCount * (rowCount - 1)) / 2])
      else expect(msg).toMatch(/sales.*文件已损坏/)
    }
    expect(asked.at(-1)?.msg).toMatch(/sales.*文件已损坏/)
    const check = await ask(checkPart, { query: { part: 'warehouse' } })
    if (name !== 'one bit flipped')
      expect(check.data).toMatchObject({ state: 'failed', says: expect.stringContaining('npm run repair') })
    expect((await ask(querySql, { body: { sql: 'SELECT 1 AS one' } })).data.data).toEqual([[1]])
    await product.stop()
    const repaired = await installation.commandIn(dataDir, 'repair')
    expect([repaired.code, repaired.err]).toEqual([0, ''])
    expect(repaired.out).toContain(name === 'a valid edit' ? '已按现在的内容采用' : '表 sales 已不在')
    expect(await startOn(dataDir)).toBeNull()
  },
)

describe('one server after each damage', () => {
  let dataDir: string
  let product: Product
  beforeAll(async () => {
    dataDir = copied()
    product = await installation.serve(dataDir)
  })
  afterAll(() => product.stop())

  test.each(damagesOf(replaceText(`"rowCount": ${rowCount}`, `"rowCount": ${rowCount + 1}`)))(
    'while the server runs, the manifest %s stops no reader, and the check tells the way back',
    async (_, damage) => {
      const ask = callerOf(product.address)
      const path = join(dataDir, 'warehouse/current.json')
      const whole = readFileSync(path)
      // The server goes on with the next damage; its way back is gone in a copy, as a server must be stopped for it.
      const stopped = copied()
      await damage(path)
      try {
        for (let turn = 0; turn < 4; turn += 1) {
          const { data } = await ask(querySql, {
            body: { sql: `SELECT count(*) FROM sales -- ${turn} ${stopped}` },
          })
          expect(data.data[0]).toEqual([rowCount])
        }
        const check = await ask(checkPart, { query: { part: 'warehouse' } })
        expect(check.data).toMatchObject({
          state: 'failed',
          says: expect.stringContaining('npm run repair'),
        })
      } finally {
        writeFileSync(path, whole)
      }
      await damage(join(stopped, 'warehouse/current.json'))
      const repaired = await installation.commandIn(stopped, 'repair')
      expect([repaired.code, repaired.err]).toEqual([0, ''])
      expect(await startOn(stopped)).toBeNull()
    },
  )
})
