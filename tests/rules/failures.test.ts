// A call's failure is turned into words in one place: `failureOf` of src/web/api. Elsewhere nothing guesses what was
// thrown, nor has words of its own for what nobody knows.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isBrowser = (file: string) => /^src\/(web|features\/[^/]+\/web)\//.test(file)
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => relative(root, join(root, 'src', file)))
  .filter((file) => /\.tsx?$/.test(file) && isBrowser(file) && !file.startsWith('src/web/api/'))

it('of a call is told by failureOf alone', () => {
  expect(files.length).toBeGreaterThan(300)
  const guesses = /instanceof CallError\s*\?|instanceof CallError &&|'未知错误'/
  expect(files.filter((file) => guesses.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
