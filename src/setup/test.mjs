// `npm test`: every check. Steps that use one core run beside steps that wait for their own processes. `npm
// run test:long` runs only the long form of the random and crash tests, for an hour or two.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readReport, tellFailure } from './failures.mjs'
import { endWith, ensureInstalled, root } from './install.mjs'
import { lookAgain } from './secondLook.mjs'
import { runSteps } from './steps.mjs'

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

/**
 * Given variables win: `KILLS=50 npm run test:long`. Without SUITES, suites that take minutes on ClickHouse
 * are left out.
 */
const long = {
  KILLS: '200',
  BACKUP_MB: '1500',
  FIRES: '1000',
  LONG: 'yes',
  EXPLAIN: 'all',
  ROUNDS: '100',
  SUITES: 'combined,compareRandom,followed,hours,random,rowRulesRandom,segments',
}
const longFiles = [
  'tests/server/process/kills.test.ts',
  'tests/server/backup/memory.test.ts',
  'tests/server/metadata/migrationKills.test.ts',
  'tests/server/warehouse/publish.test.ts',
  'tests/server/jobs',
  'tests/features/alarm/kills.test.ts',
  'tests/features/push/sending.test.ts',
  'tests/features/alarm/kills.test.ts',
  'tests/features/logsearch/engine.test.ts',
  'tests/forecast/paths.test.ts',
  'tests/demo/explain.test.ts',
  'tests/golden/conformance.test.ts',
  'tests/golden/combined.test.ts',
  'tests/golden/compareRandom.test.ts',
  'tests/golden/followed.test.ts',
  'tests/golden/rowRulesRandom.test.ts',
]
const isLong = process.argv.includes('--long')

// Other steps use the cores: several checkers would each parse the same packages' types. A larger heap makes
// the check another third faster, with at most 1.4 GB.
const types = {
  title: 'Types',
  args: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--singleThreaded'],
  env: { GOGC: '300' },
}
const lint = {
  title: 'Lint',
  args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
}
const build = { title: 'Build', args: ['build.mjs', '--quick'] }
const unit = {
  title: 'Unit, rules and golden tests',
  args: vitest('tests/vitest.config.ts', 'unit'),
  report: report('unit'),
}
const endToEnd = {
  title: 'End-to-end tests',
  args: vitest('e2e/vitest.config.ts', 'e2e'),
  report: report('e2e'),
}

function count(name) {
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = readReport(report(name)) ?? {}
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
  if (isLong) for (const [name, value] of Object.entries(long)) process.env[name] ??= value
  else process.env.WHOLE_RUN = '1'
  // The journeys need the build; the unit tests don't. The first row's output is shown as it comes.
  const first = isLong
    ? await runSteps([[{ ...unit, title: 'Long forms', args: [...unit.args, ...longFiles] }]])
    : await runSteps([[unit], [build, endToEnd, types, lint]])
  delete process.env.WHOLE_RUN
  const { standing: failures, unsteady } = await lookAgain(first)
  const [passed, failed, skipped] = ['unit', 'e2e']
    .map(count)
    .reduce((sum, one) => sum.map((n, i) => n + one[i]))
  for (const failure of failures) console.log(tellFailure(failure))
  const titles = failures.map(({ title }) => title).join(', ')
  console.log(`\n${Math.round((Date.now() - started) / 1000)} s${titles && `. Failed: ${titles}`}`)
  const again = unsteady.length
  console.log(`${passed + again} passed, ${failed - again} failed, ${skipped} skipped`)
  for (const name of unsteady) console.log(`! passed when run again by itself, to be mended: ${name}`)
  if (failures.length) process.exitCode = 1
} catch (error) {
  endWith(error)
}
