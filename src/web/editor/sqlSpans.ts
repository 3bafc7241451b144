// Splits SQL into coloured pieces, for places without an editor: previews, differences, shared pages.
import { type Token, tokenize } from '#shared/sql/tokens.ts'

type SpanKind = 'keyword' | 'function' | 'string' | 'number' | 'parameter' | 'comment' | 'plain'

export interface SqlSpan {
  kind: SpanKind
  text: string
}

const keywords = new Set(
  `all and any anti as asc between by case cast cross current date desc distinct else end except exclude exists
  explain false filter first following for from full group having ilike in inner intersect interval into is join
  last lateral left like limit materialized natural not null nulls offset on or order outer over partition
  pivot preceding qualify range recursive replace right rollup row rows select semi similar some table then time
  timestamp true try_cast unbounded union unpivot using values when where window with within`.split(/\s+/),
)

/** Longer texts are shown plain: nobody looks for colours in megabytes. */
const mostColoured = 200_000

/** Lines of a text, each as pieces. */
export function sqlLines(sql: string): SqlSpan[][] {
  if (sql.length > mostColoured) return sql.split(/\r?\n/).map((text) => [{ kind: 'plain', text }])
  const tokens = tokenize(sql)
  const lines: SqlSpan[][] = [[]]
  for (const [at, token] of tokens.entries()) {
    const kind = kindOf(sql, tokens, at)
    for (const [line, text] of sql.slice(token.start, token.end).split(/\r?\n/).entries()) {
      if (line > 0) lines.push([])
      if (text !== '') lines.at(-1)?.push({ kind, text })
    }
  }
  return lines
}

function kindOf(sql: string, tokens: readonly Token[], at: number): SpanKind {
  const { kind, start, end } = tokens[at] as Token
  if (kind === 'text') return 'string'
  if (kind === 'number' || kind === 'parameter' || kind === 'comment') return kind
  if (kind !== 'word') return 'plain'
  const word = sql.slice(start, end).toLowerCase()
  const next = tokens[at + 1]
  const isCalled = next !== undefined && sql[next.start] === '('
  // `left(` and `replace(` are calls, `in (` and `over (` are not.
  if (isCalled && !spaced.has(word)) return 'function'
  return keywords.has(word) ? 'keyword' : 'plain'
}

const spaced = new Set([
  'all',
  'and',
  'any',
  'as',
  'exists',
  'filter',
  'from',
  'in',
  'not',
  'or',
  'over',
  'some',
])
