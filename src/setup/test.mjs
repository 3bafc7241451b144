// `npm test`: everything that must hold, in the order in which it fails fastest.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { endWith, ensureInstalled, root, runPinned } from './install.mjs'

const report = (name) => join(root, 'dist', `${name}.json`)
const vitest = (config, name) => [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  config,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report(name)}`,
]

const steps = [
  ['Types', () => ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']],
  ['Lint', () => ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ['Build', () => ['build.mjs']],
  ['Unit, rules and golden tests', () => vitest('tests/vitest.config.ts', 'unit')],
  ['End-to-end tests', () => vitest('e2e/vitest.config.ts', 'e2e')],
]

function count(name) {
  if (!existsSync(report(name))) return [0, 0, 0]
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report(name), 'utf8'))
  return [numPassedTests, numFailedTests, numPendingTests]
}

async function prepare() {
  await ensureInstalled('full')
  const { ensureBrowser } = await import('./browser.mjs')
  await ensureBrowser()
  const { ensurePostgres } = await import('./postgres.mjs')
  if (!ensurePostgres()) console.log('No PostgreSQL can be had here: its tests are skipped.')
  const { ensureClickHouse } = await import('./clickhouse.mjs')
  if (!ensureClickHouse()) console.log('No ClickHouse can be had here: its tests are skipped.')
}

try {
  const started = Date.now()
  await prepare()
  for (const name of ['unit', 'e2e']) rmSync(report(name), { force: true })
  const failures = []
  for (const [title, args] of steps) {
    const begun = Date.now()
    console.log(`\n── ${title}`)
    await runPinned(args(), { env: { NODE_ENV: 'test' } }).catch(() => failures.push(title))
    console.log(
      `── ${title}: ${failures.includes(title) ? 'FAILED' : 'ok'}, ${((Date.now() - begun) / 1000).toFixed(1)} s`,
    )
  }
  const [passed, failed, skipped] = ['unit', 'e2e']
    .map(count)
    .reduce((sum, one) => sum.map((n, i) => n + one[i]))
  console.log(
    `\n${Math.round((Date.now() - started) / 1000)} s${failures.length ? `. Failed: ${failures.join(', ')}` : ''}`,
  )
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  if (failures.length) process.exitCode = 1
} catch (error) {
  endWith(error)
}
