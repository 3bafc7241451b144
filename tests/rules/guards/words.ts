// Finds texts for readers that contain no Chinese: labels of a page's parts, and messages of refusals.
import { behind, type Module, type Modules, modulesOf } from './modules.ts'
import type { Source } from './sources.ts'
import { lineOf, type Node, nameOf, nodesIn, textOf } from './syntax.ts'

/** Attributes of components, and properties passed to them, whose texts are displayed. */
const labels =
  /^(?:text|title|label|labelText|placeholder|alt|helperText|subLabel|description|hint|tooltip|confirm|heading|caption|doing|asks|aria-(?:label|description|roledescription|valuetext))$/i
/** Errors whose message reaches a reader; errors for terminals and programming errors are in English. */
const refusals = /^(?:(?:App|Call|Told)Error|(?:Codec|Embed|Format|Json|Outbound|Path|Report)Problem)$/

/** Names, units and keys that are shown untranslated. */
const known =
  /\b(?:SQL|JSON|ID|CSV|UTC|UUID|JWT|Base64|URL|gzip|HMAC|ISO|iOS|Android|User-Agent|KB|pp|Esc|Alt|Ctrl|UTF|GBK|v\d|ERROR)\b/g

const isForeign = (text: string): boolean =>
  /\p{L}/u.test(text.replace(known, '')) && !/\p{Script=Han}/u.test(text)

/** A text with its module. */
type Said = [Module, Node]

/**
 * The expressions that an expression may evaluate to: both sides of a condition without its test, and what names
 * refer to.
 */
function* outcomes(
  module: Module,
  node: Node | null | undefined,
  modules: Modules,
  depth = 0,
): Generator<Said> {
  if (!node || depth > 4) return
  const further = (...nodes: unknown[]) =>
    nodes.flatMap((one) => [...outcomes(module, one as Node, modules, depth)])
  if (textOf(node) !== undefined) yield [module, node]
  else if (/^(JSXExpressionContainer|TSAsExpression|TSSatisfiesExpression)$/.test(node.type))
    yield* further(node.expression)
  else if (node.type === 'ConditionalExpression') yield* further(node.consequent, node.alternate)
  else if (node.type === 'LogicalExpression')
    yield* further(node.right, ...(node.operator === '&&' ? [] : [node.left]))
  else if (node.type === 'Identifier')
    for (const [home, value] of behind(module, node.name as string, modules))
      yield* outcomes(home, value, modules, depth + 1)
}

/** Elements whose content is code or a key. */
const asItIs = /^(?:code|pre|kbd|Kbd|Line|style)$/

/** The parts of a node that readers see. */
function given(node: Node): Node[] {
  switch (node.type) {
    case 'JSXAttribute':
      return labels.test(nameOf(node.name) ?? '') ? [node.value as Node] : []
    case 'Property':
      return labels.test(nameOf(node.key) ?? '') ? [node.value as Node] : []
    case 'JSXElement':
      return asItIs.test(nameOf((node.openingElement as Node).name) ?? '') ? [] : (node.children as Node[])
    case 'JSXFragment':
      return node.children as Node[]
    default:
      return []
  }
}

/** The texts of a refusal: all arguments of its error except codes, which are single words. */
const refused = (node: Node, module: Module, modules: Modules): Said[] =>
  node.type === 'NewExpression' && refusals.test(nameOf(node.callee) ?? '')
    ? (node.arguments as Node[])
        .flatMap((one) => [...outcomes(module, one, modules)])
        .filter(([, text]) => !/^[a-z_]*$/.test(textOf(text) ?? ''))
    : []

/** Server code is checked only for refusals: its other properties are not displayed. */
const isRead = (path: string) => /^(?:commands|src\/web|src\/features\/\w+\/web)\//.test(path)

/** One message for each such text: its place and the remedy. */
export function foreignTexts(sources: readonly Source[]): string[] {
  const modules = modulesOf(sources)
  const found = sources
    .filter(({ path, text }) => isRead(path) || /new \w+(?:Error|Problem)\(/.test(text))
    .flatMap(({ path }) => {
      const module = modules(path) as Module
      return nodesIn(module.tree).flatMap((node) => [
        ...refused(node, module, modules),
        ...(isRead(path) ? given(node) : []).flatMap((one) => [...outcomes(module, one, modules)]),
      ])
    })
    .filter(([, node]) => isForeign(textOf(node) ?? ''))
    .map(
      ([{ path, text }, node]) => `${path}:${lineOf(text, node)}: say «${textOf(node)?.trim()}» in Chinese`,
    )
  return [...new Set(found)]
}
