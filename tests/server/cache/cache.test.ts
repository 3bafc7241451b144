// The cache of report results on disk and in memory: what survives restarts, and its limits.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type CacheOptions, cacheFolder, openCache } from '#server/cache/open.ts'
import type { Kept, ResultCache } from '#server/cache/types.ts'
import { damagesOf, replaceText } from '#tests/factories/damage.ts'
import { silentLog } from '#tests/factories/stores.ts'

let dataDir: string
const opened: ResultCache[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cache-'))
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((cache) => cache.stop()))
  rmSync(dataDir, { recursive: true, force: true })
})

const open = async (options: Partial<CacheOptions> = {}) => {
  const cache = await openCache({ dataDir, log: silentLog, ...options })
  opened.push(cache)
  return cache
}
const keyOf = (sign: string) => sign.repeat(64)
const files = () => readdirSync(cacheFolder(dataDir)).toSorted()
const kept = (change: Partial<Kept> = {}): Kept => ({
  chunks: [
    { rowCount: 2, columns: ['["云","a\\"],b"]', '[1,2.5]'] },
    { rowCount: 1, columns: ['[null]', '["9007199254740993"]'] },
  ],
  rowCount: 3,
  truncated: false,
  elapsedMs: 12.5,
  computedAt: new Date().toISOString(),
  tables: ['visit', 'Orders'],
  ...change,
})

it('gives what was kept, and again after a restart', async () => {
  const cache = await open()
  const figures = kept()
  cache.keep(keyOf('a'), figures)
  expect(await cache.find(keyOf('a'))).toEqual(figures)
  expect(await cache.find(keyOf('b'))).toBeNull()
  await cache.stop()
  expect(await (await open()).find(keyOf('a'))).toEqual(figures)
})

it('takes a damaged file for none, wherever it is damaged, and removes it', async () => {
  const first = await open()
  first.keep(keyOf('a'), kept())
  await first.stop()
  const path = join(cacheFolder(dataDir), keyOf('a'))
  const whole = readFileSync(path)
  const flipped = (at: number) => Buffer.from(whole.map((byte, index) => (index === at ? byte ^ 1 : byte)))
  const spoiled = [
    Buffer.alloc(0),
    Buffer.from('nonsense\n{}'),
    ...[5, 20, whole.length - 3].map((length) => whole.subarray(0, length)),
    ...[0, 9, 30, whole.length - 2].map(flipped),
  ]
  for (const bytes of spoiled) {
    writeFileSync(path, bytes)
    const cache = await open()
    expect(await cache.find(keyOf('a'))).toBeNull()
    expect(files()).toEqual([])
    expect(await cache.clean('visit')).toBe(0)
  }
})

it.each(damagesOf(replaceText('[1,2.5]', '[1,3.5]')))(
  'takes a file that is %s for none',
  async (_, damage) => {
    const first = await open()
    first.keep(keyOf('a'), kept())
    await first.stop()
    await damage(join(cacheFolder(dataDir), keyOf('a')))
    expect(await (await open()).find(keyOf('a'))).toBeNull()
    expect(files()).toEqual([])
  },
)

it('forgets what is older than ten days, at a restart too', async () => {
  let now = Date.now()
  const cache = await open({ now: () => now })
  cache.keep(keyOf('a'), kept({ computedAt: new Date(now).toISOString() }))
  await cache.stop()
  now += 10 * 86_400_000 - 1000
  expect(await (await open({ now: () => now })).find(keyOf('a'))).not.toBeNull()
  now += 20_000
  const later = await open({ now: () => now })
  await later.stop()
  expect(files()).toEqual([])
  expect(await cache.find(keyOf('a'))).toBeNull()
})

it('lets those go first that nobody asked for', async () => {
  let now = Date.now()
  const cache = await open({ mostFiles: 3, now: () => now })
  for (const sign of ['a', 'b', 'c']) {
    now += 1000
    cache.keep(keyOf(sign), kept())
    await cache.clean('none')
  }
  now += 1000
  await cache.find(keyOf('a'))
  now += 1000
  cache.keep(keyOf('d'), kept())
  await cache.stop()
  expect(files()).toEqual(['a', 'c', 'd'].map(keyOf))
})

it('stays within its bytes, and keeps nothing that is too large for it', async () => {
  const cache = await open({ mostBytes: 3000, largestBytes: 1500 })
  const long = (length: number) => kept({ chunks: [{ rowCount: 1, columns: [`["${'x'.repeat(length)}"]`] }] })
  for (const sign of ['a', 'b', 'c', 'd']) cache.keep(keyOf(sign), long(1000))
  cache.keep(keyOf('e'), long(2000))
  await cache.stop()
  expect(files().length).toBe(2)
  expect(files()).not.toContain(keyOf('e'))
  expect(await cache.find(keyOf('e'))).toBeNull()
})

it('holds more on disk than in memory', async () => {
  const cache = await open({ memoryBytes: 1200 })
  const figures = kept()
  for (const sign of ['a', 'b', 'c', 'd', 'e', 'f', '0', '1', '2']) cache.keep(keyOf(sign), figures)
  await cache.clean('none')
  expect(await cache.find(keyOf('a'))).toEqual(figures)
})

it('forgets what was read from a table, and says how many that were', async () => {
  const first = await open()
  first.keep(keyOf('a'), kept())
  first.keep(keyOf('b'), kept({ tables: ['orders'] }))
  first.keep(keyOf('c'), kept({ tables: ['visit'] }))
  expect(await first.clean('orders')).toBe(2)
  expect(await first.find(keyOf('a'))).toBeNull()
  expect(await first.find(keyOf('c'))).not.toBeNull()
  await first.stop()
  const second = await open()
  expect(await second.clean('VISIT')).toBe(1)
  expect(await second.clean('visit')).toBe(0)
  expect(files()).toEqual([])
})

it('clears away what a kill left half written', async () => {
  const first = await open()
  await first.stop()
  writeFileSync(join(cacheFolder(dataDir), `${keyOf('a')}.part`), 'half')
  const second = await open()
  await second.stop()
  expect(files()).toEqual([])
})

it('forgets at a cleaning what the disk did not take, and keeps nothing that began before it', async () => {
  let now = Date.now()
  const cache = await open({ now: () => now })
  await cache.clean('none')
  rmSync(cacheFolder(dataDir), { recursive: true, force: true })
  cache.keep(keyOf('c'), kept({ computedAt: new Date(now).toISOString() }))
  expect(await cache.clean('visit')).toBe(1)
  expect(await cache.find(keyOf('c'))).toBeNull()
  now += 5
  // It began 12.5 ms ago, when the table's results were not yet cleaned.
  cache.keep(keyOf('d'), kept({ computedAt: new Date(now).toISOString() }))
  expect(await cache.find(keyOf('d'))).toBeNull()
  now += 20
  cache.keep(keyOf('e'), kept({ computedAt: new Date(now).toISOString() }))
  expect(await cache.find(keyOf('e'))).not.toBeNull()
})
