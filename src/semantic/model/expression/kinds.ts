// The kind of an expression's value, and whether its parts fit together. Wrong kinds are found when a
// definition is saved, with the place in the text, not by the warehouse when a report runs.
//
//   amount > 5           boolean
//   a / b                number (also of two integers)
//   a - b                integer of integers, days between of two dates, else number
//   if(x, 1, 'no')       refused: 文字不能与整数比较或并用, at 'no'
import type { ReportProblem } from '../problem.ts'
import { functions, truncateUnits } from './functions.ts'
import { problemAt } from './tokens.ts'
import { type Composite, type Expression, isComposite, type Kind, type NameLeaf, type Span } from './tree.ts'

export const kindNames: Record<Kind, string> = {
  integer: '整数',
  number: '数字',
  string: '文字',
  boolean: '布尔值',
  date: '日期',
  datetime: '时间',
  unknown: '未知',
}

export function isNumeric(kind: Kind): boolean {
  return kind === 'integer' || kind === 'number' || kind === 'unknown'
}

function isMoment(kind: Kind): boolean {
  return kind === 'date' || kind === 'datetime' || kind === 'unknown'
}

/** The kind that both can be converted to; null where there is none. integer + number → number. */
export function commonKind(left: Kind, right: Kind): Kind | null {
  if (left === right || right === 'unknown') return left
  if (left === 'unknown') return right
  if (isNumeric(left) && isNumeric(right)) return 'number'
  if (isMoment(left) && isMoment(right)) return 'datetime'
  return null
}

export interface KindContext {
  /** The whole text, for positions in errors. */
  text: string
  /** Kind of a column or point; throws for unknown ones. */
  leaf(leaf: NameLeaf): Kind
}

export function kindOf(node: Expression, context: KindContext): Kind {
  if (isComposite<Expression>(node)) return kindOfComposite(node, context)
  switch (node.kind) {
    case 'number':
      return /^\d{1,18}$/.test(node.text) ? 'integer' : 'number'
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'unknown'
    default:
      return context.leaf(node as NameLeaf)
  }
}

type Part<K extends Composite<Expression>['kind']> = Extract<Composite<Expression>, { kind: K }>

function kindOfComposite(node: Composite<Expression>, context: KindContext): Kind {
  switch (node.kind) {
    case 'unary':
      return kindOfUnary(node, context)
    case 'binary':
      return kindOfBinary(node, context)
    case 'isNull':
      kindOf(node.operand, context)
      return 'boolean'
    case 'in':
      agreeing([node.operand, ...node.items], context)
      return 'boolean'
    case 'between':
      agreeing([node.operand, node.low, node.high], context)
      return 'boolean'
    case 'like':
      requireText(node.operand, context)
      requireText(node.pattern, context)
      return 'boolean'
    case 'case':
      return kindOfCase(node, context)
    case 'cast':
      return kindOfCast(node, context)
    case 'call':
      return kindOfCall(node, context)
  }
}

function wrong(context: KindContext, at: Span, message: string): ReportProblem {
  return problemAt(context.text, message, at.offset, at.length)
}

function requireKind(
  node: Expression,
  fits: (kind: Kind) => boolean,
  what: string,
  context: KindContext,
): Kind {
  const kind = kindOf(node, context)
  if (!fits(kind)) throw wrong(context, node.at, `这里应为${what}，却是${kindNames[kind]}`)
  return kind
}

const requireText = (node: Expression, context: KindContext): Kind =>
  requireKind(node, (kind) => kind === 'string' || kind === 'unknown', '文字', context)
const requireTruth = (node: Expression, context: KindContext): Kind =>
  requireKind(node, (kind) => kind === 'boolean' || kind === 'unknown', '条件', context)

function kindOfUnary(node: Part<'unary'>, context: KindContext): Kind {
  return node.operator === 'not'
    ? requireTruth(node.operand, context)
    : requireKind(node.operand, isNumeric, '数字', context)
}

function kindOfBinary(node: Part<'binary'>, context: KindContext): Kind {
  const { operator } = node
  if (operator === 'and' || operator === 'or') {
    requireTruth(node.left, context)
    requireTruth(node.right, context)
    return 'boolean'
  }
  if ('+-*/%'.includes(operator)) return kindOfArithmetic(node, context)
  agreeing([node.left, node.right], context)
  return 'boolean'
}

function kindOfArithmetic(node: Part<'binary'>, context: KindContext): Kind {
  const left = kindOf(node.left, context)
  const right = kindOf(node.right, context)
  if (left === 'date' && right === 'date' && node.operator === '-') return 'integer'
  for (const [kind, side] of [
    [left, node.left],
    [right, node.right],
  ] as const)
    if (!isNumeric(kind)) throw wrong(context, side.at, `${kindNames[kind]}不能参与 ${node.operator} 运算`)
  if (node.operator === '/') return 'number'
  return left === 'integer' && right === 'integer' ? 'integer' : 'number'
}

/** The common kind of all nodes; throws at the first that does not match the previous ones. */
function agreeing(nodes: Expression[], context: KindContext): Kind {
  let common: Kind = 'unknown'
  for (const node of nodes) {
    const kind = kindOf(node, context)
    const next = commonKind(common, kind)
    if (next === null)
      throw wrong(
        context,
        node.at,
        `${kindNames[kind]}不能与${kindNames[common]}比较或并用${hint(common, kind)}`,
      )
    common = next
  }
  return common
}

function hint(left: Kind, right: Kind): string {
  const kinds = [left, right]
  if (!kinds.includes('string')) return ''
  if (kinds.includes('date')) return "，日期请写成 date '2026-01-31'"
  if (kinds.includes('datetime')) return "，时间请写成 timestamp '2026-01-31 08:00:00'"
  return ''
}

function kindOfCase(node: Part<'case'>, context: KindContext): Kind {
  const whens = node.branches.map((branch) => branch.when)
  if (node.operand !== null) agreeing([node.operand, ...whens], context)
  else for (const when of whens) requireTruth(when, context)
  const results = node.branches.map((branch) => branch.result)
  return agreeing(node.otherwise === null ? results : [...results, node.otherwise], context)
}

const castKinds: Record<Part<'cast'>['type'], Kind> = {
  integer: 'integer',
  double: 'number',
  decimal: 'number',
  varchar: 'string',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'datetime',
}

function kindOfCast(node: Part<'cast'>, context: KindContext): Kind {
  const from = kindOf(node.operand, context)
  const to = castKinds[node.type]
  const fits =
    from === to ||
    from === 'unknown' ||
    from === 'string' ||
    to === 'string' ||
    commonKind(from, to) !== null ||
    (from === 'boolean' && to === 'integer')
  if (!fits) throw wrong(context, node.at, `${kindNames[from]}不能转为${kindNames[to]}`)
  return to
}

function kindOfCall(node: Part<'call'>, context: KindContext): Kind {
  const declared = functions[node.name]
  if (declared === undefined) throw wrong(context, node.at, `没有函数 ${node.name}`)
  const shared: Expression[] = []
  let moment = 'unknown' as Kind
  let numeric = 'unknown' as Kind
  node.arguments.forEach((argument, index) => {
    const accepts = declared.accepts[Math.min(index, declared.accepts.length - 1)]
    if (accepts === 'same') shared.push(argument)
    else if (accepts === 'unit') requireUnit(argument, context)
    else if (accepts === 'digits') requireDigits(argument, context)
    else if (accepts === 'moment') moment = requireKind(argument, isMoment, '日期或时间', context)
    else if (accepts === 'boolean') requireTruth(argument, context)
    else if (accepts === 'string') requireText(argument, context)
    else if (accepts === 'numeric') numeric = requireKind(argument, isNumeric, '数字', context)
    else kindOf(argument, context)
  })
  if (node.name === 'hour' && moment === 'date') throw wrong(context, node.at, '日期没有小时，需要时间列')
  if (declared.result === 'moment') return truncatedKind(node, moment, context)
  if (declared.result !== 'common') return declared.result
  return shared.length > 0 ? agreeing(shared, context) : numeric
}

function truncatedKind(node: Part<'call'>, moment: Kind, context: KindContext): Kind {
  const unit = node.arguments[0]
  const isHour = unit?.kind === 'string' && unit.value.toLowerCase() === 'hour'
  if (isHour && moment === 'date') throw wrong(context, node.at, '日期不能截到小时，需要时间列')
  return isHour ? 'datetime' : 'date'
}

function requireUnit(node: Expression, context: KindContext): void {
  const unit = node.kind === 'string' ? node.value.toLowerCase() : ''
  if (!(truncateUnits as readonly string[]).includes(unit))
    throw wrong(context, node.at, `时间单位应为 ${truncateUnits.map((name) => `'${name}'`).join('、')} 之一`)
}

function requireDigits(node: Expression, context: KindContext): void {
  const literal = node.kind === 'unary' && node.operator === '-' ? node.operand : node
  if (literal.kind !== 'number' || !/^\d$/.test(literal.text))
    throw wrong(context, node.at, '小数位数应写成 0 到 9 的数字')
}
