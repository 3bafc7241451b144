// Tokenizes a log query: brackets, and, or, not, quoted texts, words, and field names with operators.

export type Comparison = ':' | '=' | '!=' | '>' | '>=' | '<' | '<='

export type Piece =
  | { kind: 'open' | 'close'; from: number; to: number }
  | { kind: 'and' | 'or' | 'not'; from: number; to: number }
  | { kind: 'name'; name: string; from: number; nameTo: number; to: number; comparison: Comparison }
  | { kind: 'range'; text: string; from: number; to: number; closed: boolean }
  | {
      kind: 'word'
      pattern: string[]
      text: string
      quoted: boolean
      closed: boolean
      from: number
      to: number
    }

const joining: Readonly<Record<string, 'and' | 'or' | 'not'>> = {
  and: 'and',
  or: 'or',
  not: 'not',
  '&&': 'and',
  '||': 'or',
  且: 'and',
  或: 'or',
  非: 'not',
}

const isBlank = (sign: string): boolean => /\s/.test(sign)
const isOpening = (sign: string): boolean => sign === '(' || sign === '（'
const isClosing = (sign: string): boolean => sign === ')' || sign === '）'
const isQuote = (sign: string): boolean => sign === '"' || sign === '“' || sign === '”'
const endsWord = (sign: string): boolean =>
  isBlank(sign) || isOpening(sign) || isClosing(sign) || isQuote(sign)

const nameFirst = /[\p{L}_@$]/u
const nameNext = /[\p{L}\p{N}_@$./-]/u
const comparisons: readonly Comparison[] = ['!=', '>=', '<=', ':', '=', '>', '<']

export function piecesOf(query: string): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < query.length; ) {
    const sign = query[at] ?? ''
    if (isBlank(sign)) {
      at += 1
      continue
    }
    const last = pieces.at(-1)
    // A value may look like syntax: `ms<-3`, `path:a=b`.
    const isValue = last?.kind === 'name' && last.to === at
    const other = isValue ? null : (named(query, at) ?? leadingNot(query, at))
    const piece = bracket(query, at, pieces) ?? other ?? word(query, at, isValue)
    pieces.push(piece)
    at = piece.to
  }
  return pieces
}

function bracket(query: string, from: number, before: readonly Piece[]): Piece | null {
  const sign = query[from] ?? ''
  if (isOpening(sign)) return { kind: 'open', from, to: from + 1 }
  if (isClosing(sign)) return { kind: 'close', from, to: from + 1 }
  const last = before.at(-1)
  const isValue = last?.kind === 'name' && last.comparison === ':' && last.to === from
  if (!isValue || (sign !== '[' && sign !== '{')) return null
  const end = /[\]}]/.exec(query.slice(from))
  const to = end ? from + end.index + 1 : query.length
  return { kind: 'range', text: query.slice(from, to), from, to, closed: end !== null }
}

/** A field name followed by an operator; `http://` and `10:30` are texts. */
function named(query: string, from: number): Piece | null {
  const isQuoted = isQuote(query[from] ?? '')
  const read = isQuoted ? quoted(query, from) : null
  const nameTo = read?.to ?? nameEnd(query, from)
  if (nameTo === from || (read && (!read.closed || read.text === ''))) return null
  const name = read?.text ?? query.slice(from, nameTo)
  const rest = query.slice(nameTo, nameTo + 3)
  if (rest.startsWith('：')) return { kind: 'name', name, from, nameTo, to: nameTo + 1, comparison: ':' }
  const comparison = comparisons.find((known) => rest.startsWith(known))
  if (!comparison || rest === '://') return null
  return { kind: 'name', name, from, nameTo, to: nameTo + comparison.length, comparison }
}

function nameEnd(query: string, from: number): number {
  if (!nameFirst.test(signAt(query, from))) return from
  let at = from
  while (at < query.length && nameNext.test(signAt(query, at))) at += signAt(query, at).length
  return at
}

const signAt = (query: string, at: number): string => String.fromCodePoint(query.codePointAt(at) ?? 32)

function leadingNot(query: string, from: number): Piece | null {
  const sign = query[from]
  const next = query[from + 1]
  const isOne = (sign === '-' || sign === '!') && next !== undefined && !isBlank(next) && next !== sign
  return isOne ? { kind: 'not', from, to: from + 1 } : null
}

function word(query: string, from: number, isValue: boolean): Piece {
  if (isQuote(query[from] ?? '')) return quoted(query, from)
  const pattern = ['']
  let at = from
  for (; at < query.length && !endsWord(query[at] ?? ''); at += 1) {
    const sign = query[at] ?? ''
    if (sign === '*') pattern.push('')
    else {
      const isEscape = sign === '\\' && /[*\\"():]/.test(query[at + 1] ?? '')
      if (isEscape) at += 1
      pattern[pattern.length - 1] += query[at] ?? ''
    }
  }
  const text = query.slice(from, at)
  const joins = !isValue && Object.hasOwn(joining, text.toLowerCase()) && joining[text.toLowerCase()]
  if (joins) return { kind: joins, from, to: at }
  return { kind: 'word', pattern, text, quoted: false, closed: true, from, to: at }
}

function quoted(query: string, from: number): Extract<Piece, { kind: 'word' }> {
  let text = ''
  let at = from + 1
  for (; at < query.length && !isQuote(query[at] ?? ''); at += 1) {
    if (query[at] === '\\' && /["\\]/.test(query[at + 1] ?? '')) at += 1
    text += query[at] ?? ''
  }
  const closed = at < query.length
  return { kind: 'word', pattern: [text], text, quoted: true, closed, from, to: closed ? at + 1 : at }
}
