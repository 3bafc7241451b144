// Path expressions: a part of JSONPath (RFC 9535), also without the dollar, as jq writes paths: `.list[].id`.

import { ToldError } from '#features/tools/web/worker/protocol.ts'
import { textOf } from './bytes.ts'
import { normalNumber } from './hints.ts'
import { stringAt } from './keys.ts'
import { jsonPath, type Step } from './pathText.ts'
import {
  type Children,
  childrenOf,
  countAt,
  isContainer,
  type JsonDocument,
  kindAt,
  valueEnd,
} from './walk.ts'

type Condition = { steps: Step[]; operator: Operator | null; value: string | number | boolean | null }
type Operator = '==' | '!=' | '<' | '<=' | '>' | '>='
type Selector =
  | { kind: 'key'; key: string }
  | { kind: 'place'; place: number }
  | { kind: 'all' }
  | { kind: 'slice'; from: number | null; to: number | null; step: number }
  | { kind: 'several'; of: Selector[] }
  | { kind: 'condition'; all: Condition[] }

interface Segment {
  selector: Selector
  /** At any depth below. */
  isDeep: boolean
}

class PathProblem extends ToldError {
  /** In characters. */
  readonly at: number
  constructor(message: string, at: number) {
    super(`路径第 ${at + 1} 个字符：${message}`)
    this.at = at
  }
}

/** Parses from left to right; throws PathProblem. */
export function readPath(text: string): Segment[] {
  const reader = new PathReader(text)
  return reader.segments()
}

const word = /[\p{L}_$][\p{L}\p{N}_$-]*/uy

class PathReader {
  readonly text: string
  at = 0
  constructor(text: string) {
    this.text = text
  }

  fail(message: string): never {
    throw new PathProblem(message, this.at)
  }

  takes(part: string): boolean {
    if (!this.text.startsWith(part, this.at)) return false
    this.at += part.length
    return true
  }

  space(): void {
    while (this.text[this.at] === ' ') this.at++
  }

  segments(): Segment[] {
    this.space()
    const segments: Segment[] = []
    this.takes('$')
    if (this.at === 0 && !/^[.[]/.test(this.text) && this.text !== '')
      segments.push({ selector: this.named(), isDeep: false })
    for (this.space(); this.at < this.text.length; this.space()) segments.push(this.segment())
    return segments
  }

  segment(): Segment {
    if (this.takes('..'))
      return { selector: this.text[this.at] === '[' ? this.bracket() : this.named(), isDeep: true }
    if (this.text[this.at] === '[') return { selector: this.bracket(), isDeep: false }
    if (!this.takes('.')) this.fail('这里应是「.键」或「[序号]」')
    return { selector: this.text[this.at] === '[' ? this.bracket() : this.named(), isDeep: false }
  }

  named(): Selector {
    if (this.takes('*')) return { kind: 'all' }
    if (this.text[this.at] === '"') return { kind: 'key', key: this.quoted() }
    word.lastIndex = this.at
    const found = word.exec(this.text)?.[0]
    if (found === undefined) this.fail("这里应是键，含特殊字符时写作 ['键']")
    this.at += found.length
    return { kind: 'key', key: found }
  }

  bracket(): Selector {
    this.takes('[')
    this.space()
    if (this.takes(']')) return { kind: 'all' }
    const of: Selector[] = []
    do of.push(this.inBracket())
    while (this.takes(','))
    this.space()
    if (!this.takes(']')) this.fail('缺少 ]')
    return of.length === 1 ? (of[0] as Selector) : { kind: 'several', of }
  }

  inBracket(): Selector {
    this.space()
    const next = this.text[this.at]
    if (this.takes('*')) return { kind: 'all' }
    if (this.takes('?')) return this.condition()
    if (next === "'" || next === '"') {
      const key = this.quoted()
      this.space()
      return { kind: 'key', key }
    }
    const from = this.whole()
    this.space()
    if (!this.takes(':')) {
      if (from === null) this.fail('方括号里应是序号、引号括起的键、* 或 ?(条件)')
      return { kind: 'place', place: from }
    }
    const to = this.whole()
    this.space()
    const step = this.takes(':') ? (this.whole() ?? 1) : 1
    if (step < 1) this.fail('步长应是正整数')
    return { kind: 'slice', from, to, step }
  }

  whole(): number | null {
    this.space()
    const found = /^-?\d{1,10}/.exec(this.text.slice(this.at, this.at + 12))?.[0]
    if (found === undefined) return null
    this.at += found.length
    this.space()
    return Number(found)
  }

  quoted(): string {
    const mark = this.text[this.at++]
    let key = ''
    for (;;) {
      const next = this.text[this.at++]
      if (next === undefined) this.fail('引号没有结束')
      if (next === mark) return key
      key += next === '\\' ? (this.text[this.at++] ?? '') : next
    }
  }

  condition(): Selector {
    const inParentheses = this.takes('(')
    const all: Condition[] = []
    do all.push(this.comparison())
    while (this.takes('&&'))
    if (inParentheses && !this.takes(')')) this.fail('条件缺少 )')
    this.space()
    return { kind: 'condition', all }
  }

  comparison(): Condition {
    this.space()
    if (!this.takes('@')) this.fail('条件应以 @ 开头，如 ?(@.price > 10)')
    const steps: Step[] = []
    while (this.text[this.at] === '.' || this.text[this.at] === '[') {
      const { selector } = this.segment()
      if (selector.kind === 'key') steps.push(selector.key)
      else if (selector.kind === 'place') steps.push(selector.place)
      else this.fail('条件里只能用键和序号')
    }
    this.space()
    const operator = (['==', '!=', '<=', '>=', '<', '>'] as const).find((one) => this.takes(one)) ?? null
    if (operator === null) return { steps, operator, value: null }
    this.space()
    const value = this.literal()
    this.space()
    return { steps, operator, value }
  }

  literal(): string | number | boolean | null {
    const next = this.text[this.at]
    if (next === "'" || next === '"') return this.quoted()
    if (this.takes('true')) return true
    if (this.takes('false')) return false
    if (this.takes('null')) return null
    const found = /^-?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,4})?/.exec(
      this.text.slice(this.at, this.at + 80),
    )?.[0]
    if (found === undefined) this.fail('这里应是数字、引号括起的文字、true、false 或 null')
    this.at += found.length
    return Number(found)
  }
}

export interface PathResult {
  /** The first values, with their paths. */
  values: number[]
  paths: string[]
  /** The number of all values. */
  count: number
}

export const mostResults = 10_000

interface Node {
  value: number
  steps: Chain | null
}
/** A path as a linked list from its end: nodes share their beginnings. */
interface Chain {
  step: Step
  before: Chain | null
}

export function stepsOf(chain: Chain | null): Step[] {
  const steps: Step[] = []
  for (let one = chain; one; one = one.before) steps.push(one.step)
  return steps.reverse()
}

export function followPath(document: JsonDocument, segments: readonly Segment[]): PathResult {
  let nodes: Iterable<Node> = rootsOf(document)
  for (const { selector, isDeep } of segments)
    nodes = selected(document, isDeep ? below(document, nodes) : nodes, selector)
  const result: PathResult = { values: [], paths: [], count: 0 }
  for (const { value, steps } of nodes) {
    if (result.count++ >= mostResults) continue
    result.values.push(value)
    result.paths.push(jsonPath(stepsOf(steps)))
  }
  return result
}

function* rootsOf({ roots }: JsonDocument): Generator<Node> {
  for (const [place, value] of roots.entries())
    yield { value, steps: roots.length === 1 ? null : { step: place, before: null } }
}

const stepOf = ({ bytes }: JsonDocument, { key, place }: Children): Step =>
  key < 0 ? place : stringAt(bytes, key)

/** Each node and everything within it, parents first. */
function* below(document: JsonDocument, nodes: Iterable<Node>): Generator<Node> {
  for (const node of nodes) {
    yield node
    if (!isContainer(document.bytes, node.value)) continue
    const open = [{ children: childrenOf(document, node.value), steps: node.steps }]
    for (let last = open[0]; last; last = open.at(-1)) {
      if (!last.children.next()) {
        open.pop()
        continue
      }
      const { value } = last.children
      // A value that is no container has no next step.
      if (!isContainer(document.bytes, value)) continue
      const steps = { step: stepOf(document, last.children), before: last.steps }
      yield { value, steps }
      open.push({ children: childrenOf(document, value), steps })
    }
  }
}

function* selected(document: JsonDocument, nodes: Iterable<Node>, selector: Selector): Generator<Node> {
  for (const node of nodes) {
    if (!isContainer(document.bytes, node.value)) continue
    const takes = takerOf(document, node.value, selector)
    if (takes === null) continue
    for (const children = childrenOf(document, node.value); children.next(); )
      if (takes(children))
        yield { value: children.value, steps: { step: stepOf(document, children), before: node.steps } }
  }
}

type Takes = (child: Children) => boolean

/** Null when the selector does not apply to the container's kind. */
function takerOf(document: JsonDocument, container: number, selector: Selector): Takes | null {
  const isArray = document.bytes[container] === 91
  switch (selector.kind) {
    case 'all':
      return () => true
    case 'key':
      return isArray ? null : ({ key }) => stringAt(document.bytes, key) === selector.key
    case 'place': {
      if (!isArray) return null
      const wanted = fromEnd(selector.place, document, container)
      return ({ place }) => place === wanted
    }
    case 'slice': {
      if (!isArray) return null
      const from = Math.max(0, fromEnd(selector.from ?? 0, document, container))
      const to = selector.to === null ? Number.POSITIVE_INFINITY : fromEnd(selector.to, document, container)
      return ({ place }) => place >= from && place < to && (place - from) % selector.step === 0
    }
    case 'several': {
      const takers = selector.of.flatMap((one) => takerOf(document, container, one) ?? [])
      return (child) => takers.some((takes) => takes(child))
    }
    case 'condition':
      return ({ value }) => selector.all.every((one) => meets(document, value, one))
  }
}

const fromEnd = (place: number, document: JsonDocument, container: number): number =>
  place < 0 ? place + countAt(document, container) : place

function meets(document: JsonDocument, from: number, { steps, operator, value }: Condition): boolean {
  let at: number | null = from
  for (const step of steps) {
    at = stepInto(document, at, step)
    if (at === null) return operator === '!='
  }
  return operator === null || compares(document, at, operator, value)
}

function stepInto(document: JsonDocument, at: number, step: Step): number | null {
  const { bytes } = document
  if (!isContainer(bytes, at)) return null
  const isKey = typeof step === 'string'
  if ((bytes[at] === 123) !== isKey) return null
  const wanted = isKey ? -1 : fromEnd(step, document, at)
  let found: number | null = null
  for (const children = childrenOf(document, at); children.next(); ) {
    if (isKey ? stringAt(bytes, children.key) !== step : children.place !== wanted) continue
    found = children.value
    if (!isKey) break
  }
  return found
}

function compares(
  document: JsonDocument,
  at: number,
  operator: Operator,
  wanted: string | number | boolean | null,
): boolean {
  const { bytes } = document
  const kind = kindAt(bytes, at)
  const isEqual = operator === '==' || operator === '!='
  if (kind === 'number' && typeof wanted === 'number') {
    const text = textOf(bytes, at, valueEnd(document, at))
    if (isEqual) return (normalNumber(text) === normalNumber(String(wanted))) === (operator === '==')
    return inOrder(Number(text), wanted, operator)
  }
  if (kind === 'string' && typeof wanted === 'string') {
    const text = stringAt(bytes, at)
    return isEqual ? (text === wanted) === (operator === '==') : inOrder(text, wanted, operator)
  }
  if (!isEqual) return false
  return (String(wanted) === kind && typeof wanted !== 'string') === (operator === '==')
}

function inOrder<Value extends string | number>(one: Value, other: Value, operator: Operator): boolean {
  if (operator === '<') return one < other
  if (operator === '<=') return one <= other
  if (operator === '>') return one > other
  return one >= other
}
