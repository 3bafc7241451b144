// Reads a query: words, "phrases", fields with their values and ranges, and, or, not, brackets.
//
//   error timeout            lines that hold both
//   "connection reset"       as it stands
//   status:500 or ms>=1000   a field's value; a comparison
//   ms:100..500  ms:[100 TO 500]  -level:info  user:(ann or bob)  path:/api/*  trace:*
import { type Comparison, type Piece, piecesOf } from './pieces.ts'
import type { FieldTest, LogCondition, QueryProblem, QueryToken, ReadQuery, TokenRole } from './types.ts'

const deepest = 32
const mostTerms = 100

export function readQuery(query: string): ReadQuery {
  return new Reader(query).read()
}

type Word = Extract<Piece, { kind: 'word' }>
type Name = Extract<Piece, { kind: 'name' }>

class Reader {
  readonly #pieces: Piece[]
  readonly #problems: QueryProblem[] = []
  readonly #tokens: QueryToken[] = []
  #at = 0
  #depth = 0
  #terms = 0

  constructor(query: string) {
    this.#pieces = piecesOf(query)
  }

  read(): ReadQuery {
    const parts: LogCondition[] = []
    while (this.#at < this.#pieces.length) {
      const extra = this.#next()
      if (extra?.kind === 'close') {
        this.#problem(extra, '多了一个右括号')
        this.#skip('bracket')
      } else {
        const before = this.#at
        parts.push(this.#or(null))
        // Always advance, so that the loop ends.
        if (this.#at === before) this.#at += 1
      }
    }
    const problems = this.#problems.sort((one, other) => one.from - other.from)
    return { condition: joined('and', parts), problems, tokens: this.#tokens }
  }

  #next(): Piece | undefined {
    return this.#pieces[this.#at]
  }

  #skip(role: TokenRole): void {
    const piece = this.#next()
    if (piece) this.#tokens.push({ from: piece.from, to: piece.to, role })
    this.#at += 1
  }

  #problem({ from, to }: { from: number; to: number }, message: string): void {
    this.#problems.push({ from, to, message })
  }

  /** `field`: the field whose values the words are. */
  #or(field: Name | null): LogCondition {
    const parts = [this.#and(field)]
    while (this.#next()?.kind === 'or') {
      const joint = this.#next() as Piece
      this.#skip('word')
      if (this.#ends()) this.#problem(joint, '「或」的后面缺少条件')
      else parts.push(this.#and(field))
    }
    return joined('or', parts)
  }

  #ends(): boolean {
    const next = this.#next()
    return next === undefined || next.kind === 'close' || next.kind === 'or' || next.kind === 'and'
  }

  #and(field: Name | null): LogCondition {
    const parts: LogCondition[] = []
    const first = this.#next()
    if (first && (first.kind === 'or' || first.kind === 'and')) {
      this.#problem(first, `「${first.kind === 'or' ? '或' : '且'}」的前面缺少条件`)
      this.#skip('word')
    }
    for (;;) {
      const next = this.#next()
      if (!next || next.kind === 'close' || next.kind === 'or') break
      if (next.kind === 'and') {
        this.#skip('word')
        if (this.#ends()) this.#problem(next, '「且」的后面缺少条件')
      } else {
        const part = this.#not(field)
        if (part) parts.push(part)
      }
    }
    return joined('and', parts)
  }

  #not(field: Name | null): LogCondition | null {
    let isNot = false
    let last: Piece | undefined
    for (; this.#next()?.kind === 'not'; isNot = !isNot) {
      last = this.#next()
      this.#skip('word')
    }
    if (last && this.#ends()) {
      this.#problem(last, '「非」的后面缺少条件')
      return null
    }
    const part = this.#atom(field)
    return part && isNot ? { kind: 'not', part } : part
  }

  #atom(field: Name | null): LogCondition | null {
    const piece = this.#next()
    if (!piece) return null
    this.#terms += 1
    if (this.#terms === mostTerms + 1) this.#problem(piece, `条件最多 ${mostTerms} 个`)
    if (piece.kind === 'open') return this.#group(piece, field)
    if (piece.kind === 'name') return this.#named(piece)
    if (piece.kind === 'word') {
      this.#skip(field ? 'value' : 'text')
      this.#checkQuote(piece)
      return field ? this.#tested(field, piece) : textOf(piece)
    }
    this.#problem(piece, '这里无法识别')
    this.#skip('text')
    return null
  }

  #group(open: Piece, field: Name | null): LogCondition {
    this.#skip('bracket')
    this.#depth += 1
    if (this.#depth > deepest) {
      this.#problem(open, `括号最多 ${deepest} 层`)
      this.#at = this.#pieces.length
      return { kind: 'all' }
    }
    const isEmpty = this.#next()?.kind === 'close'
    const inner: LogCondition = isEmpty ? { kind: 'all' } : this.#or(field)
    if (isEmpty) this.#problem({ from: open.from, to: (this.#next() as Piece).to }, '括号里缺少条件')
    if (this.#next()?.kind === 'close') this.#skip('bracket')
    else this.#problem(open, '括号没有结束')
    this.#depth -= 1
    return inner
  }

  #checkQuote(piece: Word): void {
    if (!piece.closed) this.#problem(piece, '引号没有结束')
  }

  #named(piece: Name): LogCondition | null {
    const { from, nameTo, to } = piece
    this.#tokens.push({ from, to: nameTo, role: 'field' }, { from: nameTo, to, role: 'operator' })
    this.#at += 1
    const value = this.#next()
    if (!value || value.from !== to || !['word', 'range', 'open'].includes(value.kind)) {
      this.#problem(piece, `「${piece.name}」的后面缺少值`)
      return null
    }
    if (value.kind === 'open') {
      if (piece.comparison === ':' || piece.comparison === '=') return this.#group(value, piece)
      this.#problem(value, '括号里的值只能跟在「:」或「=」后面')
      return this.#group(value, { ...piece, comparison: ':' })
    }
    this.#skip('value')
    if (value.kind === 'range') return this.#range(piece, value)
    this.#checkQuote(value as Word)
    return this.#tested(piece, value as Word)
  }

  #tested({ name, comparison }: Name, value: Word): LogCondition | null {
    const made = this.#test(comparison, value)
    if (!made) return null
    const condition: LogCondition = { kind: 'field', name, test: made }
    return comparison === '!=' ? { kind: 'not', part: condition } : condition
  }

  #test(comparison: Comparison, value: Word): FieldTest | null {
    const { pattern, text, quoted } = value
    if (comparison === '=' || comparison === '!=') return { kind: 'same', pattern }
    if (comparison === ':') {
      const open = quoted ? null : openRange(text)
      if (open) return open
      return !quoted && text === '*' ? { kind: 'exists' } : { kind: 'word', pattern }
    }
    const number = numberOf(text)
    if (number === null) {
      this.#problem(value, `「${comparison}」的后面应为数字`)
      return null
    }
    const isLeast = comparison.startsWith('>')
    return {
      kind: 'range',
      least: isLeast ? number : Number.NEGATIVE_INFINITY,
      most: isLeast ? Number.POSITIVE_INFINITY : number,
      beyondLeast: comparison === '>',
      beforeMost: comparison === '<',
    }
  }

  #range({ name }: Name, piece: Extract<Piece, { kind: 'range' }>): LogCondition | null {
    const found = /^[[{]\s*(\S+)\s+to\s+(\S+?)\s*[\]}]$/i.exec(piece.text)
    const least = found && boundOf(found[1] ?? '', Number.NEGATIVE_INFINITY)
    const most = found && boundOf(found[2] ?? '', Number.POSITIVE_INFINITY)
    if (least === null || most === null) {
      this.#problem(piece, piece.closed ? '范围写作 [100 TO 500]，两端为数字或 *' : '范围没有结束')
      return null
    }
    const beyondLeast = piece.text.startsWith('{')
    return {
      kind: 'field',
      name,
      test: { kind: 'range', least, most, beyondLeast, beforeMost: piece.text.endsWith('}') },
    }
  }
}

function joined(kind: 'and' | 'or', parts: LogCondition[]): LogCondition {
  const [first] = parts
  if (!first) return { kind: 'all' }
  return parts.length === 1 ? first : { kind, parts }
}

const textOf = ({ pattern }: Word): LogCondition =>
  pattern.every((part) => part === '') ? { kind: 'all' } : { kind: 'text', pattern }

export function numberOf(text: string): number | null {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) && text.length <= 40 ? Number(text) : null
}

const boundOf = (text: string, open: number): number | null => (text === '*' ? open : numberOf(text))

/** `100..500`, `100..`, `..500`, both ends inclusive. */
function openRange(text: string): FieldTest | null {
  const at = text.indexOf('..')
  if (at < 0 || text.length === 2) return null
  const [low, high] = [text.slice(0, at), text.slice(at + 2)]
  const least = low === '' ? Number.NEGATIVE_INFINITY : numberOf(low)
  const most = high === '' ? Number.POSITIVE_INFINITY : numberOf(high)
  if (least === null || most === null) return null
  return { kind: 'range', least, most, beyondLeast: false, beforeMost: false }
}
