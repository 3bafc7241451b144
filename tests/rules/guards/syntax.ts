// Parses our sources into syntax trees, for faults that a text search would miss.
import { parseAst } from 'vitest/node'

/** An ESTree node from oxc, including TypeScript and JSX. */
export interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Parsed by file ending, because generic arrows (`<Row>(…) =>`) are not valid TSX. */
export const parseFile = (path: string, text: string): Node =>
  parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts', astType: 'ts' }) as unknown as Node

/** The node and its descendants in order, skipping the content of nodes for which `into` returns false. */
export function nodesIn(node: Node, into: (node: Node) => boolean = () => true): Node[] {
  const found: Node[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one)
    else if (isNode(value) && (value === node || into(value))) {
      found.push(value)
      for (const part in value) if (typeof value[part] === 'object') visit(value[part])
    }
  }
  visit(node)
  return found
}

export const lineOf = (text: string, { start }: Node): number => text.slice(0, start).split('\n').length

/** Text of a literal or template, with placeholders as blanks; undefined for other nodes. */
export function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXText') return node.value as string
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' ')
  return undefined
}

/** The name of a property, attribute or variable. */
export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name as string
  return textOf(node)
}
