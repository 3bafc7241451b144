// Unit, rules and golden tests. Web tests name jsdom in their first line: `// @vitest-environment jsdom`.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { pinyinOf } from '#server/pinyin.ts'
import { onePriority } from '#server/process/bareEnvironment.ts'
import { titleReadings } from '#server/titleReadings.ts'
import { roomOf } from '#setup/changed.mjs'
import { findClickHouse } from '#setup/clickhouse.mjs'
import { quickStart } from '#setup/packed.mjs'
import { keepInMemory } from '#setup/temporary.mjs'
import { comparedSuites } from './golden/suites.ts'

// Processes started by tests start as fast as the product's, and are never starved by the tests of others.
Object.assign(process.env, quickStart(), { [onePriority]: '1' })
keepInMemory()

/** The module that build.mjs generates for the page. */
const commandPinyin = {
  name: 'command-pinyin',
  resolveId: (id: string) => (id === 'commands:pinyin' ? `\0${id}` : undefined),
  load: async (id: string) => {
    if (id !== '\0commands:pinyin') return undefined
    // Imported by URL, so that Node loads the registry and this file does not bundle it.
    const of = (file: string) => import(new URL(`../${file}`, import.meta.url).href)
    await of('src/main-slices.ts')
    const { commands }: typeof import('#commands/index.ts') = await of('commands/index.ts')
    const { characters, exceptions } = titleReadings(commands)
    return `export const characters = ${JSON.stringify(characters)}
export const exceptions = ${JSON.stringify(exceptions)}`
  },
}

/** The same for the guide's index. */
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

/** Files that would affect others in the same process, with the reason. */
const alone: Record<string, string> = {
  'tests/golden/conformance.test.ts': 'runs the golden suites with each request on ClickHouse too',
  'tests/server/warehouse/sandbox/hostile.test.ts': 'puts a canary into the environment of its process',
  'tests/server/warehouse/sandbox/limits.test.ts': 'measures the memory of its process',
}

/** Folders whose tests start no engine and write no files. */
const pure = /^tests\/(shared|semantic|commands|golden|web|features\/\w+\/web)\//

/** Project of a file; projects run in the order of their names, the longest first. */
function projectOf(path: string): string {
  if (path in alone) return 'alone'
  if (readFileSync(join(root, path), 'utf8').startsWith('// @vitest-environment jsdom')) return 'pages'
  return pure.test(path) && !path.includes('.browser.') ? 'pure' : 'engines'
}

/** Suites that conformance.test.ts runs, too. They run by themselves when named. */
const ranElsewhere =
  process.env.WHOLE_RUN && findClickHouse()
    ? comparedSuites.map((name) => `tests/golden/${name}.test.ts`)
    : []

/** Test folders that `npm run check` runs completely; of the others it runs what starts no engine. */
const checkedRooms = process.env.CHECKED_ROOMS?.split(',')

/** Rules are cheap, and the tests of the setup start nothing. */
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
    // Gives each file fresh modules, timers and page; results of packages are loaded once.
    setupFiles: ['tests/anew.ts', 'src/main-slices.ts'],
    // Against hanging tests; not a measure of speed, which differs by machine.
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 180_000,
    // More workers than cores, because tests wait for other processes half of the time.
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
        // setInterval stays real: jsdom paints by one, and an interval started on a test's fake clock would stop all
        // later frames.
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
        // Loaded again for each file, because it counts its listeners.
        server: { deps: { inline: ['hotkeys-js'] } },
      }),
      project('pure', { pool: 'threads', isolate: false }),
    ],
  },
})
