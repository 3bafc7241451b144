// Converts the engine's errors to Chinese messages with a position in the user's text. Nothing about the host
// is revealed: no paths, no file names.

import { isDamage } from '#server/warehouse/duckdb/damage.ts'
import { AppError } from '#shared/errors.ts'
import { tokenize } from '#shared/sql/tokens.ts'
import type { SqlProblem } from '../types.ts'
import { type BoundText, boundText } from './bound.ts'
import { caretOffset } from './caret.ts'
import { engineSentence } from './engineSentence.ts'
import { type EngineFailure, kindOf, translated, unexplained } from './messages.ts'
import { offsetOfByte, offsetOfCharacter, problemAt, problemBetween } from './place.ts'
import { placeOfSubject } from './subject.ts'

/**
 * `prefix`: text that was put before the statement (`EXPLAIN `). The engine gives the best positions with
 * `errors_as_json`; without, they are found from the line that it shows.
 */
export function sqlFailure(error: unknown, text: string | BoundText, prefix = ''): AppError {
  if (error instanceof AppError) return error
  const bound = typeof text === 'string' ? spaced(text) : text
  const failure = read(error instanceof Error ? error.message : String(error))
  if (isDamage(failure.message)) return new AppError('warehouse_damaged')
  const ended = endings[failure.type]
  if (ended) return new AppError(ended.code, ended.message)
  const told = translated(failure) ?? untranslated(failure, bound.sql)
  const at = place(failure, bound, prefix) ?? placeOfSubject(told, failure.message, bound.sql)
  // A parameter appears as `$2` in the executed text; the user wrote `:name`.
  const message = told.replace(/「\$\d+」/, at ? `「${at.near}」` : '参数')
  return new AppError('sql_error', clean(message), at)
}

/** The kind, and the engine's own sentence in a line of its own. */
function untranslated(failure: EngineFailure, sql: string): string {
  const sentence = engineSentence(failure.message, sql)
  return `${kindOf(failure)}${sentence ? `\n引擎原文：${sentence}` : unexplained}`
}

const endings: Readonly<Record<string, { code: 'query_failed' | 'query_canceled'; message: string }>> = {
  'Out of Memory': {
    code: 'query_failed',
    message: '查询用的内存超出上限，请缩小范围、减少列或先汇总再关联',
  },
  INTERNAL: { code: 'query_failed', message: '查询引擎出现内部错误，请换一种写法' },
  FATAL: { code: 'query_failed', message: '查询引擎出现内部错误，请换一种写法' },
  INTERRUPT: { code: 'query_canceled', message: '查询已取消' },
}

/** The text without parameters; a text that could not be parsed has only its own offsets. */
function spaced(sql: string): BoundText {
  try {
    return boundText(sql, {})
  } catch {
    return { sql, text: sql, values: [], types: [], offset: (at) => at }
  }
}

/** Parses `Binder Error: text`, with a line and a caret below, or the JSON form. */
function read(message: string): EngineFailure {
  const start = message.indexOf('{')
  if (start >= 0 && /^(?:[\w ]+ Error: )?\s*$/.test(message.slice(0, start))) {
    const told = parsed(message.slice(start))
    if (told) return told
  }
  const [, type = '', rest = message] = /^([\w ]+?) Error: ([\s\S]*)$/.exec(message) ?? []
  const lines = rest.search(/\n+LINE \d+: /)
  const [told, shown] = lines < 0 ? [rest, ''] : [rest.slice(0, lines), rest.slice(lines)]
  return { type, message: told, shown, name: '', candidates: [], position: null }
}

function parsed(json: string): EngineFailure | null {
  try {
    const told = JSON.parse(json) as Record<string, string | undefined>
    if (told.exception_message === undefined) return null
    return {
      type: told.exception_type ?? '',
      message: told.exception_message,
      shown: '',
      name: told.name ?? '',
      candidates: (told.candidates ?? '').split(',').filter(Boolean),
      position: told.position === undefined ? null : Number(told.position),
    }
  } catch {
    return null
  }
}

function place(failure: EngineFailure, bound: BoundText, prefix: string): SqlProblem | null {
  const whole = `${prefix}${bound.text}`
  const inWhole = offsetIn(whole, failure)
  if (inWhole !== null && inWhole >= prefix.length) {
    return problemAt(bound.sql, bound.offset(inWhole - prefix.length))
  }
  return placeOfName(failure, bound.sql)
}

function offsetIn(whole: string, { type, position, shown }: EngineFailure): number | null {
  if (position === null) return caretOffset(shown, whole)
  return type === 'Parser' ? offsetOfCharacter(whole, position) : offsetOfByte(whole, position)
}

/** Where the engine gives a name without a position: the name's first occurrence in the text. */
function placeOfName({ name, message }: EngineFailure, sql: string): SqlProblem | null {
  const wanted = (name || (/"([^"\n]+)"/.exec(message)?.[1] ?? '')).toLowerCase()
  if (!wanted) return null
  const found = tokenize(sql).find(
    ({ kind, start, end }) =>
      (kind === 'word' || kind === 'quoted' || kind === 'text') &&
      sql
        .slice(start, end)
        .replace(/^["']|["']$/g, '')
        .toLowerCase() === wanted,
  )
  return found ? problemBetween(sql, found.start, found.end) : null
}

/** Removes files, and catalogs, which are named like files. */
function clean(message: string): string {
  const plain = message.replace(/STRUCT\((?:[^()]|\([^()]*\)){60,}\)/g, 'STRUCT(…)')
  const isRow = plain !== message
  return (isRow ? `${plain}；表名写在列的位置时指整行` : plain)
    .replace(/(?:[A-Za-z]:)?[\\/](?:[\w.@ -]+[\\/])+[\w.@-]*/g, (path) => (isPartOfDay(path) ? path : '…'))
    .replace(/(?:"|(?<![\w-]))[\w-]+"?\."?(?:main|temp)"?\./g, '')
    .replace(/(?<![\w-])[\w-]+\.(?:duckdb|sqlite|wal|mjs|ts)\b/g, '…')
}

/** `31/01/2026` is no path. */
const isPartOfDay = (text: string): boolean => /^\/\d{1,4}\/\d{1,4}$/.test(text)
