// Every English label that Blueprint brings along where we use it is translated.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { inChinese } from '#setup/blueprintWords.mjs'
import { directImports } from '#setup/directImports.mjs'

const root = join(import.meta.dirname, '../../node_modules/@blueprintjs')
const modules = globSync('{core,table}/lib/esm/**/*.js', { cwd: root })
  .filter((name) => !name.includes('__examples__'))
  .map((name) => join(root, name))

/** As names and titles are written in its modules. */
const said = /(?:"aria-label": ?|\btitle: ?|Title = )"([A-Z][a-z]+(?: [a-z]+)*)"/g

it('names its buttons and marks in Chinese', () => {
  const english = (text: string) => [...text.matchAll(said)].map(([, words]) => words)
  const texts = modules.map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  expect(texts.flatMap(({ text }) => english(text))).toContain('Remove tag')
  expect(texts.flatMap(({ path, text }) => english(inChinese(path, text)))).toEqual([])
})

it('is noticed where a new version says something else', () => {
  const path = join(root, 'core/lib/esm/components/tag/tagRemoveButton.js')
  expect(() => inChinese(path, 'export const said = "Take away"')).toThrow('Remove tag')
})

it('reaches the browser so', async () => {
  const { outputFiles } = await build({
    stdin: { contents: "import { Tag } from '@blueprintjs/core'; globalThis.Tag = Tag", resolveDir: root },
    bundle: true,
    write: false,
    plugins: [directImports],
  })
  const code = outputFiles[0]?.text ?? ''
  expect(code).toMatch(/aria-label": "(移除|\\u79FB\\u9664)"/)
  expect(code).not.toContain('Remove tag')
})
