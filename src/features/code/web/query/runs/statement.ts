// The statement of a run: names its result, and decides whether two runs have the same one.
import { type GivenValues, givenValue } from '#shared/sql/parameterText.ts'
import { plainStatement, statementsOf } from '#shared/sql/statements.ts'
import { type Token, tokenize } from '#shared/sql/tokens.ts'

const longestName = 24
/** Longer statements are named by their beginning. */
const longestRead = 50_000

const isBlank = ({ kind }: Token): boolean => kind === 'space' || kind === 'comment'

export const isSameStatement = (one: string, other: string): boolean =>
  one !== '' && (one === other || plainStatement(one) === plainStatement(other))

/** Whatever the order of the names. */
export function isSameValues(one: GivenValues = {}, other: GivenValues = {}): boolean {
  const told = (given: GivenValues) =>
    JSON.stringify(
      Object.keys(given)
        .sort()
        .map((name) => [name, givenValue(given[name] as GivenValues[string])]),
    )
  return told(one) === told(other)
}

/**
 * The comment before the statement (or before its words), else the first table that it reads; '' without
 * either.
 */
export function statementName(text: string, { sql, start }: { sql: string; start: number }): string {
  const head = sql.slice(0, longestRead)
  const own = leadingComment(head)
  if (own) return own
  if (text.startsWith(head.slice(0, 200), start)) {
    const before = trailingComment(text.slice(Math.max(0, start - 2_000), start))
    if (before) return before
  }
  return cut(firstTable(head))
}

function leadingComment(sql: string): string {
  for (const token of tokenize(sql.slice(0, 2_000))) {
    if (token.kind === 'space') continue
    if (token.kind !== 'comment') return ''
    const words = commentWords(sql.slice(token.start, token.end))
    if (words) return words
  }
  return ''
}

/** Comments directly above the statement; the first line names it. */
function trailingComment(before: string): string {
  let found = ''
  for (const [at, line] of before.split('\n').reverse().entries()) {
    const text = line.trim()
    // On the statement's own line.
    if (at === 0 && text === '') continue
    const isComment = text.startsWith('--') || (text.startsWith('/*') && text.endsWith('*/'))
    if (!isComment) break
    found = commentWords(text) || found
  }
  return found
}

const commentWords = (comment: string): string => {
  const [line = ''] = comment
    .replace(/^(--+|\/\*+)/, '')
    .replace(/\*+\/$/, '')
    .split('\n')
    .map((one) => one.replace(/^[\s*=#-]+|[\s*=#-]+$/g, ''))
    .filter(Boolean)
  return cut(line)
}

const cut = (name: string): string =>
  name.length > longestName ? `${name.slice(0, longestName - 1).trimEnd()}…` : name

/** The table after `from` or `join`; names defined by `with` are skipped for the tables they read. */
function firstTable(sql: string): string {
  const tokens = tokenize(sql).filter((token) => !isBlank(token))
  const textOf = (token: Token | undefined) => (token ? sql.slice(token.start, token.end) : '')
  const given = new Set(
    tokens.flatMap((token, at) =>
      isName(token) && /^as$/i.test(textOf(tokens[at + 1])) && textOf(tokens[at + 2]) === '('
        ? [textOf(token).toLowerCase()]
        : [],
    ),
  )
  for (const [at, token] of tokens.entries()) {
    const lead = at === 0 ? /^(from|describe|desc|summarize|pivot|unpivot)$/i : /^(from|join)$/i
    if (token.kind !== 'word' || !lead.test(textOf(token))) continue
    let last = at + 1
    while (textOf(tokens[last + 1]) === '.' && isName(tokens[last + 2])) last += 2
    const name = tokens[last]
    const isCall = textOf(tokens[last + 1]) === '('
    if (
      isName(name) &&
      !/^(select|with|from)$/i.test(textOf(name)) &&
      !isCall &&
      !given.has(textOf(name).toLowerCase())
    )
      return unquoted(textOf(name))
  }
  return ''
}

const isName = (token: Token | undefined): boolean => token?.kind === 'word' || token?.kind === 'quoted'

const unquoted = (name: string): string =>
  name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name

/** The statements of a selection, where it contains several; otherwise the selection itself. */
export function statementsIn<Target extends { sql: string; start: number }>(target: Target) {
  const parts = statementsOf(target.sql)
  if (parts.length < 2) return [target]
  return parts.map(({ start, end }) => ({ sql: target.sql.slice(start, end), start: target.start + start }))
}
