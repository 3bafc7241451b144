// Text → tree: a Pratt parser for expressions (over a table's columns) and formulas (over points). Names are
// not looked up here. Whatever is no expression (statements, subqueries, comments) is refused at its place.
//
//   'a + b * 2 > 3 and not c is null'
//   → and( >( +(a, *(b, 2)), 3 ), not( isNull(c) ) )
//
// How it works: each operator has a strength (`power`). `read(floor)` reads one operand, then takes in
// operators stronger than `floor`; a weaker one is left to the caller. So `b` above is read with floor 5
// (inside `a + …`), takes `* 2` (6), and leaves `> 3` (4) to the level above.
import { Cursor, type Reader } from './cursor.ts'
import { parseCall, parseCase, parseCast, parseTypedLiteral } from './forms.ts'
import { statementWords } from './functions.ts'
import { type BinaryOperator, type Expression, isComposite, mapChildren } from './tree.ts'

/** The deepest nesting of parentheses, calls and operators' right sides. */
const maxNesting = 64
/** The most levels of the tree: a + b + c + d has four. DuckDB's own limit is 1000. */
const maxDepth = 300

const power = { or: 1, and: 2, not: 3, compare: 4, add: 5, multiply: 6, negate: 7 } as const

const binaryPower: Record<string, number> = {
  __proto__: null as never,
  or: power.or,
  and: power.and,
  '=': power.compare,
  '<>': power.compare,
  '<': power.compare,
  '<=': power.compare,
  '>': power.compare,
  '>=': power.compare,
  '+': power.add,
  '-': power.add,
  '*': power.multiply,
  '/': power.multiply,
  '%': power.multiply,
}

/** Throws ReportProblem (formula_invalid) with the position. */
export function parseExpression(text: string): Expression {
  const cursor = new Cursor(text)
  if (cursor.isEnd) throw cursor.problem('表达式为空', cursor.token)
  let nesting = 0
  const reader: Reader = {
    cursor,
    read(floor = 0) {
      nesting += 1
      if (nesting > maxNesting) throw cursor.problem(`嵌套过深，最多 ${maxNesting} 层`, cursor.token)
      let left = readPrefix(reader)
      for (let longer = extend(reader, left, floor); longer !== null; longer = extend(reader, left, floor))
        left = longer
      nesting -= 1
      return left
    },
  }
  const expression = reader.read()
  if (!cursor.isEnd) throw leftOver(cursor)
  if (depthOf(expression) > maxDepth)
    throw cursor.problem(`表达式过长，最多连用 ${maxDepth} 个运算`, { offset: 0, length: text.length })
  return expression
}

function leftOver(cursor: Cursor) {
  if (cursor.token.kind === 'name' && statementWords.has(cursor.token.text.toLowerCase()))
    return refuseStatement(cursor)
  if (cursor.isSymbol(')')) return cursor.problem('多余的右括号', cursor.token)
  if (cursor.isSymbol(',')) return cursor.problem('只能写一个表达式，这里不能有逗号', cursor.token)
  return cursor.unexpected('这里应为运算符或结束')
}

function refuseStatement(cursor: Cursor) {
  const word = cursor.token.text
  return cursor.problem(`只能写表达式，不能用「${word}」；如果它是列名，请写成 "${word}"`, cursor.token)
}

function readPrefix(reader: Reader): Expression {
  const { cursor } = reader
  const { token } = cursor
  const start = token.offset
  if (
    token.kind === 'number' ||
    token.kind === 'string' ||
    token.kind === 'point' ||
    token.kind === 'quoted'
  ) {
    cursor.advance()
    const at = cursor.spanFrom(start)
    if (token.kind === 'number') return { kind: 'number', text: token.text, at }
    if (token.kind === 'string') return { kind: 'string', value: token.text, at }
    if (token.kind === 'point') return { kind: 'point', name: token.text.trim(), at }
    return { kind: 'column', name: token.text, quoted: true, at }
  }
  if (cursor.takeSymbol('(')) return readParenthesis(reader)
  if (cursor.takeSymbol('-'))
    return { kind: 'unary', operator: '-', operand: reader.read(power.negate), at: cursor.spanFrom(start) }
  if (cursor.takeSymbol('+')) return reader.read(power.negate)
  if (token.kind === 'name') return readWord(reader)
  if (cursor.isSymbol('*')) throw cursor.problem('这里不能用 *', token)
  throw cursor.unexpected('这里应为列名、指标、数字、文字或函数')
}

function readParenthesis(reader: Reader): Expression {
  const { cursor } = reader
  if (cursor.isWord('select') || cursor.isWord('with')) throw cursor.problem('不能用子查询', cursor.token)
  const inner = reader.read()
  if (cursor.isSymbol(',')) throw cursor.problem('括号里只能有一个表达式', cursor.token)
  cursor.expectSymbol(')')
  return inner
}

function readWord(reader: Reader): Expression {
  const { cursor } = reader
  const { token } = cursor
  const start = token.offset
  const word = token.text.toLowerCase()
  if (statementWords.has(word)) throw refuseStatement(cursor)
  if (cursor.isSymbol('(', cursor.next) && word !== 'not' && word !== 'case')
    return word === 'cast' || word === 'try_cast' ? parseCast(reader) : parseCall(reader)
  if ((word === 'date' || word === 'timestamp') && cursor.next.kind === 'string')
    return parseTypedLiteral(reader)
  if (word === 'case') return parseCase(reader)
  if (word === 'not') {
    cursor.advance()
    return { kind: 'unary', operator: 'not', operand: reader.read(power.not), at: cursor.spanFrom(start) }
  }
  if (operatorWords.has(word)) throw cursor.unexpected('这里应为列名、指标、数字、文字或函数')
  cursor.advance()
  const at = cursor.spanFrom(start)
  if (word === 'null') return { kind: 'null', at }
  if (word === 'true' || word === 'false') return { kind: 'boolean', value: word === 'true', at }
  return { kind: 'column', name: token.text, quoted: false, at }
}

const operatorWords = new Set([
  'and',
  'or',
  'is',
  'in',
  'like',
  'ilike',
  'between',
  'when',
  'then',
  'else',
  'end',
  'as',
  'escape',
])

/**
 * Joins `left` with the following operator and its right side; null where no operator stronger than `floor`
 * follows.
 */
function extend(reader: Reader, left: Expression, floor: number): Expression | null {
  const { cursor } = reader
  const { token } = cursor
  const start = left.at.offset
  if (token.kind === 'symbol' || token.kind === 'name') {
    const operator = token.text.toLowerCase()
    const strength = binaryPower[operator]
    if (strength !== undefined) {
      if (strength <= floor) return null
      cursor.advance()
      const right = reader.read(strength)
      return { kind: 'binary', operator: operator as BinaryOperator, left, right, at: cursor.spanFrom(start) }
    }
  }
  return power.compare > floor ? readPredicate(reader, left) : null
}

function readPredicate(reader: Reader, operand: Expression): Expression | null {
  const { cursor } = reader
  const start = operand.at.offset
  if (cursor.takeWord('is')) {
    const negated = cursor.takeWord('not')
    cursor.expectWord('null')
    return { kind: 'isNull', operand, negated, at: cursor.spanFrom(start) }
  }
  const negated =
    cursor.isWord('not') && ['in', 'like', 'between'].some((word) => cursor.isWord(word, cursor.next))
  if (negated) cursor.advance()
  if (cursor.takeWord('in')) {
    const items = readItems(reader)
    return { kind: 'in', operand, items, negated, at: cursor.spanFrom(start) }
  }
  if (cursor.takeWord('between')) {
    const low = reader.read(power.compare)
    cursor.expectWord('and')
    const high = reader.read(power.compare)
    return { kind: 'between', operand, low, high, negated, at: cursor.spanFrom(start) }
  }
  if (cursor.takeWord('like')) {
    const pattern = reader.read(power.compare)
    const mark = cursor.takeWord('escape') ? readEscape(cursor) : null
    return { kind: 'like', operand, pattern, escape: mark, negated, at: cursor.spanFrom(start) }
  }
  return null
}

function readItems(reader: Reader): Expression[] {
  const { cursor } = reader
  cursor.expectSymbol('(')
  if (cursor.isWord('select') || cursor.isWord('with')) throw cursor.problem('不能用子查询', cursor.token)
  const items = [reader.read()]
  while (cursor.takeSymbol(',')) items.push(reader.read())
  cursor.expectSymbol(')')
  return items
}

function readEscape(cursor: Cursor): string {
  const { token } = cursor
  if (token.kind !== 'string' || [...token.text].length !== 1 || token.text.length !== 1)
    throw cursor.problem("escape 后应为单个字符，例如 escape '\\'", token)
  cursor.advance()
  return token.text
}

function depthOf(root: Expression): number {
  let deepest = 0
  const pending: [Expression, number][] = [[root, 1]]
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const [node, depth] = entry
    deepest = Math.max(deepest, depth)
    if (isComposite<Expression>(node)) mapChildren(node, (child) => pending.push([child, depth + 1]))
  }
  return deepest
}
