// Formats SQL as pure text. Loaded on first use, because the formatter is large.
import { clickhouse, duckdb, formatDialect } from 'sql-formatter'
import { parameterNames } from '#shared/sql/parameters.ts'
import { statementsOf } from '#shared/sql/statements.ts'
import { type Token, tokenize } from '#shared/sql/tokens.ts'

const dialects = { duckdb, clickhouse }

export class FormatProblem extends Error {}

/** Throws FormatProblem where the text can't be parsed, or would change its meaning. */
export function formatSql(sql: string, dialect: keyof typeof dialects = 'duckdb'): string {
  const tokens = tokenize(sql)
  if (tokens.some(({ open }) => open))
    throw new FormatProblem('有引号或注释没有结束，无法格式化，请补全后再试。')
  if (statementsOf(sql, tokens).length === 0) return sql
  const formatted = run(sql, dialect)
  if (!isSame(sql, tokens, formatted)) {
    throw new FormatProblem('这段 SQL 里有格式化工具无法识别的写法，为免改变含义，文本保持原样。')
  }
  return /\n\s*$/.test(sql) ? `${formatted}\n` : formatted
}

function run(sql: string, dialect: keyof typeof dialects): string {
  try {
    return formatDialect(sql, {
      dialect: dialects[dialect],
      tabWidth: 2,
      keywordCase: 'preserve',
      linesBetweenQueries: 1,
      expressionWidth: 80,
      paramTypes: {
        custom: parameterNames(sql).length > 0 ? [{ regex: ':[\\p{L}_][\\p{L}\\p{M}\\p{N}_$]*' }] : [],
      },
    })
  } catch (error) {
    const place = /line (\d+) column (\d+)/.exec(error instanceof Error ? error.message : '')
    throw new FormatProblem(
      place
        ? `第 ${place[1]} 行第 ${place[2]} 列附近无法识别，文本保持原样，请改正后再格式化。`
        : '这段 SQL 无法识别，文本保持原样，请改正后再格式化。',
    )
  }
}

const counts = ({ kind }: Token): boolean => kind !== 'space'

/** The formatter may only change whitespace: all tokens must remain, in order. */
function isSame(sql: string, tokens: readonly Token[], formatted: string): boolean {
  const words = (text: string, read: readonly Token[]): string[] =>
    read.filter(counts).map(({ kind, start, end }) => {
      const word = text.slice(start, end)
      return kind === 'comment' ? word.replace(/\s+/g, ' ').trim() : word
    })
  const before = words(sql, tokens)
  const after = words(formatted, tokenize(formatted))
  return before.length === after.length && before.every((word, at) => word === after[at])
}

/** The cursor after formatting: at the same character of the same word. */
export function placeAfter(sql: string, formatted: string, offset: number): number {
  const marks = (text: string): string => text.slice(0).replace(/\s/g, '')
  const before = marks(sql.slice(0, offset)).length
  let seen = 0
  for (let at = 0; at < formatted.length; at += 1) {
    if (seen === before) return at
    if (!/\s/.test(formatted[at] as string)) seen += 1
  }
  return formatted.length
}
