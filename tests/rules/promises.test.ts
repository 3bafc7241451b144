// Every promise in the table names its tests and its figure.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Promised, promiseFaults, readPromises } from './guards/promises.ts'

const root = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const faultsOf = (promises: Promised[]) => promiseFaults(promises, root, Object.keys(scripts))

describe('the promises', () => {
  it('name tests that there are, and commands for their figures', () => {
    const promises = readPromises(readFileSync(join(import.meta.dirname, '../PROMISES.md'), 'utf8'))
    expect(promises.length).toBeGreaterThan(40)
    expect(faultsOf(promises), 'correct these rows of tests/PROMISES.md').toEqual([])
  })

  const own = 'tests/rules/promises.test.ts'
  const row = (test: string, figure = 'none lost, `npm test`') => readPromises(`| A | ${test} | ${figure} |`)

  it('pass with a whole title, a beginning, several tests', () => {
    expect(faultsOf(row(`\`${own}\` › the promises<br>\`${own}\` › name tests that there…`))).toEqual([])
  })

  it.each([
    ['nothing', '', 'names no test'],
    ['a file that is gone', '`tests/gone.test.ts` › x', 'names tests/gone.test.ts, which there is not'],
    ['a title that changed', `\`${own}\` › the promise`, `names «the promise», which is not in ${own}`],
    ['what is no title', `\`${own}\` › nothing`, `names «nothing», which is not in ${own}`],
  ])('are caught where one names %s', (_, test, fault) => {
    expect(faultsOf(row(test))).toEqual([`«A» ${fault}`])
  })

  it('are caught without a figure, or with a command that there is not', () => {
    const test = `\`${own}\` › the promises`
    expect(faultsOf(row(test, ''))).toEqual(['«A» has no figure'])
    expect(faultsOf(row(test, '5 ms, `npm run benches`'))).toEqual([
      '«A» names the command benches, which there is not',
    ])
  })
})
