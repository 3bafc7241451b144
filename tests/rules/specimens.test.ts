// The SQL that is kept as text: few, so that a change of the writer is read rather than rewritten, and each in use.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const golden = join(import.meta.dirname, '../golden')
const kept = globSync('sql/*.sql', { cwd: golden }).map((path) => basename(path, '.sql'))

it('keeps a specimen or two of each kind of report; answers of all are checked by what they are', () => {
  expect(kept.length).toBeLessThanOrEqual(32)
})

it('keeps none that no suite compares', () => {
  const texts = globSync('*.test.ts', { cwd: golden }).map((path) => readFileSync(join(golden, path), 'utf8'))
  const named = (name: string) =>
    texts.some((text) => text.includes(`'${name}'`) || text.includes(`sql/${name}.sql`))
  expect(kept.filter((name) => !named(name))).toEqual([])
})
