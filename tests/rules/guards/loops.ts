// Finds loops of the server that await each item of a list from the request, because the caller decides their length.
import type { Source } from './sources.ts'
import { isNode, lineOf, type Node, nameOf, nodesIn, parseFile } from './syntax.ts'

interface Shape {
  type?: string
  maxItems?: number
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  allOf?: Shape[]
}

/** Names of request properties that are lists of more than `most` items. */
export function longLists(schema: object, most: number, name = ''): string[] {
  const { type, maxItems = 0, properties = {}, items, anyOf = [], allOf = [] } = schema as Shape
  return [
    ...(type === 'array' && maxItems > most && name !== '' ? [name] : []),
    ...Object.entries(properties).flatMap(([key, part]) => longLists(part, most, key)),
    ...[...anyOf, ...allOf, ...(items ? [items] : [])].flatMap((part) => longLists(part, most, name)),
  ]
}

const isFunction = ({ type }: Node): boolean =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)

/** Names of a function's parameters, including those in patterns. */
const parametersOf = (node: Node): Set<string> =>
  new Set(
    (node.params as Node[])
      .flatMap((parameter) => nodesIn(parameter, ({ type }) => !type.startsWith('TSType')))
      .filter(({ type }) => type === 'Identifier')
      .map(({ name }) => name as string),
  )

/** Whether the body awaits anything other than `breathe` outside nested functions. */
const waits = (body: Node): boolean =>
  nodesIn(body, (node) => !isFunction(node)).some(
    ({ type, argument }) => type === 'AwaitExpression' && nameOf((argument as Node).callee) !== 'breathe',
  )

/** Whether the expression is, or is derived from, such a list among the function's parameters. */
function isGiven(
  expression: Node,
  lists: ReadonlySet<string>,
  given: ReadonlySet<string>,
  locals: ReadonlyMap<string, Node>,
): boolean {
  if (expression.type === 'CallExpression' && batches.test(nameOf(expression.callee) ?? '')) return false
  if (expression.type === 'Identifier') {
    const name = expression.name as string
    const local = locals.get(name)
    if (local) return isGiven(local, lists, given, new Map([...locals].filter(([other]) => other !== name)))
    return lists.has(name) && given.has(name)
  }
  if (expression.type === 'MemberExpression') {
    const { object, property, computed } = expression as Node & { object: Node; property: Node }
    if (!computed && lists.has(nameOf(property) ?? ''))
      return nodesIn(object).some(({ type, name }) => type === 'Identifier' && given.has(name as string))
  }
  if (isFunction(expression)) return false
  return Object.values(expression)
    .flat()
    .some((part) => isNode(part) && isGiven(part, lists, given, locals))
}

/** Functions that split a list into batches. */
const batches = /^chunks$/

/** Variables of a function, without those of nested functions. */
const localsOf = (node: Node): Map<string, Node> =>
  new Map(
    nodesIn(node.body as Node, (inner) => !isFunction(inner)).flatMap(({ type, id, init }) =>
      type === 'VariableDeclarator' && isNode(init) && nameOf(id) ? [[nameOf(id) ?? '', init]] : [],
    ),
  )

const textAt = (text: string, { start, end }: Node): string => text.slice(start, end).replace(/\s+/g, ' ')

export interface WaitingLoop {
  path: string
  line: number
  /** The expression that the loop iterates over, as written. */
  over: string
}

export const toldLoop = ({ path, line, over }: WaitingLoop): string =>
  `${path}:${line}: waits for each of ${over}: go over chunks(${over}, most) with one statement a slice, or add the loop to the reasons in tests/rules/loops.test.ts`

/** Every loop that awaits once for each item of a caller's list. */
export function waitingLoops({ path, text }: Source, lists: ReadonlySet<string>): WaitingLoop[] {
  return nodesIn(parseFile(path, text))
    .filter(isFunction)
    .flatMap((node) => {
      const [given, locals] = [parametersOf(node), localsOf(node)]
      return nodesIn(node.body as Node, (inner) => !isFunction(inner))
        .filter(({ type }) => type === 'ForOfStatement')
        .filter(({ right, body }) => waits(body as Node) && isGiven(right as Node, lists, given, locals))
        .map((loop) => ({ path, line: lineOf(text, loop), over: textAt(text, loop.right as Node) }))
    })
}
