// Tests draw no chance without a seed, and wait for what happens rather than for time to pass.
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

it('draws by tests/factories/chance.ts, or from a seed of its own', () => {
  expect(found(/Math\.random\(/g)).toEqual({})
})

/** A pause of a stated length. Those below are left to be replaced; none may be added. */
const pauses = /\b(?:sleep|pause)\(\d|waitForTimeout\(|setTimeout\(resolve, \d{2,}\)/g
const left: Record<string, number> = {
  'e2e/journeys/embed.test.ts': 1,
  'e2e/product.ts': 1,
  'tests/factories/postgres.ts': 1,
  'tests/factories/sandbox.ts': 1,
  'tests/features/code/web/queryRuns.test.ts': 4,
  'tests/features/config/replacing.test.ts': 1,
  'tests/features/statement/clickhouse.test.ts': 1,
  'tests/features/statement/explain.test.ts': 1,
  'tests/features/statement/figures.test.ts': 2,
  'tests/features/statement/tolerant.test.ts': 1,
  'tests/features/statement/web/editor.test.ts': 1,
  'tests/features/statement/web/follow.test.ts': 1,
  'tests/features/statement/web/prefetch.test.ts': 1,
  'tests/server/files/sheets.test.ts': 2,
  'tests/server/http/registerCall.test.ts': 5,
  'tests/server/jobs/firing.ts': 1,
  'tests/server/jobs/killing.ts': 2,
  'tests/server/metadata/store.test.ts': 2,
  'tests/server/process/kills.test.ts': 1,
  'tests/server/warehouse/clickhouse/warehouse.test.ts': 4,
  'tests/server/warehouse/import.test.ts': 1,
  'tests/server/warehouse/proposal.test.ts': 1,
  'tests/server/warehouse/publish.test.ts': 3,
  'tests/server/warehouse/readers.test.ts': 5,
  'tests/server/warehouse/run.test.ts': 1,
  'tests/server/warehouse/sandbox/cancel.test.ts': 1,
  'tests/server/warehouse/sandbox/limits.test.ts': 4,
  'tests/server/warehouse/sandbox/server.ts': 1,
  'tests/web/editor/editor.browser.test.ts': 1,
  'tests/web/editor/fixture/browser.ts': 1,
  'tests/web/table/remote.browser.test.ts': 1,
  'tests/web/table/table.browser.test.ts': 4,
}

it('sleeps no longer than it did: what is waited for is asked for', () => {
  const more = Object.entries(found(pauses)).filter(([path, times]) => times > (left[path] ?? 0))
  expect(more).toEqual([])
})
