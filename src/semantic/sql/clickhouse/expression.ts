// Expressions on ClickHouse. Each operator and function is written by the exact types of its operands, so
// that its result is DuckDB's, digit by digit. AND, OR, NOT and IS NULL are alike on both and left to the
// writer.
//
//   a + b (INTEGER, BIGINT)   accurateCast((toInt128(f."a") + toInt128(f."b")), 'Int64')   fails, never wraps
//   m > 0.125                 (f."m" > toDecimal64('0.125', 3))
//   concat(s, a)              concat(ifNull(f."s", ''), ifNull(toString(f."a"), ''))       null adds nothing
import { type Exact, exactOfNumber } from '#semantic/model/expression/exact.ts'
import type { ArithmeticOperator, Composite } from '#semantic/model/expression/tree.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import { commonOf, digitsAsked, exactOf } from '#semantic/plan/tree/exact.ts'
import type { Node } from '#semantic/plan/tree/tree.ts'
import { cast } from './casts.ts'
import { lowered, raised } from './letters.ts'
import {
  absolute,
  arithmetic,
  as,
  asColumn,
  comparable,
  negated,
  type Operand,
  rounded,
  stepped,
} from './numbers.ts'
import { once } from './once.ts'
import { joinedTexts, like, part, trimmed } from './texts.ts'

/** Writes part of an expression, in parentheses unless it is a single term. */
type Write = (node: Node) => string
type Part<Name extends Composite<Node>['kind']> = Extract<Composite<Node>, { kind: Name }>

/** The expression as a single term; null where DuckDB's and ClickHouse's texts are the same. */
export function expressionText(node: Composite<Node>, write: Write): string | null {
  const operand = (part: Node): Operand => operandOf(part, write)
  switch (node.kind) {
    case 'unary':
      return node.operator === '-' ? negated(operand(node.operand)) : null
    case 'binary':
      return binaryText(node, operand)
    case 'in':
      return inText(node, operand)
    case 'between': {
      const [value, low, high] = comparable(operand(node.operand), operand(node.low), operand(node.high))
      return `(${value} ${node.negated ? 'NOT ' : ''}BETWEEN ${low} AND ${high})`
    }
    case 'like': {
      const [text, pattern] = [write(node.operand), write(node.pattern)]
      const found = like(
        text,
        pattern,
        node.pattern.kind === 'string' ? node.pattern.value : null,
        node.escape,
      )
      return node.negated ? `not(${found})` : found
    }
    case 'case':
      return caseText(node, operand, write)
    case 'cast':
      return cast(
        operand(node.operand),
        node.type,
        node.precision,
        node.operand.kind === 'string' ? node.operand.value : null,
      )
    case 'call':
      return callText(node, operand, write)
    default:
      return null
  }
}

function operandOf(node: Node, write: Write): Operand {
  const digits = node.kind === 'number' && exactOfNumber(node.text).is !== 'double' ? node.text : null
  return { text: write(node), exact: exactOf(node), digits }
}

const comparisons = new Set(['=', '<>', '<', '<=', '>', '>='])

function binaryText(node: Part<'binary'>, operand: (node: Node) => Operand): string | null {
  const { operator } = node
  if (operator === 'and' || operator === 'or') return null
  const [left, right] = [operand(node.left), operand(node.right)]
  if (!comparisons.has(operator)) return arithmetic(operator as ArithmeticOperator, left, right)
  return `(${comparable(left, right).join(` ${operator} `)})`
}

/**
 * ClickHouse's IN skips nulls and reads the others as the operand's type, so it is only used for plain lists.
 */
function inText(node: Part<'in'>, operand: (node: Node) => Operand): string {
  const value = operand(node.operand)
  const isListed = node.items.every(
    (item) =>
      (item.kind === 'string' && value.exact.is === 'string') ||
      (item.kind === 'number' && /^\d{1,18}$/.test(item.text) && value.exact.is === 'integer'),
  )
  const items = node.items.map(operand)
  if (isListed)
    return `(${value.text} ${node.negated ? 'NOT ' : ''}IN (${items.map(({ text }) => text).join(', ')}))`
  const [own, ...others] = comparable(value, items[0] as Operand, ...items.slice(1))
  const any = once(own as string, (name) => `(${others.map((other) => `${name} = ${other}`).join(' OR ')})`)
  return node.negated ? `not(${any})` : any
}

function caseText(node: Part<'case'>, operand: (node: Node) => Operand, write: Write): string {
  const results = node.branches.map(({ result }) => result)
  const exact = commonOf(node.otherwise === null ? results : [...results, node.otherwise])
  const branches = node.branches.flatMap(({ when, result }) => {
    const condition =
      node.operand === null
        ? write(when)
        : `(${comparable(operand(node.operand), operand(when)).join(' = ')})`
    return [condition, asColumn(operand(result), exact)]
  })
  const otherwise = node.otherwise === null ? 'NULL' : asColumn(operand(node.otherwise), exact)
  return `multiIf(${[...branches, otherwise].join(', ')})`
}

function callText(node: Part<'call'>, operand: (node: Node) => Operand, write: Write): string {
  const given = node.arguments.map(operand)
  const [first, second, third] = given as [Operand, Operand, Operand]
  const alike = (operands: Operand[]): string[] => {
    const exact = exactOf(node)
    return operands.map((one) => asColumn(one, exact))
  }
  switch (node.name) {
    case 'coalesce':
    case 'ifnull':
      return given.length === 1 ? first.text : `coalesce(${alike(given).join(', ')})`
    case 'greatest':
    case 'least':
      return given.length === 1 ? first.text : `${node.name}(${alike(given).join(', ')})`
    case 'nullif':
      return once(first.text, (text) => {
        const [one, other] = comparable({ ...first, text }, second)
        return `if(${one} = ${other}, NULL, ${asColumn({ ...first, text }, first.exact)})`
      })
    case 'if':
      return `if(${[write(node.arguments[0] as Node), ...alike(given.slice(1))].join(', ')})`
    case 'abs':
      return absolute(first)
    case 'round':
      return rounded(first, digitsAsked(node.arguments[1]))
    case 'floor':
    case 'ceil':
      return stepped(node.name, first)
    case 'sign':
      return `toInt64(sign(${first.text}))`
    case 'lower':
      return lowered(first.text)
    case 'upper':
      return raised(first.text)
    case 'trim':
      return trimmed(first.text)
    case 'length':
      return `toInt64(lengthUTF8(${first.text}))`
    case 'substr':
      for (const { exact } of given.slice(1))
        if (exact.is !== 'integer' && exact.is !== 'null')
          throw reportInvalid('substr 的位置和长度须为整数，请用 cast(… as integer) 转换')
      return part(first.text, second, third ?? null)
    case 'replace':
      return `replaceAll(${[first, second, third].map(({ text }) => text).join(', ')})`
    case 'concat':
      return joinedTexts(given)
    case 'contains':
      return `(position(${first.text}, ${second.text}) > 0)`
    case 'starts_with':
      return `startsWith(${first.text}, ${second.text})`
    case 'date_trunc':
      return truncatedText(unitOf(node), second)
    case 'date_diff':
      return differenceText(unitOf(node), second, third)
    default:
      return partText(node.name, first)
  }
}

function unitOf({ arguments: [unit] }: Part<'call'>): string {
  return unit?.kind === 'string' ? unit.value.toLowerCase() : ''
}

const moments = { hour: { is: 'datetime' }, day: { is: 'date' } } as const satisfies Record<string, Exact>

function truncatedText(unit: string, operand: Operand): string {
  if (operand.exact.is === 'null') return as(operand, unit === 'hour' ? moments.hour : moments.day)
  return startOf(unit, operand.text)
}

/**
 * Start of the unit. For hours, the hour is added to the date: ClickHouse's own truncation gives the next
 * hour for fractional times before 1970.
 */
export function startOf(unit: string, text: string): string {
  if (unit === 'day') return `toDate32(${text})`
  if (unit !== 'hour') return `toDate32(date_trunc('${unit}', toDate32(${text})))`
  return once(
    text,
    (value) => `(toDateTime64(toDate32(${value}), 6, 'UTC') + toIntervalHour(toHour(${value})))`,
  )
}

/** The number of unit boundaries (midnights, Mondays, firsts of a month) between two moments. */
function differenceText(unit: string, from: Operand, until: Operand): string {
  if (from.exact.is === 'null' || until.exact.is === 'null') return 'CAST(NULL AS Nullable(Int64))'
  const [first, last] = comparable(from, until) as [string, string]
  if (unit !== 'week') return `dateDiff('${unit}', ${first}, ${last})`
  return `intDiv(dateDiff('day', ${startOf(unit, first)}, ${startOf(unit, last)}), 7)`
}

const partNames: Record<string, string> = {
  year: 'toYear',
  quarter: 'toQuarter',
  month: 'toMonth',
  week: 'toISOWeek',
  day: 'toDayOfMonth',
  hour: 'toHour',
  weekday: 'toDayOfWeek',
}

function partText(name: string, operand: Operand): string {
  const own = partNames[name]
  if (own === undefined) throw reportInvalid(`函数 ${name} 还不能在 ClickHouse 上使用`)
  return operand.exact.is === 'null' ? 'CAST(NULL AS Nullable(Int64))' : `toInt64(${own}(${operand.text}))`
}

/** A column as an operand: enumerations, UUIDs and fixed strings become texts. */
export function columnText(text: string, exact: Exact | undefined): string {
  return exact?.is === 'string' && !exact.plain ? `toString(${text})` : text
}
