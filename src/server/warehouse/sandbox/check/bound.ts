// Converts a user's text with parameters `:name` to a text for the engine, with values to bind. Values never
// become text. Offsets are mapped back, so that errors point into the user's text.
import type { DuckDBPreparedStatement, DuckDBType, DuckDBValue } from '@duckdb/node-api'
import { AppError } from '#shared/errors.ts'
import { type Token, tokenize } from '#shared/sql/tokens.ts'
import type { SandboxParameter } from '../types.ts'
import { problemBetween } from './place.ts'
import { type EngineValue, expectation, listOf, type Scalar, scalarValue } from './values.ts'

export interface BoundText {
  /** As the user sent it. */
  readonly sql: string
  /** For the engine: `$1` for `:name`, plain spaces for other Unicode spaces. */
  readonly text: string
  readonly values: readonly DuckDBValue[]
  readonly types: readonly DuckDBType[]
  /** Maps an offset in `text` to the offset in `sql` (both UTF-16). */
  offset(inText: number): number
}

export interface Edit {
  /** In the user's text. */
  start: number
  end: number
  text: string
}

/** Deeper nesting only makes the engine's parser report exhausted memory. */
const deepestNesting = 500
/** List items that are bound one by one; the engine has at most 65,535 parameters. */
const mostItems = 20_000
const mostParameters = 60_000

/**
 * Throws AppError sql_error: a missing parameter, one of a wrong type, or a malformed text. `rewriting`:
 * further replacements in the engine's text; a replaced part may not contain parameters.
 */
export function boundText(
  sql: string,
  params: Readonly<Record<string, SandboxParameter>>,
  rewriting: readonly Edit[] = [],
): BoundText {
  const tokens = tokenize(sql)
  checkTokens(sql, tokens)
  const told = tokens.filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  checkParameters(sql, told, params)
  const binding = new Binding(sql, told, params)
  const own = [...binding.edits(), ...spaces(sql, tokens)]
  const kept =
    rewriting.length === 0 ? own : own.filter((edit) => !rewriting.some((other) => holds(other, edit)))
  const edits = [...rewriting, ...kept].sort(
    (left, right) => left.start - right.start || left.end - right.end,
  )
  return {
    sql,
    text: applied(sql, edits),
    values: binding.bound.map(({ value }) => value),
    types: binding.bound.map(({ type }) => type),
    offset: (inText) => offsetBefore(edits, inText),
  }
}

export function bindValues(prepared: DuckDBPreparedStatement, { values, types }: BoundText): void {
  if (values.length > 0) prepared.bind([...values], [...types])
}

const holds = (outer: Edit, { start, end }: Edit): boolean => outer.start <= start && end <= outer.end

function checkTokens(sql: string, tokens: readonly Token[]): void {
  const nul = sql.indexOf('\0')
  if (nul >= 0) throw refused(sql, nul, nul + 1, 'SQL 中有不可见的 NUL 字符，请删除')
  if (!sql.isWellFormed()) throw new AppError('sql_error', 'SQL 中有不完整的字符，请重新输入')
  let depth = 0
  for (const { kind, start, end, open } of tokens) {
    // The engine's scanner takes minutes for a long unclosed comment.
    if (kind === 'comment' && open) throw refused(sql, start, start + 2, '注释没有结束，请补上 */')
    if (kind !== 'symbol' && kind !== 'unknown') continue
    const char = sql[start] as string
    if ('([{'.includes(char)) depth += 1
    else if (')]}'.includes(char)) depth -= 1
    if (depth > deepestNesting) throw refused(sql, start, end, `括号嵌套过深（最多 ${deepestNesting} 层）`)
    if (char === '?' || (char === '$' && end > start + 1)) {
      throw refused(sql, start, end, `不支持参数 ${sql.slice(start, end)}，请写成 :名称`)
    }
  }
}

function checkParameters(
  sql: string,
  tokens: readonly Token[],
  params: Readonly<Record<string, SandboxParameter>>,
): void {
  const places = tokens.filter(({ kind }) => kind === 'parameter')
  const missing = places.filter((place) => !Object.hasOwn(params, nameOf(sql, place)))
  const [first] = missing
  if (first) {
    const names = [...new Set(missing.map((place) => nameOf(sql, place)))]
    throw refused(sql, first.start, first.end, `缺少参数：${names.join('、')}`)
  }
  for (const place of places) {
    const { type, value } = params[nameOf(sql, place)] as SandboxParameter
    const wanted = expectation(type, value)
    if (wanted === null) continue
    const given = JSON.stringify(value).slice(0, 60)
    throw refused(sql, place.start, place.end, `参数 ${nameOf(sql, place)} 应为${wanted}，给的是 ${given}`)
  }
}

const nameOf = (sql: string, { start, end }: Token): string => sql.slice(start + 1, end)

function refused(sql: string, start: number, end: number, message: string): AppError {
  return new AppError('sql_error', message, problemBetween(sql, start, end))
}

/** Date functions can't resolve their overloads for a text. */
const dateFunctions = new Set(
  `age century date_add date_diff date_part date_sub date_trunc datediff datepart datesub datetrunc day dayname
  dayofmonth dayofweek dayofyear decade epoch epoch_ms era extract generate_series hour isodow isoyear julian last_day
  millennium minute month monthname quarter range second strftime time_bucket week weekday weekofyear year yearweek`.split(
    /\s+/,
  ),
)

/** Numbers the parameters in order of appearance; the same name and kind is bound once. */
class Binding {
  readonly bound: EngineValue[] = []
  private readonly numbers = new Map<string, number[]>()

  private readonly sql: string
  private readonly tokens: readonly Token[]
  private readonly params: Readonly<Record<string, SandboxParameter>>

  constructor(sql: string, tokens: readonly Token[], params: Readonly<Record<string, SandboxParameter>>) {
    this.sql = sql
    this.tokens = tokens
    this.params = params
  }

  edits(): Edit[] {
    const edits: Edit[] = []
    const openers: number[] = []
    this.tokens.forEach((token, index) => {
      const text = token.kind === 'symbol' ? this.text(index) : ''
      if (text === '(' || text === '[' || text === '{') openers.push(index)
      else if (text === ')' || text === ']' || text === '}') openers.pop()
      else if (token.kind === 'parameter') edits.push(...this.edit(token, index, openers.at(-1)))
    })
    return edits
  }

  private edit(token: Token, index: number, opener: number | undefined): Edit[] {
    const name = nameOf(this.sql, token)
    const { type, value } = this.params[name] as SandboxParameter
    const bare = this.text(index - 1) === 'in'
    if (!Array.isArray(value)) {
      const placed = this.place(`${this.asDate(index, opener)} ${name}`, () => [
        scalarValue(value as Scalar, type, this.asDate(index, opener)),
      ])
      return [this.replace(token, bare ? `(${placed})` : placed)]
    }
    const within = opener !== undefined && this.text(opener) === '(' && this.text(opener - 1) === 'in'
    return bare || within
      ? this.choices(token, index, value, bare)
      : [this.replace(token, this.list(name, value))]
  }

  /**
   * `in (:list)` or `in :list`: binds the items one by one, each converted to the type of the left operand.
   */
  private choices(token: Token, index: number, items: (string | number)[], bare: boolean): Edit[] {
    const name = nameOf(this.sql, token)
    const alone = this.text(index - 1) === '(' && this.text(index + 1) === ')'
    const fits = items.length <= mostItems && this.bound.length + items.length <= mostParameters
    if (items.length > 0 && fits) {
      const placed = this.place(`items ${name}`, () =>
        items.map((item) => scalarValue(item, undefined, false)),
      )
      return [this.replace(token, bare ? `(${placed})` : placed)]
    }
    if (bare || !alone) return [this.replace(token, bare ? this.list(name, items) : 'NULL')]
    // `in $1`, without brackets: tests for membership in one list value.
    const brackets = [this.tokens[index - 1] as Token, this.tokens[index + 1] as Token]
    return [
      ...brackets.map((bracket) => this.replace(bracket, ' ')),
      this.replace(token, this.list(name, items)),
    ]
  }

  private list(name: string, items: readonly (string | number)[]): string {
    return this.place(`list ${name}`, () => [listOf(items)])
  }

  /** `$1` or `$1,$2,$3`. */
  private place(key: string, values: () => EngineValue[]): string {
    let numbers = this.numbers.get(key)
    if (!numbers) {
      numbers = values().map((value) => this.bound.push(value))
      this.numbers.set(key, numbers)
    }
    return numbers.map((number) => `$${number}`).join(',')
  }

  /** Keeps the length where possible, so that offsets stay the same. */
  private replace({ start, end }: Token, text: string): Edit {
    return { start, end, text: text.padEnd(end - start) }
  }

  private asDate(index: number, opener: number | undefined): boolean {
    const sums = ['+', '-']
    if (sums.includes(this.text(index + 1)) || sums.includes(this.text(index - 1))) return true
    return opener !== undefined && dateFunctions.has(this.text(opener - 1))
  }

  private text(index: number): string {
    const token = this.tokens[index]
    return token ? this.sql.slice(token.start, token.end).toLowerCase() : ''
  }
}

/** Unicode spaces, which the engine would shorten itself and so shift everything after them. */
function spaces(sql: string, tokens: readonly Token[]): Edit[] {
  return tokens
    .filter(({ kind, start, end }) => kind === 'space' && /[^\t-\r ]/.test(sql.slice(start, end)))
    .map(({ start, end }) => ({ start, end, text: sql.slice(start, end).replace(/[^\t-\r ]/g, ' ') }))
}

function applied(sql: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, text } of edits) {
    parts.push(sql.slice(at, start), text)
    at = end
  }
  parts.push(sql.slice(at))
  return parts.join('')
}

function offsetBefore(edits: readonly Edit[], inText: number): number {
  let moved = 0
  for (const { start, end, text } of edits) {
    const place = start + moved
    if (inText < place) break
    if (inText < place + text.length) return start
    moved += text.length - (end - start)
  }
  return inText - moved
}
