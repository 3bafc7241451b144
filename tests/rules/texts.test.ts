// All texts of the interface in one file, in the order of the sources, to be read from top to bottom. A changed text
// shows in the difference of texts.txt, so its reviewer reads it as its readers will.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { textsOfInterface } from './guards/texts.ts'

it('are listed in texts.txt as they are in the sources', async () => {
  const parts = textsOfInterface().map(({ path, texts }) => `# ${path}\n${texts.join('\n')}\n`)
  expect(parts.length).toBeGreaterThan(500)
  await expect(
    parts.join('\n'),
    'read the changed texts, then update the list: npm run unit -- tests/rules/texts.test.ts -u',
  ).toMatchFileSnapshot(join(import.meta.dirname, 'texts.txt'))
})
