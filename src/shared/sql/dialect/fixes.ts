// Rewrites syntax of MySQL or MaxCompute, or typed with a Chinese keyboard, to the engine's, as one edit
// each. Strings, quoted names and comments stay unchanged.
import type { Token } from '../tokens.ts'
import { calls } from './calls.ts'
import { clauseOf } from './clauses.ts'
import {
  argumentsOf,
  closing,
  type DialectFix,
  farthest,
  isNameAt,
  lowerAt,
  pieceOf,
  type Reading,
  readingOf,
  textAt,
  valueStart,
} from './reading.ts'

export type { DialectFix } from './reading.ts'

const halfWidth: Readonly<Record<string, string>> = {
  '，': ',',
  '（': '(',
  '）': ')',
  '；': ';',
  '＝': '=',
  '＞': '>',
  '＜': '<',
  '＋': '+',
  '－': '-',
  '＊': '*',
  '／': '/',
  '％': '%',
  '．': '.',
  '‘': "'",
  '’': "'",
  '“': "'",
  '”': "'",
  '【': '[',
  '】': ']',
  '！': '!',
  '≥': '>=',
  '≤': '<=',
  '≠': '<>',
}
const wide = /[，（）；＝＞＜＋－＊／％．‘’“”【】！≥≤≠]/g

/** In text order; an edit inside another comes after it. */
export function dialectFixes(sql: string): DialectFix[] {
  const reading = readingOf(sql)
  const found: DialectFix[] = []
  let quotes = 0
  reading.words.forEach((token, at) => {
    const isQuote = textAt(reading, at) === '`'
    if (isQuote) quotes += 1
    const fix =
      widePieces(reading, at) ??
      (isQuote && quotes % 2 === 1 ? backquoted(sql, token) : null) ??
      scheduled(reading, at) ??
      limitOf(reading, at) ??
      patternOf(reading, at) ??
      signOf(reading, at) ??
      clauseOf(reading, at) ??
      callOf(reading, at)
    if (fix) found.push(fix)
  })
  return found
}

const deepest = 40

/** The whole text in the engine's syntax; inner edits are applied first. */
export function inEngineForm(sql: string): string {
  let text = sql
  for (let turn = 0; turn < deepest; turn += 1) {
    const fixes = dialectFixes(text)
    if (fixes.length === 0) break
    text = withInnermost(text, fixes)
  }
  return text
}

/** Applies the innermost edits from the end, so that earlier offsets stay valid. */
function withInnermost(text: string, fixes: readonly DialectFix[]): string {
  const pieces: string[] = []
  let rest = text.length
  for (const fix of fixes.toReversed()) {
    if (fix.end > rest) continue
    pieces.push(text.slice(fix.end, rest), fix.text)
    rest = fix.start
  }
  return text.slice(0, rest) + pieces.reverse().join('')
}

function widePieces(reading: Reading, at: number): DialectFix | null {
  const { kind, start, end } = reading.words[at] as Token
  if (kind !== 'word' && kind !== 'unknown' && kind !== 'parameter') return null
  const written = textAt(reading, at)
  // A column alias may contain brackets: `AS 金额（元）`.
  const heading =
    lowerAt(reading, at - 1) === 'as' ? (/^[^，（）；]+（[^，（）；]+）/.exec(written)?.[0] ?? '') : ''
  const text = heading + written.slice(heading.length).replace(wide, (char) => halfWidth[char] ?? char)
  return text === written ? null : { start, end, text }
}

/** A name in backquotes. */
function backquoted(sql: string, open: Token): DialectFix | null {
  const close = sql.indexOf('`', open.end)
  const name = close < 0 ? '' : sql.slice(open.end, close)
  if (name === '' || name.includes('\n')) return null
  return { start: open.start, end: close + 1, text: `"${name.replaceAll('"', '""')}"` }
}

/** `limit 3, 5`: the offset first. */
function limitOf(reading: Reading, at: number): DialectFix | null {
  if (lowerAt(reading, at) !== 'limit' || textAt(reading, at + 2) !== ',') return null
  const [first, second] = [reading.words[at + 1], reading.words[at + 3]]
  const isValue = (token: Token | undefined) => token?.kind === 'number' || token?.kind === 'parameter'
  if (!first || !second || !isValue(first) || !isValue(second)) return null
  const text = `${textAt(reading, at + 3)} OFFSET ${textAt(reading, at + 1)}`
  return { start: first.start, end: second.end, text }
}

/** `'${name}'` of a scheduler becomes a parameter. */
function scheduled(reading: Reading, at: number): DialectFix | null {
  if (reading.words[at]?.kind === 'text') {
    const name = /^'\$\{([A-Za-z_]\w{0,60})\}'$/.exec(textAt(reading, at))?.[1]
    return name === undefined ? null : pieceOf(reading, at, at, `:${name}`)
  }
  const isBare =
    textAt(reading, at) === '$' && textAt(reading, at + 1) === '{' && textAt(reading, at + 3) === '}'
  return isBare && isNameAt(reading, at + 2)
    ? pieceOf(reading, at, at + 3, `:${textAt(reading, at + 2)}`)
    : null
}

/** `a RLIKE 'x'`, `a REGEXP 'x'`, `a <=> b`. */
function patternOf(reading: Reading, at: number): DialectFix | null {
  const { words, sql } = reading
  const word = lowerAt(reading, at)
  const token = words[at] as Token
  if (textAt(reading, at) === '<=>') {
    return { start: token.start, end: token.end, text: 'IS NOT DISTINCT FROM' }
  }
  if (word !== 'rlike' && word !== 'regexp') return null
  const pattern = words[at + 1]
  if (pattern?.kind !== 'text' && pattern?.kind !== 'parameter') return null
  const isNot = lowerAt(reading, at - 1) === 'not'
  const last = at - (isNot ? 2 : 1)
  const first = valueStart(reading, last)
  if (first < 0) return null
  const start = words[first]?.start ?? 0
  const value = sql.slice(start, words[last]?.end)
  const text = `${isNot ? 'NOT ' : ''}regexp_matches(${value}, ${textAt(reading, at + 1)})`
  return { start, end: pattern.end, text }
}

const comparison = /^(?:[=<>]|[<>!]=|<>)$/

/** `# comment`, `a ~* 'x'`, `a = 1 && b = 2`, `! a`, `a =< 1` */
function signOf(reading: Reading, at: number): DialectFix | null {
  const { sql, words } = reading
  const sign = textAt(reading, at)
  const token = words[at] as Token
  if (sign === '#') {
    // #1 refers to a column by position.
    const isComment = !/\d/.test(sql[token.end] ?? '')
    return isComment ? { start: token.start, end: token.end, text: '--' } : null
  }
  if (sign === '~*' || (sign === '~' && textAt(reading, at + 1) === '*')) {
    const first = valueStart(reading, at - 1)
    const last = sign === '~' ? at + 2 : at + 1
    const pattern = words[last]
    if (first < 0 || (pattern?.kind !== 'text' && pattern?.kind !== 'parameter')) return null
    const value = sql.slice(words[first]?.start, words[at - 1]?.end)
    return pieceOf(reading, first, last, `regexp_matches(${value}, ${textAt(reading, last)}, 'i')`)
  }
  // For two lists, && tests whether they overlap.
  if (sign === '&&') {
    const isNear = [-3, -2, 2, 3].some((step) => comparison.test(textAt(reading, at + step)))
    return isNear ? pieceOf(reading, at, at, 'AND') : null
  }
  // Only in a comparison; `name => value` in a call is a named argument.
  if (sign === '=' && textAt(reading, at + 1) === '<') return pieceOf(reading, at, at + 1, '<=')
  if (sign === '=' && textAt(reading, at + 1) === '!') return pieceOf(reading, at, at + 1, '!=')
  if (sign === '=>' && !/^[(,]$/.test(textAt(reading, at - 2))) return pieceOf(reading, at, at, '>=')
  if (sign === '!' && (words[at + 1]?.kind === 'word' || textAt(reading, at + 1) === '('))
    return pieceOf(reading, at, at, 'NOT ')
  return null
}

function callOf(reading: Reading, at: number): DialectFix | null {
  const { sql, words } = reading
  const word = lowerAt(reading, at)
  if (textAt(reading, at + 1) !== '(' || /^(\.|::)$/.test(textAt(reading, at - 1))) return null
  // Here the word is part of LATERAL VIEW.
  if (/^(view|outer)$/.test(lowerAt(reading, at - 1))) return null
  const isKnown = Object.hasOwn(calls, word)
  if (!isKnown && word !== 'group_concat') return null
  const close = closing(reading, at + 1)
  const [name, last] = [words[at], words[close]]
  if (!name || !last || close - at > farthest) return null
  const args = argumentsOf(reading, at + 1, close)
  // The rewrite would lose a comment.
  if (/--|\/\*/.test(sql.slice(name.start, last.end))) return null
  const text = isKnown ? (calls[word]?.(args) ?? null) : separated(args)
  return text === null ? null : { start: name.start, end: last.end, text }
}

/** `group_concat(a ORDER BY b SEPARATOR ',')`: here the order comes last. */
function separated(args: readonly string[]): string | null {
  const whole = args.join(', ')
  const at = whole.toLowerCase().lastIndexOf(' separator ')
  const text = at < 0 ? '' : whole.slice(at + ' separator '.length).trim()
  if (!/^'[^']*'$/.test(text)) return null
  const value = whole.slice(0, at).trim()
  const order = value.toLowerCase().lastIndexOf(' order by ')
  return order < 0
    ? `string_agg(${value}, ${text})`
    : `string_agg(${value.slice(0, order)}, ${text}${value.slice(order)})`
}

/**
 * The fix for an error at this offset. `isSyntax`: the parser stopped there, which may be well after the
 * cause.
 */
export function fixAt(
  fixes: readonly DialectFix[],
  [start, end]: readonly [number, number],
  isSyntax: boolean,
): DialectFix | null {
  const holds = fixes.findLast((fix) => fix.start < Math.max(end, start + 1) && start < fix.end)
  if (holds || !isSyntax) return holds ?? null
  return fixes.findLast((fix) => fix.end <= start) ?? fixes[0] ?? null
}
