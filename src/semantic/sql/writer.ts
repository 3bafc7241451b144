// Writes plan nodes as a dialect's text. Values are bound as parameters, each once; names are quoted;
// parentheses are only written where the tree needs them: a - (b - c), not (a - b) - c.
import type { Exact } from '../model/expression/exact.ts'
import type { Composite } from '../model/expression/tree.ts'
import { isComposite } from '../model/expression/tree.ts'
import type { SqlParameter } from '../model/types.ts'
import { memberDays } from '../plan/facts/segments.ts'
import { exactOf } from '../plan/tree/exact.ts'
import type { BoundValue, Node } from '../plan/tree/tree.ts'
import { type Dialect, inAnyCase } from './dialect.ts'

const strength: Record<string, number> = {
  or: 1,
  and: 2,
  not: 3,
  '=': 4,
  '<>': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
}
const predicate = 4
const negation = 7
const whole = 9

interface Written {
  text: string
  /** Precedence of its outermost operator; in a stronger context the text needs parentheses. */
  strength: number
}

export class Writer {
  readonly dialect: Dialect
  readonly params: SqlParameter[]
  readonly #places: Map<BoundValue, number>

  /** `of`: the writer of the same statement, whose bound values it shares. */
  constructor(dialect: Dialect, of?: Writer) {
    this.dialect = dialect
    this.params = of?.params ?? []
    this.#places = of === undefined ? new Map() : of.#places
  }

  /** For a part of the statement in which each expression is computed where it is read. */
  inPlace(): Writer {
    const plain = (name: string): string => name
    return new Writer({ ...this.dialect, materialized: plain, repeated: plain }, this)
  }

  name(name: string): string {
    return this.dialect.identifier(name)
  }

  /** A table of the warehouse. */
  table(name: string): string {
    return this.name(name)
  }

  bind(bound: BoundValue): number {
    const known = this.#places.get(bound)
    if (known !== undefined) return known
    this.params.push(bound.value)
    this.#places.set(bound, this.params.length)
    return this.params.length
  }

  write(node: Node): string {
    return this.#write(node).text
  }

  /** As a column or argument, where some dialects must convert a condition to a boolean value. */
  value(node: Node): string {
    const text = this.write(node)
    const isStored = node.kind === 'field' || node.kind === 'boolean' || node.kind === 'cast'
    return exactOf(node).is === 'boolean' && !isStored ? this.dialect.truth(text) : text
  }

  /** As an operand of a comparison. */
  operand(node: Node): string {
    const text = this.value(node)
    return node.kind === 'field' ? text : `(${text})`
  }

  /** As one of several conditions joined by AND. */
  conjunct(node: Node): string {
    return this.#within(node, strength.and as number)
  }

  /** In parentheses unless its precedence is at least `least`. */
  #within(node: Node, least: number): string {
    const written = this.#write(node)
    return written.strength >= least ? written.text : `(${written.text})`
  }

  #write(node: Node): Written {
    if (isComposite<Node>(node)) return this.#writeComposite(node)
    const { dialect } = this
    const leaf = (text: string, tightness = whole): Written => ({ text, strength: tightness })
    switch (node.kind) {
      case 'number':
        return leaf(this.#number(node.text.replace(/\.$/, '').replace(/^\./, '0.')))
      case 'string':
        return leaf(dialect.text(node.value))
      case 'boolean':
        return leaf(node.value ? 'TRUE' : 'FALSE')
      case 'null':
        return leaf('NULL')
      case 'field':
        return leaf(this.#column(`${node.source}.${this.name(node.name)}`, node.exact))
      case 'parameter':
        return leaf(dialect.parameter(this.bind(node.bound), node.type))
      case 'masked':
        return leaf(dialect.masked(this.write(node.operand), node.how, () => this.bind(node.key)))
      case 'anyOf':
        return leaf(
          dialect.anyOf(this.#within(node.operand, predicate + 1), this.bind(node.bound), node.type),
          predicate,
        )
      case 'keyOf': {
        const keys = `SELECT ${this.write(node.key)} FROM ${this.table(node.table)} AS ${node.source} WHERE ${this.write(node.where)}`
        return leaf(`${this.#within(node.operand, predicate + 1)} IN (${keys})`, predicate)
      }
      case 'match': {
        const wanted = inAnyCase(dialect.parameter(this.bind(node.bound), 'text'), dialect)
        const operand = inAnyCase(this.write(node.operand), dialect)
        return leaf(
          node.how === 'contains' ? dialect.contains(operand, wanted) : dialect.startsWith(operand, wanted),
        )
      }
      case 'wallClock':
        return leaf(dialect.wallClock(this.write(node.operand), node.zone))
      case 'businessDay':
        return leaf(dialect.businessDay(this.#within(node.operand, strength['-'] as number), node.cutoffHour))
      case 'truncated':
        return leaf(dialect.truncated(this.write(node.operand), node.grain))
      case 'shifted':
        return leaf(
          dialect.shifted(
            this.#within(node.operand, strength['-'] as number),
            node.shift,
            node.from,
            node.cutoffHour,
          ),
        )
      case 'day':
        return leaf(dialect.day(node.day))
      case 'dayStart':
        return leaf(dialect.moment(node.day, node.hour))
      case 'memberOn': {
        const day = this.operand(node.operand)
        const until = (list: string) => dialect.countUntil(`${node.source}.${this.name(list)}`, day)
        return leaf(`${until(memberDays.from)} > ${until(memberDays.until)}`, predicate)
      }
      default:
        throw new Error(`a node that no one writes: ${JSON.stringify(node satisfies never)}`)
    }
  }

  #column(text: string, exact: Exact | undefined): string {
    return this.dialect.column?.(text, exact) ?? text
  }

  #writeComposite(node: Composite<Node>): Written {
    const own = this.dialect.expression?.(node, (part) => this.#within(part, whole)) ?? null
    if (own !== null) return { text: own, strength: whole }
    switch (node.kind) {
      case 'unary':
        return node.operator === 'not'
          ? { text: `NOT ${this.#within(node.operand, predicate)}`, strength: 3 }
          : { text: `-${this.#within(node.operand, negation + 1)}`, strength: negation }
      case 'binary':
        return this.#writeBinary(node)
      case 'isNull':
        return this.#predicate(node.operand, `IS ${node.negated ? 'NOT ' : ''}NULL`)
      case 'in': {
        const items = node.items.map((item) => this.write(item)).join(', ')
        return this.#predicate(node.operand, `${node.negated ? 'NOT ' : ''}IN (${items})`)
      }
      case 'between': {
        const bounds = [node.low, node.high].map((bound) => this.#within(bound, predicate + 1)).join(' AND ')
        return this.#predicate(node.operand, `${node.negated ? 'NOT ' : ''}BETWEEN ${bounds}`)
      }
      case 'like': {
        const escaping = node.escape === null ? '' : ` ESCAPE ${this.dialect.text(node.escape)}`
        const pattern = this.#within(node.pattern, predicate + 1)
        return this.#predicate(node.operand, `${node.negated ? 'NOT ' : ''}LIKE ${pattern}${escaping}`)
      }
      case 'case':
        return this.#writeCase(node)
      case 'cast':
        return {
          text: this.dialect.cast(this.value(node.operand), node.type, node.precision),
          strength: whole,
        }
      case 'call':
        return {
          text: this.dialect.call(
            node.name,
            node.arguments.map((argument, index) =>
              node.name === 'if' && index === 0 ? this.write(argument) : this.value(argument),
            ),
          ),
          strength: whole,
        }
    }
  }

  #number(text: string): string {
    return /^\d{1,18}$/.test(text) ? text : this.dialect.number(text)
  }

  #predicate(operand: Node, rest: string): Written {
    return { text: `${this.#within(operand, predicate + 1)} ${rest}`, strength: predicate }
  }

  #writeBinary(node: Extract<Composite<Node>, { kind: 'binary' }>): Written {
    const { operator } = node
    const own = strength[operator] as number
    const isArithmetic = own >= 5
    const side = (operand: Node, least: number): string =>
      isArithmetic && operand.kind === 'field' && operand.narrow
        ? this.dialect.widen(this.write(operand))
        : this.#within(operand, least)
    // Both operands of a comparison must bind tighter (a = b = c is no SQL), of other operators the right
    // one.
    const left = side(node.left, own === predicate ? own + 1 : own)
    const right = side(node.right, own + 1)
    if (operator === '/') return { text: this.dialect.divide(left, right), strength: own }
    if (operator === '%') return { text: this.dialect.remainder(left, right), strength: own }
    return { text: `${left} ${operator.toUpperCase()} ${right}`, strength: own }
  }

  #writeCase(node: Extract<Composite<Node>, { kind: 'case' }>): Written {
    const operand = node.operand === null ? '' : ` ${this.write(node.operand)}`
    const branches = node.branches
      .map((branch) => ` WHEN ${this.write(branch.when)} THEN ${this.value(branch.result)}`)
      .join('')
    const otherwise = node.otherwise === null ? '' : ` ELSE ${this.value(node.otherwise)}`
    return { text: `CASE${operand}${branches}${otherwise} END`, strength: whole }
  }
}
