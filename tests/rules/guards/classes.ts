// Finds CSS classes that a component takes from another slice, whose style sheet may not be loaded.
import { behind, type Module, type Modules, modulesOf } from './modules.ts'
import type { Source } from './sources.ts'
import { type Node, nameOf, nodesIn, textOf } from './syntax.ts'

const ownerOf = (path: string): string => path.match(/^src\/features\/(\w+)\//)?.[1] ?? 'platform'
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '')

/** The first class of a selector that is not Blueprint's. */
const firstClass = /^\s*(?:[a-z]*(?:\.bp6-[\w-]+)+[^\s>]*[\s>]+)*[a-z]*\.(?!bp6-)([a-zA-Z][\w-]*)/

/** Owners of each class: sheets with a selector that begins with the class. `.lists .row` does not own `row`. */
function ownersOf(sheets: readonly Source[]): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>()
  for (const { path, text } of sheets) {
    for (const [, head = ''] of withoutComments(text).matchAll(/([^{}]+)\{/g)) {
      for (const selector of head.split(',')) {
        const name = firstClass.exec(selector)?.[1]
        if (name !== undefined) owners.set(name, (owners.get(name) ?? new Set()).add(ownerOf(path)))
      }
    }
  }
  return owners
}

/** Expressions assigned to `className`, `rowClassName`, `className=`, `.className =`, `classList.add`. */
function givenClasses(node: Node): Node[] {
  const isClass = (name: string | undefined) => /className$/i.test(name ?? '')
  switch (node.type) {
    case 'JSXAttribute':
      return isClass(nameOf(node.name)) ? [node.value as Node] : []
    case 'Property':
      return isClass(nameOf(node.key)) ? [node.value as Node] : []
    case 'VariableDeclarator':
      return isClass(nameOf(node.id)) ? [node.init as Node] : []
    case 'AssignmentExpression':
      return isClass(nameOf((node.left as Node).property)) ? [node.right as Node] : []
    case 'CallExpression':
      return nameOf(((node.callee as Node).object as Node | undefined)?.property) === 'classList'
        ? (node.arguments as Node[])
        : []
    default:
      return []
  }
}

/** Names that an expression reads, without names of properties. */
function* namesRead(node: Node): Generator<string> {
  const skipped = new Set<unknown>()
  for (const part of nodesIn(node)) {
    if (part.type === 'MemberExpression' && !part.computed) skipped.add(part.property)
    if (part.type === 'Property' && !part.computed && part.key !== part.value) skipped.add(part.key)
    if (part.type === 'Identifier' && !skipped.has(part)) yield part.name as string
  }
}

/** All texts that an expression may evaluate to, following constants and functions that it names. */
function textsBehind(module: Module, expression: Node, modules: Modules, seen = new Set<Node>()): string[] {
  if (seen.has(expression)) return []
  seen.add(expression)
  const own = nodesIn(expression).flatMap((node) => textOf(node) ?? [])
  const others = [...new Set(namesRead(expression))]
    .flatMap((name) => behind(module, name, modules))
    .flatMap(([home, value]) => textsBehind(home, value, modules, seen))
  return [...own, ...others]
}

const classesIn = (module: Module, modules: Modules): string[] =>
  nodesIn(module.tree)
    .flatMap((node) => givenClasses(node).filter(Boolean))
    .flatMap((given) => textsBehind(module, given, modules))
    .flatMap((text) => text.split(/[^\w-]+/))

/** One message for each class that only other slices style: component, class, owner, remedy. */
export function foreignClasses(sheets: readonly Source[], components: readonly Source[]): string[] {
  const owners = ownersOf(sheets)
  const modules = modulesOf(components)
  const withClasses = components.filter(({ text }) => /className|classList/i.test(text))
  return withClasses.flatMap(({ path }) => {
    const module = modules(path) as Module
    const mine = [ownerOf(path), 'platform']
    return [...new Set(classesIn(module, modules))].flatMap((name) => {
      const styled = [...(owners.get(name) ?? [])]
      return styled.length === 0 || styled.some((owner) => mine.includes(owner))
        ? []
        : [
            `${path}: style .${name} in a sheet of ${mine.join(' or ')}; it stands in one of ${styled.join()} alone`,
          ]
    })
  })
}
