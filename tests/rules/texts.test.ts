// All texts of the interface in one file, in the order of the sources, to be read from top to bottom. A changed text
// shows in the difference of texts.txt, so its reviewer reads it as its readers will.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sourcesIn } from './guards/sources.ts'
import { type Node, nodesIn, parseFile } from './guards/syntax.ts'

const han = /\p{Script=Han}/u

/** The text as its reader sees it, with `…` for what is filled in; undefined for other nodes. */
function shownText(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXText') return node.value as string
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
  return undefined
}

/** Parts of a template, which stands there as a whole. */
const isPart = ({ type }: Node): boolean => type === 'TemplateElement'

function textsIn(path: string, text: string): string[] {
  if (!han.test(text)) return []
  const texts = nodesIn(parseFile(path, text), (node) => !isPart(node))
    .toSorted((one, other) => one.start - other.start)
    .flatMap((node) => shownText(node) ?? [])
    .filter((shown) => han.test(shown))
    .map((shown) => shown.trim().replace(/\s*\n\s*/g, ' ⏎ '))
  return [...new Set(texts)]
}

it('are listed in texts.txt as they are in the sources', async () => {
  // Excluded: the demo's names and the setup, which are no part of the interface.
  const sources = sourcesIn('commands', 'src')
    .filter(({ path }) => !/^src\/(demo|setup)\//.test(path))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
  const parts = sources.flatMap(({ path, text }) => {
    const texts = textsIn(path, text)
    return texts.length === 0 ? [] : [`# ${path}\n${texts.join('\n')}\n`]
  })
  expect(parts.length).toBeGreaterThan(500)
  await expect(
    parts.join('\n'),
    'read the changed texts, then update the list: npm run unit -- tests/rules/texts.test.ts -u',
  ).toMatchFileSnapshot(join(import.meta.dirname, 'texts.txt'))
})
