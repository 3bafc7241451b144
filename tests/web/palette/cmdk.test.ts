// The palette uses cmdk through its props only: it neither changes cmdk's elements nor sends it keys. Paths belong to
// our own icons.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../../src/web/shell/palette')
const inside =
  /\[?cmdk-|data-value|\.(?:set|remove|toggle)Attribute\((?!'(?:d|fill-rule)')|\.aria(?:Selected|Disabled) = |\.dispatchEvent\(|new \w*Event\(/g

it('sends cmdk no event and writes no attribute of its elements', () => {
  const found = globSync('**/*.{ts,tsx}', { cwd: folder }).flatMap((path) =>
    [...readFileSync(join(folder, path), 'utf8').matchAll(inside)].map(([text]) => `${path}: ${text}`),
  )
  expect(found).toEqual([])
})
