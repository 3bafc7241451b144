// A failure about what other engines have names this engine's form as well.
import { AppError } from '../../../shared/errors.ts'
import { dialectFixes, fixAt } from '../../../shared/sql/dialect/fixes.ts'
import type { SqlProblem } from './types.ts'

const longestSql = 100_000
const longestForm = 80

export function hinted(sql: string, error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'sql_error' || sql.length > longestSql) return error
  const problem = error.data as SqlProblem | null
  if (!problem) return error
  const isSyntax = error.message.startsWith('语法错误') || error.message.startsWith('语句没有写完')
  const start = offsetOf(sql, problem)
  const fix = fixAt(dialectFixes(sql), [start, start + problem.length], isSyntax)
  if (!fix || fix.text.length > longestForm || error.message.includes('半角')) return error
  return new AppError(error.code, `${error.message}；这里写作 ${fix.text}`, error.data)
}

function offsetOf(sql: string, { line, column }: SqlProblem): number {
  let start = 0
  for (let at = 1; at < line; at += 1) start = sql.indexOf('\n', start) + 1
  return start + column - 1
}
