// Our sources as syntax trees, for guards that a text search would let pass.
import { parseAst } from 'vitest/node'

/** A node of ESTree as oxc gives it, TypeScript and JSX included. */
export interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Generic arrows (`<Row>(…) =>`) are no TSX, so the language goes by the file's ending. */
export const parseFile = (path: string, text: string): Node =>
  parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts', astType: 'ts' }) as unknown as Node

/** The node and all nodes within it, in their order; nothing of a node that `into` refuses. */
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

/** What a literal or a template says, its holes as blanks; undefined for anything else. */
export function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXText') return node.value as string
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' ')
  return undefined
}

/** The name of a property, an attribute or a variable. */
export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name as string
  return textOf(node)
}
