// The summary of failed steps at the end of `npm test`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { tellFailure } from '#setup/failures.mjs'
import { runSteps, type Step } from '#setup/steps.mjs'

const folder = mkdtempSync(join(tmpdir(), 'failures-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = join(import.meta.dirname, 'journey.test.ts')

/** A step that leaves this report, if any, and then does this. */
async function told(reported: unknown, script: string): Promise<string[]> {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const text = typeof reported === 'string' ? reported : JSON.stringify(reported)
  const write =
    reported === null
      ? ''
      : `require('fs').writeFileSync(${JSON.stringify(report)}, ${JSON.stringify(text)});`
  return ending({ title: 'Journeys', args: ['--eval', write + script], report })
}

async function ending(step: Step): Promise<string[]> {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  // The first row is shown as it comes.
  const failures = await runSteps([[], [step]])
  printed.mockRestore()
  return failures.flatMap((failure) => tellFailure(failure).trim().split('\n'))
}

const test = (fullName: string, status: string, message = '') => ({
  fullName,
  status,
  failureMessages: message ? [message] : [],
})

it('names each failed test with its file and how its message begins', async () => {
  const message = `\x1b[31mError\x1b[39m: no such row\n${'    at somewhere\n'.repeat(30)}`
  const assertionResults = [
    test('a list opens', 'passed'),
    test('a list is walked by keys', 'failed', message),
  ]
  const reported = { testResults: [{ name: file, status: 'failed', message: '', assertionResults }] }
  const lines = await told(reported, 'process.exit(1)')
  expect(lines.slice(0, 3)).toEqual([
    '── Journeys FAILED (code 1)',
    '✗ tests/setup/journey.test.ts > a list is walked by keys',
    '    Error: no such row',
  ])
  expect(lines.length).toBeLessThan(10)
})

it('tells each way in which a test failed, the place where a journey stood among them', async () => {
  const message = `Error: no such row\n${'    at somewhere\n'.repeat(30)}`
  const place = 'Error: It stood at /others/blackList\nfocus: <body>'
  const walked = { ...test('a list is walked by keys', 'failed'), failureMessages: [message, place] }
  const reported = {
    testResults: [{ name: file, status: 'failed', message: '', assertionResults: [walked] }],
  }
  const lines = await told(reported, 'process.exit(1)')
  expect(lines).toContain('    Error: no such row')
  expect(lines.slice(-2)).toEqual(['    Error: It stood at /others/blackList', '    focus: <body>'])
})

it('names a file that could not be read', async () => {
  const reported = {
    testResults: [{ name: file, status: 'failed', message: 'Cannot find module', assertionResults: [] }],
  }
  expect(await told(reported, 'process.exit(1)')).toEqual([
    '── Journeys FAILED (code 1)',
    '✗ tests/setup/journey.test.ts',
    '    Cannot find module',
  ])
})

it('says of many how many there are', async () => {
  const assertionResults = Array.from({ length: 100 }, (_, index) => test(`${index}`, 'failed', 'Error: no'))
  const reported = { testResults: [{ name: file, status: 'failed', message: '', assertionResults }] }
  expect((await told(reported, 'process.exit(1)')).at(-1)).toBe('… and 60 more')
})

it('says that errors came beside tests that passed, and what was said last', async () => {
  const assertionResults = [test('a list opens', 'passed')]
  const reported = { testResults: [{ name: file, status: 'passed', message: '', assertionResults }] }
  expect(await told(reported, "console.log('Unhandled rejection'); process.exitCode = 1")).toEqual([
    '── Journeys FAILED (code 1)',
    'No test of its report failed: the error came beside them.',
    '    Unhandled rejection',
  ])
})

it.each([
  ['no report', null],
  ['half of one', '{"testResults": [{'],
])('says that a step crashed that left %s', async (_, reported) => {
  const script = "require('fs').writeSync(1, 'the last words\\n'); process.kill(process.pid, 'SIGKILL')"
  expect(await told(reported, script)).toEqual([
    '── Journeys FAILED (SIGKILL)',
    'It left no report, so that it crashed: tests may have failed before, or not run.',
    '    the last words',
  ])
})

it('repeats the last lines of a step without tests', async () => {
  const args = ['--eval', "for (let i = 1; i <= 100; i += 1) console.log('line', i); process.exitCode = 2"]
  const lines = await ending({ title: 'Types', args })
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([21, '── Types FAILED (code 2)', '    line 100'])
})
