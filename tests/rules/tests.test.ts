// Tests use random numbers only with a seed, and wait for conditions instead of time.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const own = 'tests/rules/tests.test.ts'
const files = [...globSync('tests/**/*.{ts,tsx}', { cwd: root }), ...globSync('e2e/**/*.ts', { cwd: root })]
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.startsWith('tests/bench/') && path !== own)
const count = (path: string, pattern: RegExp): number =>
  [...readFileSync(join(root, path), 'utf8').matchAll(pattern)].length
const found = (pattern: RegExp): Record<string, number> =>
  Object.fromEntries(
    files.flatMap((path) => (count(path, pattern) > 0 ? [[path, count(path, pattern)]] : [])),
  )

it('random numbers come from tests/factories/chance.ts or a fixed seed', () => {
  expect(found(/Math\.random\(/g), 'draw by tests/factories/chance.ts instead of Math.random()').toEqual({})
})

/**
 * A pause of a fixed or computed length. Polls by vitest's expect.poll and vi.waitFor do not count; a one-line helper
 * that is called with lengths counts as one more.
 */
const pauses = /(?<![.\w])(?:sleep|pause)\((?=[^)'])|waitForTimeout\(|setTimeout\(\w+, (?!0\))/g
const poll = 'the step of a poll: it ends when its condition holds'
const absence = 'holds that something does not happen, for which nothing can be waited'
const underWay = 'a statement must be at work in another process, which says nothing until it ends'
const slowness = 'the slowness itself is what is tested'
/** Allowed pauses per file, each with its reason. */
const left: Record<string, [times: number, reason: string]> = {
  'e2e/journeys/sqlSharing.test.ts': [1, 'set after a timer of the same length, which has its turn before'],
  'e2e/product.ts': [2, poll],
  'tests/factories/databases/mariadb.ts': [1, poll],
  'tests/factories/signIn/slapd.ts': [1, poll],
  'tests/factories/databases/postgres.ts': [1, poll],
  'tests/factories/postgres.ts': [1, poll],
  'tests/factories/sandbox.ts': [1, poll],
  'tests/features/alarm/killing.ts': [2, `${poll}; the other draws the moment of a kill from the seed`],
  'tests/features/code/web/queryDrafts.test.ts': [1, 'two closings must differ in their millisecond'],
  'tests/features/code/web/queryRuns.test.ts': [2, absence],
  'tests/features/imports/replacingKills.test.ts': [1, 'is the moment of a kill'],
  'tests/features/checks/releaseKills.test.ts': [1, 'kills at a random moment of a release'],
  'tests/features/restated/kills.test.ts': [1, 'is the moment of a kill'],
  'tests/features/sources/pushKills.test.ts': [1, 'draws the moment of a kill'],
  'tests/features/statement/cache.test.ts': [1, 'two computations must differ in their millisecond'],
  'tests/features/statement/clickhouse.test.ts': [1, poll],
  'tests/features/statement/web/editor.test.ts': [2, absence],
  'tests/features/statement/web/prefetch.test.ts': [1, absence],
  'tests/server/files/sheets.test.ts': [2, absence],
  'tests/server/http/registerCall.test.ts': [2, absence],
  'tests/server/jobs/firing.ts': [1, 'work that a kill must hit in its midst'],
  'tests/server/jobs/killing.ts': [2, `${poll}; the other draws the moment of a kill from the seed`],
  'tests/server/metadata/migrationKills.test.ts': [1, 'draws the moment of a kill from the seed'],
  'tests/server/metadata/store.test.ts': [
    2,
    'transactions must overlap, so that the lock is what keeps them right',
  ],
  'tests/server/process/kills.test.ts': [1, 'draws the moment of a kill from the seed'],
  'tests/server/warehouse/clickhouse/warehouse.test.ts': [4, `${poll}; ${slowness}; two: ${absence}`],
  'tests/server/warehouse/proposal.test.ts': [1, poll],
  'tests/server/warehouse/parts.test.ts': [1, 'draws the moment of a kill from the seed'],
  'tests/server/warehouse/publish.test.ts': [
    3,
    `${poll}; the other draws the moment of a kill from the seed`,
  ],
  'tests/server/warehouse/readers.test.ts': [6, `${poll}; the others: ${underWay}`],
  'tests/server/warehouse/run.test.ts': [2, `${slowness}; ${absence}`],
  'tests/server/warehouse/sandbox/cancel.test.ts': [4, underWay],
  'tests/server/warehouse/sandbox/lanes.test.ts': [1, poll],
  'tests/server/warehouse/sandbox/limits.test.ts': [1, slowness],
  'tests/server/warehouse/sandbox/server.ts': [1, underWay],
  'tests/web/table/fixture/page.tsx': [1, slowness],
  'tests/web/table/remote.browser.test.ts': [1, absence],
  'tests/web/table/table.browser.test.ts': [
    1,
    'Blueprint takes presses within half a second for a double click',
  ],
}

it('every pause has a reason; tests poll for conditions instead', () => {
  const reasoned = Object.fromEntries(Object.entries(left).map(([path, [times]]) => [path, times]))
  expect(found(pauses), 'poll by expect.poll or vi.waitFor instead of pausing').toEqual(reasoned)
})
