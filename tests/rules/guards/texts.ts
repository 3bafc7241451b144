// The texts of the interface in the order of the sources, as their readers see them.
import { type Source, sourcesIn } from './sources.ts'
import { type Node, nodesIn, parseFile } from './syntax.ts'

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

/** The Chinese texts of a file, each once. */
export function textsIn({ path, text }: Source): string[] {
  if (!han.test(text)) return []
  const texts = nodesIn(parseFile(path, text), (node) => !isPart(node))
    .toSorted((one, other) => one.start - other.start)
    .flatMap((node) => shownText(node) ?? [])
    .filter((shown) => han.test(shown))
    .map((shown) => shown.trim().replace(/\s*\n\s*/g, ' ⏎ '))
  return [...new Set(texts)]
}

/** All files with texts, without the demo's names and the setup, which are no part of the interface. */
export const textsOfInterface = (): { path: string; texts: string[] }[] =>
  sourcesIn('commands', 'src')
    .filter(({ path }) => !/^src\/(demo|setup)\//.test(path))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map((source) => ({ path: source.path, texts: textsIn(source) }))
    .filter(({ texts }) => texts.length > 0)
