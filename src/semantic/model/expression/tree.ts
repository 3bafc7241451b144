// The tree of an expression. Inner nodes (`Composite`: operators, calls …) are the same before and after
// names are bound, so that one walker and one printer serve both; only the leaves differ:
//
//   Expression (here)        leaves are literals and names: `amount`, `[充值金额]`
//   Node (plan/tree/tree.ts)      leaves are literals, columns of a source (f."amount") and bound values

export interface Span {
  offset: number
  length: number
}

/** What may be done with a value. `unknown` (an unknown column type, NULL) is compatible with every kind. */
export type Kind = 'integer' | 'number' | 'string' | 'boolean' | 'date' | 'datetime' | 'unknown'

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%'
type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>='
export type BinaryOperator = ArithmeticOperator | ComparisonOperator | 'and' | 'or'

const castTypes = ['integer', 'double', 'varchar', 'boolean', 'date', 'timestamp', 'decimal'] as const
export type CastType = (typeof castTypes)[number]

export type Literal =
  | { kind: 'number'; text: string; at: Span }
  | { kind: 'string'; value: string; at: Span }
  | { kind: 'boolean'; value: boolean; at: Span }
  | { kind: 'null'; at: Span }

interface Composed<Name extends string> {
  kind: Name
  at: Span
}
export interface Unary<Node> extends Composed<'unary'> {
  operator: '-' | 'not'
  operand: Node
}
export interface Binary<Node> extends Composed<'binary'> {
  operator: BinaryOperator
  left: Node
  right: Node
}
export interface IsNull<Node> extends Composed<'isNull'> {
  operand: Node
  negated: boolean
}
export interface In<Node> extends Composed<'in'> {
  operand: Node
  items: Node[]
  negated: boolean
}
export interface Like<Node> extends Composed<'like'> {
  operand: Node
  pattern: Node
  escape: string | null
  negated: boolean
}
export interface Between<Node> extends Composed<'between'> {
  operand: Node
  low: Node
  high: Node
  negated: boolean
}
export interface Case<Node> extends Composed<'case'> {
  /** `case x when 1 …`: x. Null for `case when x = 1 …`, where each `when` is a condition. */
  operand: Node | null
  branches: { when: Node; result: Node }[]
  otherwise: Node | null
}
export interface Cast<Node> extends Composed<'cast'> {
  operand: Node
  type: CastType
  precision: [number, number] | null
}
export interface Call<Node> extends Composed<'call'> {
  name: string
  arguments: Node[]
}

export type Composite<Node> =
  | Unary<Node>
  | Binary<Node>
  | IsNull<Node>
  | In<Node>
  | Like<Node>
  | Between<Node>
  | Case<Node>
  | Cast<Node>
  | Call<Node>

/** A column by its name, or a point by its title (`#12` by its id). */
export type NameLeaf =
  | { kind: 'column'; name: string; quoted: boolean; at: Span }
  | { kind: 'point'; name: string; at: Span }

// The composites are repeated: TypeScript refuses `Composite<Expression>` here as a circular alias.
export type Expression =
  | Literal
  | NameLeaf
  | Unary<Expression>
  | Binary<Expression>
  | IsNull<Expression>
  | In<Expression>
  | Like<Expression>
  | Between<Expression>
  | Case<Expression>
  | Cast<Expression>
  | Call<Expression>

export const nowhere: Span = { offset: 0, length: 0 }

const compositeKinds = new Set(['unary', 'binary', 'isNull', 'in', 'like', 'between', 'case', 'cast', 'call'])

export function isComposite<Node extends { kind: string }>(
  node: Node | Composite<Node>,
): node is Composite<Node> {
  return compositeKinds.has(node.kind)
}

/** A copy of the node with each child replaced by `map`'s result. */
export function mapChildren<From, To>(node: Composite<From>, map: (child: From) => To): Composite<To> {
  switch (node.kind) {
    case 'unary':
    case 'isNull':
    case 'cast':
      return { ...node, operand: map(node.operand) }
    case 'binary':
      return { ...node, left: map(node.left), right: map(node.right) }
    case 'in':
      return { ...node, operand: map(node.operand), items: node.items.map(map) }
    case 'like':
      return { ...node, operand: map(node.operand), pattern: map(node.pattern) }
    case 'between':
      return { ...node, operand: map(node.operand), low: map(node.low), high: map(node.high) }
    case 'case':
      return {
        ...node,
        operand: node.operand === null ? null : map(node.operand),
        branches: node.branches.map((branch) => ({ when: map(branch.when), result: map(branch.result) })),
        otherwise: node.otherwise === null ? null : map(node.otherwise),
      }
    case 'call':
      return { ...node, arguments: node.arguments.map(map) }
  }
}

/** Names in an expression, in reading order. */
export function namesIn(expression: Expression): NameLeaf[] {
  const names: NameLeaf[] = []
  const visit = (node: Expression): void => {
    if (node.kind === 'column' || node.kind === 'point') names.push(node)
    else if (isComposite<Expression>(node)) mapChildren(node, visit)
  }
  visit(expression)
  return names
}
