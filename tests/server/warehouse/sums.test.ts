// Kept sums on disk: complete or absent, only of the currently published facts, within their limits.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { SumsShape } from '#semantic/model/sums.ts'
import { unpublish } from '#server/warehouse/publish.ts'
import type { SumsStore } from '#server/warehouse/sums/types.ts'
import { damagesOf, editDuckDb } from '#tests/factories/damage.ts'
import { eagerSums, makeWarehouse, type TestSums, type TestWarehouse } from '#tests/factories/warehouse.ts'

const facts = (rows: number, from = 0) =>
  `CREATE TABLE facts AS SELECT DATE '2026-01-01' + (i % 50)::INTEGER AS day, 'g' || (i % 2) AS cgi, i AS id,
    (i + ${from})::BIGINT AS amount FROM range(${rows}) AS more(i)`
const shape: SumsShape = {
  fact: 'facts',
  keys: ['f."cgi"', 'f."day"'],
  figures: ['count(*)', 'sum(f."amount")'],
}
const byId: SumsShape = { ...shape, keys: ['f."cgi"', 'f."id"'] }
const byGame: SumsShape = { ...shape, keys: ['f."cgi"'] }
const signal = new AbortController().signal

const opened: TestWarehouse[] = []
afterEach(async () => {
  for (const warehouse of opened.splice(0)) await warehouse.dispose()
})

const warned: string[] = []
const log = {
  info: () => {},
  error: () => {},
  warn: (details: object, message: string) => void warned.push(`${message} ${JSON.stringify(details)}`),
}

async function open(sums: TestSums = eagerSums, dataDir?: string) {
  const made = await makeWarehouse({ sums, log, ...(dataDir ? { dataDir } : { sql: [facts(20_000)] }) })
  opened.push(made)
  const store = (await made.warehouse.readSums()) as SumsStore
  return { made, store, folder: join(made.dataDir, 'report-sums') }
}

function askOften(store: SumsStore, ...shapes: SumsShape[]): void {
  for (let time = 0; time < 3; time += 1) store.asked(shapes, 365)
}
const limited = (limits: TestSums['limits'], rest: Partial<TestSums> = {}): TestSums => ({
  ...eagerSums,
  ...rest,
  limits: { ...eagerSums.limits, ...limits },
})
const filesIn = (folder: string) => readdirSync(folder).filter((name) => name !== 'index')

/** What a statement over them gives: rows and the sum of amounts. */
async function read({ made, store }: Awaited<ReturnType<typeof open>>, facts = 'facts') {
  const [kept] = store.kept([facts])
  const found = kept && store.uses([kept.name])
  if (!found) return null
  const sql = `SELECT sum("kept figure 1")::BIGINT, sum("kept figure 2")::BIGINT FROM ${kept.name}`
  return (await made.rows(sql, { sums: found.uses }))[0]
}
const whole = (rows: number, from = 0) => [rows, (rows * (rows - 1)) / 2 + rows * from]

describe('sums on disk', () => {
  it('are made when they were asked for three times over four weeks, and read by readers that run already', async () => {
    const house = await open()
    const { store, made } = house
    await made.rows('SELECT 1')
    const [pid] = made.warehouse.readerPids()
    store.asked([shape], 365)
    store.asked([shape], 365)
    for (let time = 0; time < 9; time += 1) store.asked([shape], 27)
    expect([store.hasDue(), await store.makeNext({ signal })]).toEqual([false, false])
    store.asked([{ ...shape, figures: ['min(f."amount")'] }], null)
    expect([await store.makeNext({ signal }), await store.makeNext({ signal })]).toEqual([true, false])
    // With all that was asked of these keys.
    expect(store.kept(['facts'])[0]?.figures).toEqual(['count(*)', 'min(f."amount")', 'sum(f."amount")'])
    const [kept] = store.kept(['facts'])
    const found = store.uses([kept?.name ?? ''])
    const sql = `SELECT min("kept figure 2"), sum("kept figure 3")::BIGINT FROM ${kept?.name}`
    expect(await made.rows(sql, { sums: found?.uses ?? [] })).toEqual([[0, whole(20_000)[1]]])
    expect(made.warehouse.readerPids()).toEqual([pid])
  })

  it('outlive the server; what it left half made, what its list does not name and a damaged file go', async () => {
    const first = await open()
    askOften(first.store, shape)
    await first.store.makeNext({ signal })
    await first.made.warehouse.stop()
    const { dataDir } = first.made
    const [file = ''] = filesIn(first.folder)
    writeFileSync(join(first.folder, '0123456789abcdef.duckdb'), 'never named')
    writeFileSync(join(first.folder, '0123456789abcdef.part'), 'half')
    mkdirSync(join(first.folder, '0123456789abcdef.spill'))
    const second = await open(eagerSums, dataDir)
    expect([await read(second), filesIn(second.folder)]).toEqual([whole(20_000), [file]])
    await second.made.warehouse.stop()
    // Cut short, they are made anew.
    truncateSync(join(first.folder, file), 1000)
    const third = await open(eagerSums, dataDir)
    expect([await read(third), filesIn(third.folder), third.store.hasDue()]).toEqual([null, [], true])
    await third.store.makeNext({ signal })
    expect(await read(third)).toEqual(whole(20_000))
    await third.made.warehouse.stop()
    // Without a list that proves itself whole there are none.
    appendFileSync(join(first.folder, 'index'), ' ')
    const fourth = await open(eagerSums, dataDir)
    expect([await read(fourth), filesIn(fourth.folder), fourth.store.hasDue()]).toEqual([null, [], false])
  })

  it('whose bytes were flipped fail, and are given up; the facts are there', async () => {
    const house = await open()
    askOften(house.store, shape)
    await house.store.makeNext({ signal })
    const [file = ''] = filesIn(house.folder)
    const path = join(house.folder, file)
    const bytes = readFileSync(path)
    for (let at = 12_288; at < bytes.length; at += 64) bytes[at] = (bytes[at] ?? 0) ^ 0xff
    writeFileSync(path, bytes)
    await expect(read(house)).rejects.toThrow()
    const [kept] = house.store.kept(['facts'])
    await house.store.spoilt([kept?.name ?? ''], 'flipped')
    expect([house.store.kept(['facts']), filesIn(house.folder), house.store.hasDue()]).toEqual([
      [],
      [],
      false,
    ])
    expect(await house.made.rows('SELECT count(*) FROM facts')).toEqual([[20_000]])
  })

  // A valid edit: other figures in a file that the engine opens without a word.
  const edited = editDuckDb('UPDATE sums SET "kept figure 2" = 1')
  it.each(damagesOf(edited))(
    'whose file is damaged (%s) answer nothing else, down and running',
    async (_, damage) => {
      const first = await open()
      askOften(first.store, shape)
      await first.store.makeNext({ signal })
      const [file = ''] = filesIn(first.folder)
      const path = join(first.folder, file)
      const whole = readFileSync(path)
      const factsAlone = (answer: unknown) => expect([null, undefined, wholeAnswer]).toContainEqual(answer)
      const wholeAnswer = await read(first)
      // Another process puts a damaged file in its place.
      rmSync(path)
      writeFileSync(path, whole)
      await damage(path)
      for (const pid of first.made.warehouse.readerPids()) process.kill(pid, 'SIGKILL')
      factsAlone(await read(first).catch(() => null))
      await first.made.warehouse.stop()
      const second = await open(eagerSums, first.made.dataDir)
      factsAlone(await read(second).catch(() => null))
      expect(await second.made.rows('SELECT count(*) FROM facts')).toEqual([[20_000]])
    },
  )

  it('leave nothing where the process that makes them is killed, or its work canceled', async () => {
    const { store, folder, made } = await open()
    await made.publish([facts(6_000_000)])
    await expect.poll(() => made.warehouse.tables()[0]?.rowCount).toBe(6_000_000)
    askOften(store, shape)
    const making = store.makeNext({ signal })
    await expect.poll(() => filesIn(folder).length, { timeout: 60_000 }).toBeGreaterThan(0)
    for (const pid of makers()) process.kill(pid, 'SIGKILL')
    expect([await making, filesIn(folder), store.kept(['facts'])]).toEqual([true, [], []])
    // Not tried again at once.
    expect(store.hasDue()).toBe(false)
    askOften(store, byGame)
    const ending = new AbortController()
    const canceled = store.makeNext({ signal: ending.signal })
    await expect.poll(() => filesIn(folder).length, { timeout: 60_000 }).toBeGreaterThan(0)
    ending.abort(new Error('enough'))
    await expect(canceled).rejects.toThrow('enough')
    expect([filesIn(folder), makers(), store.hasDue()]).toEqual([[], [], true])
  })

  it('are of the facts as they are published: others are never read, and made anew', async () => {
    const house = await open()
    const { store, made, folder } = house
    askOften(store, shape)
    await store.makeNext({ signal })
    const stale = store.uses([store.kept(['facts'])[0]?.name ?? ''])
    let told = 0
    store.onDue(() => {
      told += 1
    })
    await made.publish([facts(10_000, 5)])
    await expect.poll(() => store.kept(['facts'])).toEqual([])
    await expect.poll(() => filesIn(folder)).toEqual([])
    // A statement that was about to read them is refused, whatever the files.
    await expect(made.rows('SELECT 1', { sums: stale?.uses ?? [] })).rejects.toThrow('数据刚刚更新')
    expect([told > 0, await store.makeNext({ signal })]).toEqual([true, true])
    expect(await read(house)).toEqual(whole(10_000, 5))
    // Published while they are made: what comes of it is of one version or the other, and never read for another.
    askOften(store, { ...byGame, figures: ['sum(f."id")'] })
    const making = store.makeNext({ signal })
    await made.publish([facts(4_000, 9)])
    await making
    await expect.poll(() => made.warehouse.tables()[0]?.rowCount).toBe(4_000)
    expect([null, whole(4_000, 9)]).toContainEqual(await read(house))
    while (await store.makeNext({ signal }));
    expect(await read(house)).toEqual(whole(4_000, 9))
    expect(store.kept(['facts'])).toMatchObject([
      { keys: shape.keys, figures: [...shape.figures, 'sum(f."id")'] },
    ])
  })

  it('go with their facts', async () => {
    const { store, made, folder } = await open()
    askOften(store, shape)
    await store.makeNext({ signal })
    await unpublish(made.dataDir, ['facts'])
    await expect.poll(() => filesIn(folder)).toEqual([])
    expect([store.sizes().entries, store.hasDue()]).toEqual([0, false])
  })
})

describe('limits of sums', () => {
  it('hold: too many rows, too few facts, too many tables, too many bytes', async () => {
    const { store, folder } = await open(limited({ mostEntries: 1 }))
    askOften(store, byId)
    expect([await store.makeNext({ signal }), filesIn(folder), store.hasDue()]).toEqual([true, [], false])
    askOften(store, shape)
    await store.makeNext({ signal })
    const [kept] = store.kept(['facts'])
    askOften(store, byGame)
    expect(store.hasDue()).toBe(false)
    // What has all their keys takes the figures that it lacks, instead of a table of their own.
    askOften(store, { ...byGame, figures: ['sum(f."id")'] })
    expect([await store.makeNext({ signal }), store.kept(['facts'])[0]?.keys]).toEqual([true, kept?.keys])
    askOften(store, { ...shape, keys: ['f."cgi"', 'f."day" + 1'] })
    await store.makeNext({ signal })
    expect(store.kept(['facts']).map(({ keys }) => keys)).toEqual([['f."cgi"', 'f."day" + 1']])
    expect(filesIn(folder)).toHaveLength(1)
    const few = await open(limited({ leastRows: 20_001 }))
    askOften(few.store, shape)
    expect([few.store.isLong(['facts']), few.store.hasDue()]).toEqual([false, false])
    const small = await open(limited({}, { mostBytes: 1000 }))
    askOften(small.store, shape)
    expect([await small.store.makeNext({ signal }), filesIn(small.folder)]).toEqual([true, []])
  })

  it('leave a disk with too little room alone, which the log tells', async () => {
    warned.length = 0
    const { store, folder } = await open(limited({ freeBytes: Number.MAX_SAFE_INTEGER }))
    askOften(store, shape)
    expect([await store.makeNext({ signal }), filesIn(folder), store.hasDue()]).toEqual([true, [], false])
    expect(warned.join()).toContain('too little room')
  })

  it('wait for a moment in which nothing runs, and come back later where there is none', async () => {
    const { store } = await open(limited({ restMs: Number.POSITIVE_INFINITY, idleWaitMs: 1 }))
    askOften(store, shape)
    await expect(store.makeNext({ signal })).rejects.toMatchObject({ code: 'server_busy' })
    expect(store.hasDue()).toBe(true)
  })

  it('are cleared by table or altogether, and none are kept where the installation wants none', async () => {
    const { store, made, folder } = await open()
    askOften(store, shape)
    await store.makeNext({ signal })
    expect([await store.clear('other'), await store.clear('FACTS'), filesIn(folder)]).toEqual([0, 1, []])
    // Asked twice more it is not yet often again.
    store.asked([shape], 365)
    store.asked([shape], 365)
    expect(store.hasDue()).toBe(false)
    await made.warehouse.stop()
    const off = await makeWarehouse({ sums: { isOn: false, mostBytes: 0 }, dataDir: made.dataDir })
    opened.push(off)
    expect([await off.warehouse.readSums(), existsSync(folder)]).toEqual([null, false])
  })
})

/** Process ids of those that make sums for us. */
function makers(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const isMaker = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('warehouse/sums/program.ts')
      const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1])
      return isMaker && parent === process.pid ? [Number(name)] : []
    } catch {
      // It ended between the listing and the reading.
      return []
    }
  })
}
