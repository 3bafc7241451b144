// Addresses are read by `queryOf`, which knows what a short one stands for.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const reading = /new URLSearchParams\((?:window\.)?(?:location\.search|search|useSearch\(\))\)/
/** Embeds have addresses of their own, and no session to keep them by. */
const own = /\/embed\/|shell\/[lL]ongAddress\./

it('nothing in the browser part reads an address past it', () => {
  const files = globSync('src/{web,features/*/web}/**/*.{ts,tsx}', { cwd: root }).map((path) =>
    path.replaceAll('\\', '/'),
  )
  const past = files.filter((path) => !own.test(path) && reading.test(readFileSync(join(root, path), 'utf8')))
  expect(past, 'read the address by queryOf, which expands short ones').toEqual([])
  expect(reading.test('const query = new URLSearchParams(location.search)')).toBe(true)
})
