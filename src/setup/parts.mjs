// The parts of `npm test` and `npm run check`, and their summary: failures are printed last.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readReport, tellFailure } from './failures.mjs'
import { ensureInstalled, root } from './install.mjs'
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

// Other steps use the cores: several checkers would each parse the same packages' types. A larger heap makes
// the check another third faster, with at most 1.4 GB.
export const types = {
  title: 'Types',
  args: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--singleThreaded'],
  env: { GOGC: '300' },
}
export const lint = {
  title: 'Lint',
  args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
}
export const build = { title: 'Build', args: ['build.mjs', '--quick'] }
export const unit = {
  title: 'Unit, rules and golden tests',
  args: vitest('tests/vitest.config.ts', 'unit'),
  report: report('unit'),
}
export const endToEnd = {
  title: 'End-to-end tests',
  args: vitest('e2e/vitest.config.ts', 'e2e'),
  report: report('e2e'),
}

/** Installs packages and a browser. */
export async function prepare() {
  await ensureInstalled('full')
  const { ensureBrowser } = await import('./browser.mjs')
  await ensureBrowser()
}

function count(name) {
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = readReport(report(name)) ?? {}
  return [numPassedTests, numFailedTests, numPendingTests]
}

/** Runs the rows of steps, then prints failures and the duration since `started`. */
export async function runAndTell(rows, started) {
  for (const name of ['unit', 'e2e']) rmSync(report(name), { force: true })
  const first = await runSteps(rows)
  // The second run must run every file, whatever the whole run left to other steps.
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
}
