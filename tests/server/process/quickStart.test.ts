// What a start loads: bundled packages, and nothing that is needed only later.
import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { bareEnvironment } from '#server/process/bareEnvironment.ts'
import { packedPackages } from '#setup/packed.mjs'

const root = join(import.meta.dirname, '../../..')
const packed = packedPackages()
const hook = packed.NODE_OPTIONS?.match(/--require "(.*hook\.cjs)"/)?.[1] ?? ''

/** What a process of the product says, with its packages packed or as they lie in node_modules. */
function tell(script: string, { isPacked }: { isPacked: boolean }): unknown {
  const env = { ...process.env, NODE_OPTIONS: '', ...(isPacked ? packed : {}) }
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: root, env })
  return JSON.parse(said.toString())
}

const names = ['@duckdb/node-api', 'fastify', 'kysely', 'pino', 'typebox', 'typebox/compile', 'typebox/value']

it('packs packages whole: the same names lead elsewhere, and export the same', () => {
  const addresses = `console.log(JSON.stringify(${JSON.stringify(names)}.map((name) => import.meta.resolve(name))))`
  for (const address of tell(addresses, { isPacked: true }) as string[]) expect(address).toContain('/packed-')
  for (const address of tell(addresses, { isPacked: false }) as string[])
    expect(address).not.toContain('/packed-')
  const exported = `
    const isName = (name) => /^[\\w$]+$/.test(name)
    const of = async (name) => Object.entries(await import(name)).filter(([key]) => isName(key))
    const all = await Promise.all(${JSON.stringify(names)}.map(of))
    console.log(JSON.stringify(all.map((list) => list.map(([key, value]) => key + ' ' + typeof value).sort())))`
  expect(tell(exported, { isPacked: true })).toEqual(tell(exported, { isPacked: false }))
})

it('keeps what it packed from every other user’s pen, and open to a sandbox’s eyes', () => {
  const folder = dirname(hook)
  const modes = [folder, ...readdirSync(folder).map((name) => join(folder, name))].map(
    (path) => statSync(path).mode & 0o777,
  )
  expect(modes.filter((mode) => (mode & 0o022) !== 0)).toEqual([])
  expect(modes.filter((mode) => (mode & 0o044) !== 0o044)).toEqual([])
})

/** Read where they are first needed; `node:http`, imported, brings the runtime's client of fetch. */
const forLater =
  /^node:http$|node_modules\/(@duckdb|@clickhouse|pg|graphql|mercurius|prom-client|iconv-lite|pinyin-pro|sheetjs-style)\/|packed-\w+\/_duckdb|src\/demo\//

it('reads no library, no engine and no demo that a start does not need', () => {
  const script = `
    import { registerHooks } from 'node:module'
    const read = []
    const how = ({ conditions }) => (conditions.includes('import') ? '' : 'required ')
    registerHooks({ load: (url, context, next) => (read.push(how(context) + url), next(url, context)) })
    for (const path of ['main-build', 'main-tables', 'server/warehouse/openStores', 'server/results/open', 'server/cache/open'])
      await import('./src/' + path + '.ts')
    const { openMetadata } = await import('./src/server/metadata/open.ts')
    await openMetadata({ metadata: 'embedded', dataDir: '/dev/null/none' }, {}, []).catch(() => {})
    console.log(JSON.stringify(read))`
  const read = tell(script, { isPacked: true }) as string[]
  expect(read.length).toBeGreaterThan(300)
  expect(read.length).toBeLessThan(1040)
  expect(read.filter((url) => forLater.test(url))).toEqual([])
})

it('hands its children the packages, and no other option of its own', () => {
  vi.stubEnv('NODE_OPTIONS', `--no-warnings ${packed.NODE_OPTIONS} --inspect=0`)
  const option = bareEnvironment().NODE_OPTIONS
  vi.stubEnv('NODE_OPTIONS', '--inspect=0')
  const none = bareEnvironment().NODE_OPTIONS
  vi.unstubAllEnvs()
  expect([option, none]).toEqual([`--require "${hook}"`, undefined])
})
