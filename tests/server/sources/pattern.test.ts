// Patterns of file names, against Node's own matcher where that answers.
import { matchesGlob } from 'node:path'
import { expect, it } from 'vitest'
import { matchesPattern } from '#server/sources/pattern.ts'

const names = [
  'a.csv',
  'b.csv.gz',
  '日报/2026-01.csv',
  'x/y/z.csv',
  'x/a.csv',
  'abab.csv',
  'a',
  '流水(1).csv',
  'x/y/ab',
]
const patterns = [
  '*',
  '*.csv',
  '*.csv*',
  '**/*.csv',
  '**',
  'x/**',
  'x/**/z.csv',
  'x/*/*.csv',
  '?.csv',
  'a*b*.csv',
  '日报/*',
  '**/a*',
  'a.csv',
  '',
]

it('means what people know of it', () => {
  for (const pattern of patterns.filter((one) => one !== ''))
    for (const name of names)
      expect(matchesPattern(name, pattern), `${name} by ${pattern}`).toBe(matchesGlob(name, pattern))
  expect(matchesPattern('a', '')).toBe(false)
})

it('takes brackets, braces and signs of regular expressions as they are', () => {
  for (const name of ['流水[1].csv', '{a,b}.csv', '+(a|b).csv', 'a+b.csv', '!a.csv'])
    expect(matchesPattern(name, name), name).toBe(true)
  expect(matchesPattern('流水1.csv', '流水[1].csv')).toBe(false)
})

it('answers in steps of the name times the pattern, whatever the stars', () => {
  const name = 'a'.repeat(250)
  expect(matchesPattern(name, `${'*a'.repeat(100)}b`)).toBe(false)
  expect(matchesPattern(`${name}b`, `${'*a'.repeat(100)}b`)).toBe(true)
  expect(matchesPattern(`${'a/'.repeat(120)}b`, `${'**/a/'.repeat(40)}*c`)).toBe(false)
})
