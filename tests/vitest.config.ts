// Unit, rules and golden tests. Web tests name jsdom in their first line: `// @vitest-environment jsdom`.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { pinyinOf } from '#server/pinyin.ts'
import { roomOf } from '#setup/changed.mjs'
import { findClickHouse } from '#setup/clickhouse.mjs'
import { quickStart } from '#setup/packed.mjs'
import { comparedSuites } from './golden/suites.ts'

// Processes that tests start do so as quickly as those of the product.
Object.assign(process.env, quickStart())

/** The module that build.mjs makes for the page. */
const commandPinyin = {
  name: 'command-pinyin',
  resolveId: (id: string) => (id === 'commands:pinyin' ? `\0${id}` : undefined),
  load: async (id: string) => {
    if (id !== '\0commands:pinyin') return undefined
    // By the address, so that Node reads the registry and what it names on demand is no part of this file.
    const of = (file: string) => import(new URL(`../${file}`, import.meta.url).href)
    await of('src/main-slices.ts')
    const { commands }: typeof import('#commands/index.ts') = await of('commands/index.ts')
    const readings = Object.fromEntries(commands.map((command) => [command.id, pinyinOf(command.title)]))
    return `export const commandPinyin = ${JSON.stringify(readings)}`
  },
}

/** The same of the guide. */
const guideIndex = {
  name: 'guide-index',
  resolveId: (id: string) => (id === 'guide:index' ? `\0${id}` : undefined),
  load: async (id: string) => {
    if (id !== '\0guide:index') return undefined
    const { makeGuideIndex }: typeof import('#features/guide/web/guideIndex.ts') = await import(
      new URL('../src/features/guide/web/guideIndex.ts', import.meta.url).href
    )
    return `export const guideIndex = ${JSON.stringify(await makeGuideIndex(pinyinOf))}`
  },
}

const root = join(import.meta.dirname, '..')

/** Files that change what others would meet in the same process, and how. */
const alone: Record<string, string> = {
  'tests/golden/conformance.test.ts': 'runs the golden suites with each request on ClickHouse too',
  'tests/server/warehouse/sandbox/hostile.test.ts': 'puts a canary into the environment of its process',
  'tests/server/warehouse/sandbox/limits.test.ts': 'measures the memory of its process',
}

/** Folders whose tests start no engine and write no file. */
const pure = /^tests\/(shared|semantic|commands|golden|web|features\/\w+\/web)\//

/** Projects run one after the other by their names, the longest work first. */
function projectOf(path: string): string {
  if (path in alone) return 'alone'
  if (readFileSync(join(root, path), 'utf8').startsWith('// @vitest-environment jsdom')) return 'pages'
  return pure.test(path) && !path.includes('.browser.') ? 'pure' : 'engines'
}

/** conformance.test.ts runs these too. Whoever names a file gets it by itself. */
const ranElsewhere =
  process.env.WHOLE_RUN && findClickHouse()
    ? comparedSuites.map((name) => `tests/golden/${name}.test.ts`)
    : []

/** Rooms whose tests `npm run check` takes whole; of the others it takes what starts no engine. */
const checkedRooms = process.env.CHECKED_ROOMS?.split(',')

/** The rules are cheap for what they hold, and those of the set-up start nothing. */
const isChecked = (path: string): boolean =>
  checkedRooms === undefined ||
  /^tests\/(rules|setup)\//.test(path) ||
  ['pages', 'pure'].includes(projectOf(path)) ||
  checkedRooms.includes(roomOf(path) ?? '')

const files = globSync('tests/**/*.test.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.startsWith('tests/bench/') && !ranElsewhere.includes(path) && isChecked(path))

const project = (
  name: string,
  options: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({
  plugins: [commandPinyin, guideIndex],
  test: {
    name,
    root,
    include: files.filter((path) => projectOf(path) === name),
    // A file meets modules, timers and pages as if it were the first; what comes of packages is loaded once.
    setupFiles: ['tests/anew.ts', 'src/main-slices.ts'],
    // Against what hangs; not a measure of speed, which differs by machine.
    testTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 180_000,
    // Tests wait for processes of their own half of the time.
    maxWorkers: 4,
    ...options,
  },
})

export default defineConfig({
  test: {
    root,
    globalSetup: ['tests/services.ts'],
    projects: [
      project('alone', { pool: 'forks', isolate: true }),
      project('engines', { pool: 'forks', isolate: false }),
      project('pages', {
        pool: 'forks',
        isolate: false,
        environment: 'jsdom',
        // Not the interval: jsdom paints by one, and one begun by a test's own clock keeps all later frames away.
        fakeTimers: {
          toFake: [
            'setTimeout',
            'clearTimeout',
            'Date',
            'performance',
            'requestAnimationFrame',
            'cancelAnimationFrame',
          ],
        },
        // It counts what it listens for, so it begins anew with each file.
        server: { deps: { inline: ['hotkeys-js'] } },
      }),
      project('pure', { pool: 'threads', isolate: false }),
    ],
  },
})
