// Tokenizes any SQL text: unclosed or unknown parts also become tokens, so that the tokens always cover the
// whole text. Used by the editor on each keystroke and by the server for parameters. It follows DuckDB's
// scanner (tested against it): block comments nest, a carriage return ends a line comment, 0x1F is 0 named
// x1F, every non-ASCII character that is no space is a letter.

type TokenKind =
  | 'word'
  | 'quoted'
  | 'text'
  | 'number'
  | 'parameter'
  | 'symbol'
  | 'comment'
  | 'space'
  | 'unknown'

export interface Token {
  kind: TokenKind
  /** UTF-16 offsets in the text; `end` is exclusive. */
  start: number
  end: number
  /** A quoted name, string or comment that is not closed. */
  open?: boolean
}

const tab = 9
const lineFeed = 10
const carriageReturn = 13
const dollarSign = 36
const quote = 39
const openParenthesis = 40
const closeParenthesis = 41
const star = 42
const plus = 43
const minus = 45
const dot = 46
const slash = 47
const colon = 58
const semicolon = 59
const equals = 61
const openBracket = 91
const backslash = 92
const closeBracket = 93
const underscore = 95
const openBrace = 123
const closeBrace = 125
const doubleQuote = 34

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  code === underscore ||
  (code >= 128 && !isWideSpace(code))
const isWordPart = (code: number): boolean => isLetter(code) || isDigit(code) || code === dollarSign
const isWideSpace = (code: number): boolean =>
  code === 0xa0 ||
  (code >= 0x2000 && code <= 0x200b) ||
  code === 0x202f ||
  code === 0x205f ||
  code === 0x2060 ||
  code === 0x3000 ||
  code === 0xfeff
const isSpace = (code: number): boolean =>
  code === 32 ||
  code === lineFeed ||
  code === carriageReturn ||
  code === tab ||
  code === 12 ||
  (code >= 128 && isWideSpace(code))

/**
 * Symbols of several characters, longest first. `::` and `:=` come before the parameter that a single colon
 * may begin.
 */
const symbols = [
  ...['->>', '<=>', '!~~', '~~*'],
  ...['::', ':=', '=>', '<=', '>=', '<>', '!=', '==', '||', '->', '//', '**', '<<', '>>', '!~', '~~', '&&'],
  ...['^@', '@>', '<@'],
]
const symbolsByFirst = new Map<number, string[]>()
for (const text of symbols) {
  const first = text.charCodeAt(0)
  symbolsByFirst.set(first, [...(symbolsByFirst.get(first) ?? []), text])
}

/** Words before a value: a colon after one begins a parameter even within [ ] and { }. */
const leadsToValue = new Set(
  'all and any array as between by case distinct else from having ilike in like limit not offset on or select similar then to using when where with'.split(
    ' ',
  ),
)

export function tokenize(sql: string): Token[] {
  return tokenizeRange(sql, 0, sql.length)
}

/** The tokens from `from` on, as if the text began there, to the first that reaches `to`. */
export function tokenizeRange(sql: string, from: number, to: number): Token[] {
  const tokens: Token[] = []
  eachToken(sql, from, (token) => {
    tokens.push(token)
    return token.end < to
  })
  return tokens
}

/** Passes on tokens from `from` on, until `take` returns false or the text ends. */
export function eachToken(sql: string, from: number, take: (token: Token) => boolean): void {
  /** Codes of the open brackets. */
  let nesting: number[] = []
  let endsValue = false
  /** The bracket depth at which a lambda's head began: its colon begins no parameter. */
  let lambda = -1
  let at = from
  while (at < sql.length) {
    const inner = nesting.length === 0 ? 0 : (nesting[nesting.length - 1] as number)
    const parts = (endsValue && (inner === openBracket || inner === openBrace)) || lambda === nesting.length
    const token = readToken(sql, at, parts)
    at = token.end
    if (!take(token)) return
    if (token.kind === 'space' || token.kind === 'comment') continue
    endsValue = token.kind !== 'symbol'
    if (token.kind === 'word') {
      if (isLambda(sql, token)) lambda = nesting.length
      else if (inner === openBracket || inner === openBrace) {
        endsValue = !leadsToValue.has(sql.slice(token.start, token.end).toLowerCase())
      }
      continue
    }
    if (token.kind !== 'symbol' || token.end - token.start > 1) continue
    const code = sql.charCodeAt(token.start)
    if (code === openParenthesis || code === openBracket || code === openBrace) nesting.push(code)
    else if (code === closeParenthesis || code === closeBracket || code === closeBrace) {
      nesting.pop()
      endsValue = true
    } else if (code === colon) lambda = -1
    else if (code === semicolon) {
      // An unclosed bracket does not affect the next statement.
      nesting = []
      lambda = -1
    }
  }
}

const isLambda = (sql: string, { start, end }: Token): boolean =>
  end - start === 6 &&
  (sql.charCodeAt(start) | 32) === 108 &&
  sql.slice(start, end).toLowerCase() === 'lambda'

function readToken(sql: string, start: number, colonParts: boolean): Token {
  const code = sql.charCodeAt(start)
  if (isLetter(code)) return wordOrText(sql, start, code)
  if (isSpace(code)) return { kind: 'space', start, end: spaceEnd(sql, start) }
  const next = sql.charCodeAt(start + 1)
  if (isDigit(code) || (code === dot && isDigit(next)))
    return { kind: 'number', start, end: numberEnd(sql, start) }
  if (code === quote) return quoted('text', sql, start, start, quote, false)
  if (code === doubleQuote) return quoted('quoted', sql, start, start, doubleQuote, false)
  if (code === minus && next === minus) return { kind: 'comment', start, end: lineEnd(sql, start) }
  if (code === slash && next === star) return blockComment(sql, start)
  if (code === dollarSign) return dollar(sql, start)
  if (code === colon && next !== colon && next !== equals && !colonParts && isLetter(next)) {
    return { kind: 'parameter', start, end: wordEnd(sql, start + 1) }
  }
  if (code < 32 || code === 127) return { kind: 'unknown', start, end: start + 1 }
  const longer = symbolsByFirst.get(code)?.find((text) => sql.startsWith(text, start))
  return { kind: 'symbol', start, end: start + (longer?.length ?? 1) }
}

/** A name or keyword; or a prefixed string: e'…' has escapes, x'…', b'…' and n'…' have none. */
function wordOrText(sql: string, start: number, code: number): Token {
  if (sql.charCodeAt(start + 1) === quote) {
    const prefix = code | 32
    if (prefix === 101) return quoted('text', sql, start, start + 1, quote, true)
    if (prefix === 120 || prefix === 98 || prefix === 110)
      return quoted('text', sql, start, start + 1, quote, false)
  }
  return { kind: 'word', start, end: wordEnd(sql, start) }
}

function wordEnd(sql: string, start: number): number {
  let at = start
  while (at < sql.length && isWordPart(sql.charCodeAt(at))) at += 1
  return at
}

function spaceEnd(sql: string, start: number): number {
  let at = start + 1
  while (at < sql.length && isSpace(sql.charCodeAt(at))) at += 1
  return at
}

function lineEnd(sql: string, start: number): number {
  let at = start
  for (; at < sql.length; at += 1) {
    const code = sql.charCodeAt(at)
    if (code === lineFeed || code === carriageReturn) break
  }
  return at
}

function blockComment(sql: string, start: number): Token {
  let depth = 1
  let at = start + 2
  while (at < sql.length) {
    const code = sql.charCodeAt(at)
    const next = sql.charCodeAt(at + 1)
    if (code === star && next === slash) {
      at += 2
      depth -= 1
      if (depth === 0) return { kind: 'comment', start, end: at }
    } else if (code === slash && next === star) {
      at += 2
      depth += 1
    } else at += 1
  }
  return { kind: 'comment', start, end: sql.length, open: true }
}

function quoted(
  kind: 'text' | 'quoted',
  sql: string,
  start: number,
  opening: number,
  mark: number,
  escapes: boolean,
): Token {
  for (let at = opening + 1; at < sql.length; at += 1) {
    const code = sql.charCodeAt(at)
    if (escapes && code === backslash) at += 1
    else if (code === mark) {
      if (sql.charCodeAt(at + 1) !== mark) return { kind, start, end: at + 1 }
      at += 1
    }
  }
  return { kind, start, end: sql.length, open: true }
}

/** `$$text$$`, `$tag$text$tag$`, or the engine's own parameters `$1` and `$name`. */
function dollar(sql: string, start: number): Token {
  let at = start + 1
  if (isLetter(sql.charCodeAt(at)))
    while (at < sql.length && isWordPart(sql.charCodeAt(at)) && sql.charCodeAt(at) !== dollarSign) at += 1
  if (sql.charCodeAt(at) !== dollarSign)
    return { kind: 'symbol', start, end: Math.max(wordEnd(sql, start + 1), start + 1) }
  const tag = sql.slice(start, at + 1)
  const end = sql.indexOf(tag, at + 1)
  return end < 0
    ? { kind: 'text', start, end: sql.length, open: true }
    : { kind: 'text', start, end: end + tag.length }
}

function numberEnd(sql: string, start: number): number {
  let at = digitsEnd(sql, start)
  if (sql.charCodeAt(at) === dot && sql.charCodeAt(at + 1) !== dot) {
    at += 1
    if (isDigit(sql.charCodeAt(at))) at = digitsEnd(sql, at)
  }
  if ((sql.charCodeAt(at) | 32) !== 101) return at
  const sign = sql.charCodeAt(at + 1)
  const power = sign === plus || sign === minus ? at + 2 : at + 1
  return isDigit(sql.charCodeAt(power)) ? digitsEnd(sql, power) : at
}

/** Digits with single underscores between them: 1_000. */
function digitsEnd(sql: string, start: number): number {
  let at = start
  while (
    isDigit(sql.charCodeAt(at)) ||
    (at > start && sql.charCodeAt(at) === underscore && isDigit(sql.charCodeAt(at + 1)))
  )
    at += 1
  return at
}
