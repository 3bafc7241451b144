// Adds advice to errors: another dialect's syntax or a misspelt keyword gets this engine's form; other kinds
// of statements are named.
import { AppError } from '#shared/errors.ts'
import { dialectFixes, fixAt } from '#shared/sql/dialect/fixes.ts'
import { misspeltAt } from '#shared/sql/dialect/misspelt.ts'
import { tokenize } from '#shared/sql/tokens.ts'
import { problemAt, problemBetween } from './check/place.ts'
import type { SqlProblem } from './types.ts'

const longestSql = 100_000
const longestForm = 80

export function hinted(sql: string, error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'sql_error' || sql.length > longestSql) return error
  const isSyntax = error.message.startsWith('语法错误') || error.message.startsWith('语句没有写完')
  const problem = (error.data as SqlProblem | null) ?? (isSyntax ? placeOfFix(sql) : null)
  if (!problem) return error
  const other = isSyntax ? otherStatement(sql) : null
  if (other) return other
  const hint = hintFor(sql, error.message, problem, isSyntax)
  return hint === null ? error : new AppError(error.code, withHint(error.message, hint), problem)
}

/** The engine's own sentence stays in a line of its own. */
const withHint = (message: string, hint: string): string => message.replace(/(?=\n)|$/, `；${hint}`)

/** The engine refuses `LIMIT 3, 5` without a position. */
function placeOfFix(sql: string): SqlProblem | null {
  const [fix] = dialectFixes(sql)
  return fix ? problemBetween(sql, fix.start, fix.end) : null
}

function hintFor(sql: string, message: string, problem: SqlProblem, isSyntax: boolean): string | null {
  if (message.includes('半角')) return null
  const start = offsetOf(sql, problem)
  const fixes = dialectFixes(sql)
  const place = [start, start + problem.length] as const
  // A misspelt keyword at the error's position takes precedence over a fix elsewhere.
  const fix =
    fixAt(fixes, place, false) ?? (isSyntax ? (misspeltAt(sql, start) ?? fixAt(fixes, place, true)) : null)
  if (fix && fix.text.trim() === '') return `请去掉 ${sql.slice(fix.start, fix.end)}`
  if (fix) return fix.text.length > longestForm ? null : `这里写作 ${fix.text}`
  const written = sql.slice(start, start + problem.length)
  const isQuoted = /^"[^"]*"$/.test(written) && written.length <= longestForm
  if (isQuoted && message.includes('找不到列') && !message.includes('单引号'))
    return `若是文本，请用单引号 '${written.slice(1, -1)}'`
  return null
}

const others = new Set(
  `insert replace merge upsert grant revoke msck load analyze lock unlock repair kill flush cache uncache
  refresh optimize rename export import add reload purge reset declare exec execute do`.split(/\s+/),
)

/** Statements that the engine can't parse. Those that it can are refused by their kind. */
function otherStatement(sql: string): AppError | null {
  const first = tokenize(sql).find(({ kind }) => kind !== 'space' && kind !== 'comment')
  const word = first?.kind === 'word' ? sql.slice(first.start, first.end).toLowerCase() : ''
  const at = problemAt(sql, first?.start ?? 0)
  if (word === 'show')
    return new AppError('sql_error', '只支持 SHOW TABLES、SHOW COLUMNS FROM 表名，函数与设置不在这里查看', at)
  if (!others.has(word)) return null
  return new AppError('sql_error', `只能运行一条 SELECT 查询，不能使用 ${word.toUpperCase()}`, at)
}

function offsetOf(sql: string, { line, column }: SqlProblem): number {
  let start = 0
  for (let at = 1; at < line; at += 1) start = sql.indexOf('\n', start) + 1
  return start + column - 1
}
