// SQL text → tokens with their places, for any text: what is not closed or not known becomes a token as well, so
// that the tokens always cover the whole text. Used by the editor on each keystroke and by the server for parameters.

export type TokenKind =
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
  /** UTF-16 offsets in the text; `end` is behind the last character. */
  start: number
  end: number
  /** A quoted name, text or comment that the text's end cuts off. */
  open?: boolean
}

const wordStart = /[\p{L}_]/u
const digit = /[0-9]/
const space = /\s/

/** Longest first; `::` before the parameter that a single colon may begin. */
const symbols = [
  '<=>',
  '->>',
  '::',
  ':=',
  '=>',
  '<=',
  '>=',
  '<>',
  '!=',
  '==',
  '||',
  '->',
  '//',
  '**',
  '<<',
  '>>',
]

export function tokenize(sql: string): Token[] {
  const tokens: Token[] = []
  const nesting: string[] = []
  /** Kind or text of the last token that is neither space nor comment: whether a value has just ended. */
  let endsValue = false
  let at = 0
  while (at < sql.length) {
    const token = readToken(sql, at, isSeparator(nesting, endsValue))
    tokens.push(token)
    if (token.kind !== 'space' && token.kind !== 'comment') {
      const text = token.kind === 'symbol' ? sql.slice(token.start, token.end) : ''
      if (text === '(' || text === '[' || text === '{') nesting.push(text)
      else if (text === ')' || text === ']' || text === '}') nesting.pop()
      endsValue = token.kind !== 'symbol' || text === ')' || text === ']' || text === '}'
    }
    at = token.end
  }
  return tokens
}

/** Within [a:b] and {key: value} a colon after a value parts; elsewhere it begins a parameter. */
function isSeparator(nesting: readonly string[], endsValue: boolean): boolean {
  const inner = nesting.at(-1)
  return endsValue && (inner === '[' || inner === '{')
}

function readToken(sql: string, start: number, colonParts: boolean): Token {
  const char = sql[start] as string
  const pair = sql.slice(start, start + 2)
  if (space.test(char) || char === '\ufeff')
    return { kind: 'space', start, end: endOf(sql, start, /[\s\ufeff]/) }
  if (pair === '--') return { kind: 'comment', start, end: lineEnd(sql, start) }
  if (pair === '/*') return closed('comment', sql, start, blockEnd(sql, start))
  if (char === "'") return closed('text', sql, start, quoteEnd(sql, start, "'", false))
  if ((char === 'e' || char === 'E') && sql[start + 1] === "'") {
    return closed('text', sql, start, quoteEnd(sql, start + 1, "'", true))
  }
  if (char === '"') return closed('quoted', sql, start, quoteEnd(sql, start, '"', false))
  if (char === '$') return dollar(sql, start)
  if (digit.test(char) || (char === '.' && digit.test(sql[start + 1] ?? ''))) {
    return { kind: 'number', start, end: numberEnd(sql, start) }
  }
  if (isWordStart(sql, start)) return { kind: 'word', start, end: wordEnd(sql, start) }
  if (char === ':' && pair !== '::' && pair !== ':=' && !colonParts && isWordStart(sql, start + 1)) {
    return { kind: 'parameter', start, end: wordEnd(sql, start + 1) }
  }
  const symbol = symbols.find((text) => sql.startsWith(text, start))
  if (symbol) return { kind: 'symbol', start, end: start + symbol.length }
  if (/[!-/:-@[-^`{-~]/.test(char)) return { kind: 'symbol', start, end: start + 1 }
  return { kind: 'unknown', start, end: start + characterAt(sql, start).length }
}

const characterAt = (sql: string, at: number): string => String.fromCodePoint(sql.codePointAt(at) ?? 0)
const isWordStart = (sql: string, at: number): boolean =>
  at < sql.length && wordStart.test(characterAt(sql, at))

function wordEnd(sql: string, start: number): number {
  let at = start
  while (at < sql.length) {
    const char = characterAt(sql, at)
    if (!/[\p{L}\p{M}\p{N}_$]/u.test(char)) break
    at += char.length
  }
  return at
}

function endOf(sql: string, start: number, pattern: RegExp): number {
  let at = start
  while (at < sql.length && pattern.test(sql[at] as string)) at += 1
  return at
}

function lineEnd(sql: string, start: number): number {
  const end = sql.indexOf('\n', start)
  return end < 0 ? sql.length : end
}

interface End {
  end: number
  open: boolean
}

/** Block comments do not nest in the engine: the first end closes them. */
function blockEnd(sql: string, start: number): End {
  const end = sql.indexOf('*/', start + 2)
  return end < 0 ? { end: sql.length, open: true } : { end: end + 2, open: false }
}

function quoteEnd(sql: string, start: number, quote: string, escapes: boolean): End {
  for (let at = start + 1; at < sql.length; at += 1) {
    if (escapes && sql[at] === '\\') at += 1
    else if (sql[at] === quote) {
      if (sql[at + 1] !== quote) return { end: at + 1, open: false }
      at += 1
    }
  }
  return { end: sql.length, open: true }
}

/** `$$text$$`, `$tag$text$tag$`, or the engine's own parameters `$1` and `$name`. */
function dollar(sql: string, start: number): Token {
  const tag = /^\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/u.exec(sql.slice(start, start + 100))?.[0]
  if (tag === undefined) return { kind: 'symbol', start, end: Math.max(wordEnd(sql, start + 1), start + 1) }
  const end = sql.indexOf(tag, start + tag.length)
  return closed(
    'text',
    sql,
    start,
    end < 0 ? { end: sql.length, open: true } : { end: end + tag.length, open: false },
  )
}

function numberEnd(sql: string, start: number): number {
  const match = /^(?:0[xX][0-9a-fA-F_]+|(?:\d[\d_]*)?\.?\d*(?:[eE][+-]?\d+)?)/.exec(
    sql.slice(start, start + 400),
  )
  return start + Math.max(match?.[0].length ?? 1, 1)
}

function closed(kind: TokenKind, _sql: string, start: number, { end, open }: End): Token {
  return open ? { kind, start, end, open } : { kind, start, end }
}
