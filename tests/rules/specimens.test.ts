// Stored SQL specimens are few, so that reviewers read each change of the generated SQL, and each is used by a suite.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const golden = join(import.meta.dirname, '../golden')
const kept = globSync('sql/*.sql', { cwd: golden }).map((path) => basename(path, '.sql'))

it('there are one or two specimens per kind of question', () => {
  // 32 before activity, returns and funnels by moments came, whose shows and ways have statements of their own.
  expect(kept.length, 'remove specimens that show nothing new').toBeLessThanOrEqual(45)
})

it('every specimen is compared by a suite', () => {
  const texts = globSync('*.test.ts', { cwd: golden }).map((path) => readFileSync(join(golden, path), 'utf8'))
  const named = (name: string) =>
    texts.some((text) => text.includes(`'${name}'`) || text.includes(`sql/${name}.sql`))
  expect(
    kept.filter((name) => !named(name)),
    'compare these specimens in a suite of tests/golden, or delete them',
  ).toEqual([])
})
