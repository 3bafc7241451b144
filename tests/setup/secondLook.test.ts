// Which failures of `npm test` are run again, and their outcome.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { lookAgain } from '#setup/secondLook.mjs'

const folder = mkdtempSync(join(tmpdir(), 'second-look-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A step that failed these tests, and that ends so when it is run again. */
async function looked(names: readonly string[], code: number, files = ['journey.test.ts']) {
  const report = join(folder, 'report.json')
  const assertionResults = names.map((fullName) => ({ fullName, status: 'failed', failureMessages: [] }))
  const testResults = files.map((file) => ({
    name: join(import.meta.dirname, file),
    status: 'failed',
    message: '',
    assertionResults,
  }))
  writeFileSync(report, JSON.stringify({ testResults }))
  const args = ['--eval', `process.exit(process.argv[1] === 'tests/setup/journey.test.ts' ? ${code} : 9)`]
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  const { standing, unsteady } = await lookAgain([
    { title: 'Journeys', args, report, ending: 'code 1', said: null },
  ])
  printed.mockRestore()
  return [standing.map(({ title }) => title), unsteady]
}

it('names a test that passes by itself, and lets the run pass', async () => {
  expect(await looked(['a list opens'], 0)).toEqual([[], ['tests/setup/journey.test.ts > a list opens']])
})

it('looks again at the whole of a file that a machine standing still failed', async () => {
  const names = Array.from({ length: 6 }, (_, at) => `test ${at}`)
  const [standing, unsteady] = await looked(names, 0)
  expect(standing).toEqual([])
  expect(unsteady).toHaveLength(6)
})

it('fails what fails twice', async () => {
  expect(await looked(['a list opens'], 1)).toEqual([['Journeys'], []])
})

it('takes many failures, and those without a test, for no accident', async () => {
  const names = Array.from({ length: 11 }, (_, at) => `test ${at}`)
  expect(await looked(names, 0)).toEqual([['Journeys'], []])
  const files = ['journey.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts']
  expect(await looked(['a list opens'], 0, files)).toEqual([['Journeys'], []])
  expect(await looked([], 0)).toEqual([['Journeys'], []])
})
