// Converts filters of a request to conditions. A filter on a dimension is checked once, and written for each fact by
// its way to the dimension; a filter on a point is a condition on the result's rows.
//
//   { dim: 10, op: 'in', values: ['axb', null] }       f."note" IN (SELECT unnest($1)) OR f."note" IS NULL
//   { dim: 10, op: 'notIn', values: ['axb'] }          NOT f."note" IN (…) OR f."note" IS NULL
//   { dim: 1, op: 'gt', values: ['2026-01-01'] }       f."pay_date" >= DATE '2026-01-02'
//   { point: 11, op: 'gte', values: [5.25] }           r."p11" >= CAST($1 AS DOUBLE)

import type { Kind } from '#semantic/model/expression/tree.ts'
import { nowhere } from '#semantic/model/expression/tree.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import { dimensionTypeTitles, filterOpTitles } from '#semantic/model/titles.ts'
import type { Dimension, ReportFilter } from '#semantic/model/types.ts'
import { calendarDay, dayText } from '#shared/day.ts'
import { all, any, asText, binary, isNull, not, truth } from '../tree/build.ts'
import type { Reached } from '../tree/reached.ts'
import type { BoundType, BoundValue, Node } from '../tree/tree.ts'
import { requireDay } from './range.ts'

type Value = ReportFilter['values'][number]
const maxFilterValues = 50_000

/** The filtered dimension or point: its name for messages, and the operators that it takes. */
interface Subject {
  /** Name for messages: 维度「渠道」. */
  title: string
  typeName: string
  /** Takes gt, gte, lt, lte and between. */
  ordered: boolean
  /** Takes contains and startsWith. */
  textual: boolean
}

interface Target {
  node: Node
  kind: Kind
  /**
   * Times whose day starts at `cutoffHour`: days compare as bounds on the time, so that the warehouse can skip blocks.
   */
  days: { node: Node; cutoffHour: number } | null
}

/**
 * The condition for a fact that reaches the dimension as given; null if the filter has no values and restricts nothing.
 */
export type FilterCondition = (reach: Reached) => Node | null

export function dimensionFilter(filter: ReportFilter, dimension: Dimension): FilterCondition {
  const { types } = dimension
  const ordered = types === 'number' || types === 'date' || types === 'time'
  const subject: Subject = {
    title: `维度「${dimension.name}」`,
    typeName: dimensionTypeTitles[types],
    ordered,
    textual: !ordered,
  }
  const condition = filterCondition(filter, subject)
  return (reach) => condition(targetOf(reach, dimension))
}

function targetOf(reach: Reached, dimension: Dimension): Target {
  if (dimension.types === 'time' && reach.kind === 'datetime') {
    // A time is filtered as displayed: truncated to its finest grain.
    const grain = dimension.count_quantum ?? 'hour'
    const node: Node = { kind: 'truncated', operand: reach.node, grain, from: 'datetime' }
    return { node, kind: 'datetime', days: { node: reach.node, cutoffHour: reach.days?.cutoffHour ?? 0 } }
  }
  if (reach.kind === 'datetime' && dimension.types === 'date')
    return {
      node: { kind: 'businessDay', operand: reach.node, cutoffHour: 0 },
      kind: 'date',
      days: { node: reach.node, cutoffHour: 0 },
    }
  const days =
    reach.days?.kind === 'datetime' ? { node: reach.days.node, cutoffHour: reach.days.cutoffHour } : null
  return { node: reach.node, kind: reach.kind, days }
}

export function pointFilter(filter: ReportFilter, name: string, kind: Kind, node: Node): Node | null {
  const textual = kind === 'string'
  const type = textual ? 'string' : kind === 'date' || kind === 'datetime' ? 'date' : 'number'
  const subject: Subject = {
    title: `指标「${name}」`,
    typeName: dimensionTypeTitles[type],
    ordered: !textual,
    textual,
  }
  return filterCondition(filter, subject)({ node, kind, days: null })
}

function filterCondition(filter: ReportFilter, subject: Subject): (target: Target) => Node | null {
  const { op, values } = filter
  if (!Object.hasOwn(filterOpTitles, op)) throw reportInvalid(`${subject.title}的筛选方式「${op}」不存在`)
  if (!Array.isArray(values)) throw reportInvalid(`${subject.title}的筛选值格式有误`)
  if (values.length > maxFilterValues)
    throw reportInvalid(`${subject.title}的筛选值过多，最多 ${maxFilterValues.toLocaleString('en-US')} 个`)
  if (op === 'isNull' || op === 'isNotNull') return (target) => isNull(target.node, op === 'isNotNull')
  if (values.length === 0) return () => null
  if (op === 'in' || op === 'notIn') return membership(values, op === 'notIn', subject)
  if (op === 'contains' || op === 'notContains' || op === 'startsWith') return matching(values, op, subject)
  return comparison(values, op, subject)
}

/** Each row passes either `in` or `notIn`: a null passes `in` only if null is listed, else `notIn`. */
function membership(values: Value[], negated: boolean, subject: Subject): (target: Target) => Node | null {
  const wantsNull = values.includes(null)
  const present = [...new Set(values.filter((value) => value !== null).map(String))]
  const bound: BoundValue = { value: present }
  return ({ node, kind }) => {
    if (present.length === 0) return isNull(node, negated)
    // A text dimension may be a numeric column in one of its facts: values that are no numbers occur in none of its
    // rows.
    const held = subject.ordered ? present : present.filter((text) => canHold(text, kind))
    if (held.length === 0) return noneOf(node, wantsNull, negated)
    const type = listType(held, kind, subject)
    const operand = type === 'text' ? textOf(node, kind) : node
    const own = held.length === present.length ? bound : { value: held }
    const listed: Node = { kind: 'anyOf', operand, bound: own, type }
    if (!negated) return wantsNull ? binary('or', listed, isNull(node)) : listed
    return wantsNull
      ? binary('and', not(listed), isNull(node, true))
      : binary('or', not(listed), isNull(node))
  }
}

/** The condition for a list none of whose values can occur. */
function noneOf(node: Node, wantsNull: boolean, negated: boolean): Node {
  return wantsNull ? isNull(node, negated) : truth(negated)
}

const numeric = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/

/** Whether a column of the kind can hold the value written as `text`. */
function canHold(text: string, kind: Kind): boolean {
  if (kind === 'integer' || kind === 'number')
    return numeric.test(text.trim()) && Number.isFinite(Number(text))
  const day = kind === 'date' ? text : kind === 'datetime' ? moment.exec(text)?.[1] : null
  if (day === null) return true
  return day !== undefined && calendarDay(day) !== null && day >= '1000-01-01' && day <= '9998-12-31'
}

/** The bind type of the listed texts for the column's kind. Throws for a text that is no such value. */
function listType(texts: string[], kind: Kind, subject: Subject): BoundType {
  if (kind === 'integer' || kind === 'number') {
    for (const text of texts) requireNumber(text, subject)
    return numberType(texts, kind)
  }
  if (kind === 'date') {
    for (const text of texts) requireDay(text, `${subject.title}的筛选值`)
    return 'date'
  }
  if (kind === 'datetime') {
    for (const text of texts) requireMoment(text, subject)
    return 'datetime'
  }
  return 'text'
}

/** Long ids are bound as integers: as doubles, neighbouring ids beyond 2^53 would be equal. */
function numberType(texts: string[], kind: Kind): BoundType {
  const digits = (most: number): boolean =>
    texts.every((text) => new RegExp(`^[+-]?\\d{1,${most}}$`).test(text.trim()))
  if (kind !== 'integer') return 'number'
  return digits(18) ? 'integer' : digits(38) ? 'huge' : 'number'
}

function textOf(node: Node, kind: Kind): Node {
  return kind === 'string' ? node : asText(node)
}

function requireNumber(value: Value, subject: Subject): number {
  const text = String(value).trim()
  const parsed = numeric.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(parsed)) throw reportInvalid(`${subject.title}的筛选值「${brief(value)}」不是数字`)
  return parsed
}

const moment = /^(\d{4}-\d{2}-\d{2})(?:[ T]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?)?$/

function requireMoment(value: Value, subject: Subject): string {
  const text = String(value)
  const day = moment.exec(text)?.[1]
  if (day === undefined || calendarDay(day) === null)
    throw reportInvalid(`${subject.title}的筛选值「${brief(value)}」不是有效的时间`)
  return text
}

function brief(value: Value): string {
  const text = String(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

/**
 * Several values are alternatives; `notContains` means none of them. A null contains nothing, so it passes
 * `notContains`.
 */
function matching(
  values: Value[],
  op: 'contains' | 'notContains' | 'startsWith',
  subject: Subject,
): (target: Target) => Node | null {
  if (!subject.textual)
    throw reportInvalid(`${subject.title}是${subject.typeName}，不能用「${filterOpTitles[op]}」筛选`)
  if (values.length > 100) throw reportInvalid(`${subject.title}的「${filterOpTitles[op]}」最多 100 个值`)
  const bounds = values.map((value): BoundValue => ({ value: String(value ?? '') }))
  return ({ node, kind }) => {
    const operand = textOf(node, kind)
    const matches = bounds.map(
      (bound): Node => ({
        kind: 'match',
        how: op === 'startsWith' ? 'startsWith' : 'contains',
        operand,
        bound,
      }),
    )
    const matched = any(matches) ?? truth(true)
    return op === 'notContains' ? binary('or', not(matched), isNull(node)) : matched
  }
}

type OrderedOp = 'gt' | 'gte' | 'lt' | 'lte' | 'between'
const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function comparison(values: Value[], op: OrderedOp, subject: Subject): (target: Target) => Node | null {
  const wanted = op === 'between' ? 2 : 1
  if (values.length !== wanted)
    throw reportInvalid(`${subject.title}的「${filterOpTitles[op]}」需要 ${wanted} 个值`)
  if (!subject.ordered)
    throw reportInvalid(`${subject.title}是${subject.typeName}，不能用「${filterOpTitles[op]}」筛选`)
  const bounds: [keyof typeof operators, Value][] =
    op === 'between'
      ? [
          ['gte', values[0] ?? null],
          ['lte', values[1] ?? null],
        ]
      : [[op, values[0] ?? null]]
  return (target) => {
    // An open end restricts nothing.
    const set = bounds.filter(([, value]) => value !== null && value !== '')
    if (set.length === 2) refuseBackwards(target.kind, set as [string, Value][], subject)
    return all(set.map(([how, value]) => compare(target, how, value, subject)))
  }
}

function refuseBackwards(kind: Kind, [low, high]: [string, Value][], subject: Subject): void {
  const [from, to] = [low?.[1] ?? '', high?.[1] ?? '']
  const isMoment = kind === 'date' || kind === 'datetime'
  if (isMoment ? String(from) > String(to) : Number(from) > Number(to))
    throw reportInvalid(`${subject.title}的「介于」从 ${brief(from)} 到 ${brief(to)}，起点大于终点`)
}

function compare(target: Target, op: keyof typeof operators, value: Value, subject: Subject): Node {
  const { kind, node, days } = target
  if (kind === 'date') return compareDays(target, op, requireDay(value, `${subject.title}的筛选值`))
  if (kind === 'datetime') {
    const text = requireMoment(value, subject)
    const day = text.length === 10 ? calendarDay(text) : null
    if (day !== null) return compareDays({ node, kind, days: days ?? { node, cutoffHour: 0 } }, op, day)
    const bound: Node = { kind: 'parameter', bound: { value: text }, type: 'datetime' }
    return binary(operators[op], days?.node ?? node, bound)
  }
  requireNumber(value, subject)
  const operand: Node =
    kind === 'integer' || kind === 'number'
      ? node
      : { kind: 'cast', operand: node, type: 'double', precision: null, at: nowhere }
  const text = String(value).trim()
  const type = numberType([text], kind)
  return binary(operators[op], operand, { kind: 'parameter', bound: { value: text }, type })
}

/** Days compare as half-open bounds: "after 01-01" is "from the start of 01-02". */
function compareDays(target: Target, op: keyof typeof operators, day: number): Node {
  const bound = op === 'gt' || op === 'lte' ? day + 1 : day
  return dayBound(target, op === 'gt' || op === 'gte' ? '>=' : '<', dayText(bound))
}

export function dayBound(target: Omit<Target, 'kind'>, operator: '>=' | '<', day: string): Node {
  return target.days === null
    ? binary(operator, target.node, { kind: 'day', day })
    : binary(operator, target.days.node, { kind: 'dayStart', day, hour: target.days.cutoffHour })
}
