// Names of exported files: one format and time zone, valid on every file system.
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { exportFileName } from '#shared/exportName.ts'

const at = new Date('2026-10-12T13:05:07Z')
const nameOf = (name: string) => exportFileName(name, at, 'Asia/Shanghai', 'csv')
const stamp = '2026-10-12 9:05:07.csv'

it('keeps what file systems take, and nothing that misleads', () => {
  expect(nameOf('经营日报')).toBe(`经营日报${stamp}`)
  expect(nameOf('../a\\b:c*?"<>|\n')).toBe(`__a_b_c______${stamp}`.replace('______', '_'.repeat(6)))
  expect(nameOf('收入\u202egpj')).toBe(`收入_gpj${stamp}`)
  expect(nameOf('...hidden')).toBe(`_hidden${stamp}`)
  expect(nameOf('  日报 \ud800')).toBe(`日报 \ufffd${stamp}`)
  expect(nameOf('')).toBe(stamp)
})

it('fits into what file systems and browsers keep', () => {
  for (const name of ['报'.repeat(1_000), 'a'.repeat(1_000), '👩‍👩‍👧'.repeat(100)]) {
    const long = nameOf(name)
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(240)
    expect(long.endsWith(stamp)).toBe(true)
    expect(long.isWellFormed()).toBe(true)
  }
})

it('is the form of every file that the browser saves', () => {
  const saved = globSync('src/**/*.{ts,tsx}', { cwd: new URL('../..', import.meta.url) }).flatMap((path) => {
    const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
    return [...text.matchAll(/(?<!function )saveBlob\((.*)\)/g)].map(([, given = '']) => ({ path, given }))
  })
  expect(saved.length).toBeGreaterThan(8)
  // A name that the server gave comes with the file; its replies are named by the same function.
  for (const { path, given } of saved) expect(given, path).toMatch(/, (fileName|exportFileName\(.*)$/s)
})
