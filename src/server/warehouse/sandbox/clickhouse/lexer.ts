// Tokens of a text in ClickHouse's SQL. What the engine could read in another way than we do is refused here: only
// tokens that both read alike go on, and the text that runs is written anew from them.
import { AppError } from '#shared/errors.ts'
import { problemBetween } from '../check/place.ts'

type TokenKind = 'word' | 'quoted' | 'text' | 'number' | 'parameter' | 'symbol'

export interface SqlToken {
  kind: TokenKind
  /** UTF-16 offsets in the user's text. */
  start: number
  end: number
  /** As written; of a quoted name the name itself, of a parameter its name. */
  text: string
  /** Of a bare word: in lower case; else empty. */
  word: string
}

export function refusal(sql: string, start: number, end: number, message: string): AppError {
  return new AppError('sql_error', message, problemBetween(sql, start, Math.max(end, start + 1)))
}

const spaces = /[\s\u00a0\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]+/y
const lineComment = /--[^\n]*/y
const wordPattern = /[\p{L}_][\p{L}\p{N}\p{M}_]*/uy
const numberPattern = /(?:0[xX][0-9a-fA-F]+|0[bB][01]+|(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?)/y
const digitsPattern = /\d+/y
const parameterPattern = /:([\p{L}_][\p{L}\p{N}\p{M}_]*)/uy
const symbolPattern = /->|<=>|::|\|\||<=|>=|<>|!=|==|[-+*/%=<>(),.[\]{}?:;^|]/y

const ascii = /^\w+$/
const mostTokens = 200_000

/** Throws AppError sql_error with the place. */
export function lex(sql: string): SqlToken[] {
  if (!sql.isWellFormed()) throw new AppError('sql_error', 'SQL 中有不完整的字符，请重新输入')
  const reader = new Reader(sql)
  while (reader.at < sql.length) reader.next()
  return reader.tokens
}

class Reader {
  readonly tokens: SqlToken[] = []
  readonly sql: string
  at = 0

  constructor(sql: string) {
    this.sql = sql
  }

  next(): void {
    if (this.#matched(spaces) || this.#matched(lineComment)) return
    const { sql, at } = this
    const first = sql[at] as string
    if (sql.startsWith('/*', at)) return void this.#blockComment()
    if (first === "'") return void this.#quotedWith("'", 'text')
    if (first === '"' || first === '`') return void this.#quotedWith(first, 'quoted')
    if (/[\d.]/.test(first) && this.#number()) return
    const word = this.#matched(wordPattern)
    if (word !== null) return void this.#add('word', at, word)
    const parameter = this.#matched(parameterPattern)
    if (parameter !== null) return void this.#add('parameter', at, parameter.slice(1))
    const symbol = this.#matched(symbolPattern)
    if (symbol !== null) return void this.#add('symbol', at, symbol)
    throw refusal(sql, at, at + 1, unknown(first))
  }

  #matched(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.sql)?.[0]
    if (found === undefined || found === '') return null
    this.at += found.length
    return found
  }

  #add(kind: TokenKind, start: number, text: string): void {
    if (this.tokens.length >= mostTokens)
      throw refusal(this.sql, start, this.at, 'SQL 过长，请用参数传入长的列表')
    // Keywords are ASCII: a letter that only looks like one makes a name of it.
    const word = kind === 'word' && ascii.test(text) ? text.toLowerCase() : ''
    this.tokens.push({ kind, start, end: this.at, text, word })
  }

  /** The engine nests comments and others do not: one within another is refused. */
  #blockComment(): void {
    const { sql, at } = this
    const end = sql.indexOf('*/', at + 2)
    if (end < 0) throw refusal(sql, at, at + 2, '注释没有结束，请补上 */')
    const nested = sql.indexOf('/*', at + 2)
    if (nested >= 0 && nested < end) throw refusal(sql, nested, nested + 2, '注释里不能再有 /*，请去掉')
    this.at = end + 2
  }

  #quotedWith(mark: string, kind: 'text' | 'quoted'): void {
    const { sql, at: start } = this
    let at = start + 1
    for (; at < sql.length; at += 1) {
      if (sql[at] === '\\') {
        if (kind === 'quoted') throw refusal(sql, at, at + 1, '名称里不能有反斜杠')
        at += 1
      } else if (sql[at] === mark) {
        if (sql[at + 1] !== mark) break
        at += 1
      }
    }
    if (at >= sql.length)
      throw refusal(
        sql,
        start,
        start + 1,
        kind === 'text' ? '文本没有结束，请补上单引号' : '名称没有结束，请补上引号',
      )
    this.at = at + 1
    const written = sql.slice(start, at + 1)
    if (written.includes('\0')) throw refusal(sql, start, at + 1, 'SQL 中有不可见的 NUL 字符，请删除')
    this.#add(kind, start, kind === 'text' ? written : written.slice(1, -1).replaceAll(mark + mark, mark))
  }

  #number(): boolean {
    const { sql, at: start } = this
    // After a point only digits belong to it: t.1.2 are three tokens of the engine's.
    const before = this.tokens.at(-1)
    const isPart = before?.text === '.' && before.kind === 'symbol'
    const found = this.#matched(isPart ? digitsPattern : numberPattern)
    if (found === null) return false
    // `1.from t` is a number and a FROM to the engine.
    if (/^(?:[\p{L}\p{N}_]|\.(?!\d))/u.test(sql.slice(this.at, this.at + 2)))
      throw refusal(sql, start, this.at + 1, '数字后面不能直接接字母或点，请用空格隔开')
    this.#add('number', start, found)
    return true
  }
}

function unknown(character: string): string {
  if (character === '\0') return 'SQL 中有不可见的 NUL 字符，请删除'
  if ('‘’“”＇＂'.includes(character)) return `引号应是半角的，现为「${character}」`
  if ('（），；＝＊'.includes(character)) return `符号应是半角的，现为「${character}」`
  if ('$@#'.includes(character)) return `不支持「${character}」；参数写作 :名称`
  return `无法识别的字符「${character}」`
}
