// The allow-list over a text of a user: one query, over tables that the reader may see, with listed functions. The
// server's accounts enforce the same once more; this check says it in words, at its place, before anything is sent.
//
// It goes through the tokens once and knows, at each depth of parentheses, whether a table may come next: after
// FROM and JOIN, after a comma behind them, and after IN. Everything else that could name a table is a function.
import { AppError } from '#shared/errors.ts'
import { isAllowedCall, isAllowedFunction, isHigherOrder, tableFunctions } from './functions/allowed.ts'
import { lex, refusal, type SqlToken } from './lexer.ts'
import {
  beforeParentheses,
  beginnings,
  clauses,
  endsOperand,
  joinWords,
  refusedWords,
  valueLists,
} from './words.ts'

/** A place where a text names a table of ours. */
export interface TableUse {
  kind: 'table' | 'temporary' | 'dictionary'
  /** As the scope has it. */
  name: string
  /** Tokens: the first and the last of the name. */
  from: number
  to: number
  /** Whether an alias follows, so that none has to be added. */
  hasAlias: boolean
  /** After IN: the table stands as a set. */
  isSet: boolean
  /** The token FINAL that belongs to it; -1 without one. */
  final: number
}

export interface Checked {
  tokens: SqlToken[]
  uses: TableUse[]
}

/** What the text may name. */
interface Nameable {
  tables: readonly string[]
  temporary: readonly string[]
  dictionaries: readonly string[]
  refused: readonly { name: string; reason: string }[]
  /** All tables of the warehouse. */
  physical: readonly string[]
}

interface Level {
  /** Name of the call whose parentheses these are; null for others. */
  call: string | null
  isBracket: boolean
  hasSelect: boolean
  /** A table must come next. */
  wantsTable: boolean
  /** The clause after FROM; empty before it. */
  clause: string
  /** Common table expressions that may be named from here on. */
  named: string[]
  /** Of the first query of a UNION: those hold for the following ones, too. */
  first: string[] | null
  /** The common table expression that these parentheses make; it may be named once they are closed. */
  makes: string | null
}

const mostDepth = 300

/** Throws AppError sql_error with the place of what is refused. */
export function check(sql: string, nameable: Nameable): Checked {
  const tokens = withoutEnd(sql, lex(sql))
  if (tokens.length === 0) throw new AppError('sql_error', '请先写一条 SELECT 查询')
  return new Check(sql, tokens, nameable).run()
}

/** One semicolon at the end belongs to nothing. */
function withoutEnd(sql: string, tokens: SqlToken[]): SqlToken[] {
  const at = tokens.findIndex(({ kind, text }) => kind === 'symbol' && text === ';')
  if (at < 0) return tokens
  const second = tokens.slice(at).find(({ text, kind }) => kind !== 'symbol' || text !== ';')
  if (second) throw refusal(sql, second.start, second.end, '一次只能运行一条语句')
  return tokens.slice(0, at)
}

const nothing: SqlToken = { kind: 'symbol', start: 0, end: 0, text: '', word: '' }

class Check {
  readonly #sql: string
  readonly #tokens: SqlToken[]
  readonly #nameable: Nameable
  readonly #uses: TableUse[] = []
  readonly #levels: Level[] = [level(null, false)]
  #at = 0
  /** The common table expression that the next parenthesis makes. */
  #made: string | null = null
  #isRecursive = false

  constructor(sql: string, tokens: SqlToken[], nameable: Nameable) {
    this.#sql = sql
    this.#tokens = tokens
    this.#nameable = nameable
  }

  run(): Checked {
    const first = this.#token(0)
    if (!beginnings.has(first.word) && !this.#is(0, '('))
      throw this.#refuse(0, `只能运行一条 SELECT 查询，不能使用 ${first.text.toUpperCase()}`)
    for (; this.#at < this.#tokens.length; this.#at += 1) this.#step()
    if (this.#levels.length > 1) throw this.#refuse(this.#tokens.length - 1, '括号没有结束，请补上')
    this.#assertWhole(this.#tokens.length - 1)
    return { tokens: this.#tokens, uses: this.#uses }
  }

  #assertWhole(last: number): void {
    const { word } = this.#token(last)
    // GROUP BY ALL
    const isWhole = this.#endsValue(last) || word === 'all'
    if (this.#level.wantsTable || !isWhole) throw this.#refuse(last, '语句没有写完')
  }

  get #level(): Level {
    return this.#levels.at(-1) as Level
  }

  #token(at: number): SqlToken {
    return this.#tokens[at] ?? nothing
  }

  #is(at: number, symbol: string): boolean {
    const { kind, text } = this.#token(at)
    return kind === 'symbol' && text === symbol
  }

  #refuse(at: number, message: string): AppError {
    const { start, end } = this.#token(at)
    return refusal(this.#sql, start, end, message)
  }

  #isName(at: number): boolean {
    const { kind } = this.#token(at)
    return kind === 'word' || kind === 'quoted'
  }

  /** Whether a token ends a value, so that an operator or a clause may follow. */
  #endsValue(at: number): boolean {
    const { kind, text, word } = this.#token(at)
    if (at < 0 || text === '') return false
    if (kind === 'symbol') return text === ')' || text === ']' || text === '}' || text === '*'
    return kind === 'word' ? this.#isPart(at) || endsOperand(word) : true
  }

  /** Whether a name belongs to another before it: `t.from` is a column. */
  #isPart(at: number): boolean {
    return this.#is(at - 1, '.')
  }

  #step(): void {
    const at = this.#at
    const { kind, text } = this.#token(at)
    if (this.#level.wantsTable) return void this.#table(at)
    if (kind === 'symbol') return void this.#symbol(at, text)
    if (kind === 'word' && !this.#isPart(at)) return void this.#word(at)
    if (kind === 'word' || kind === 'quoted') this.#name(at)
  }

  #symbol(at: number, text: string): void {
    if (text === '{') this.#brace(at)
    if (text === '.' && !this.#isName(at - 1) && !/^[)\]\d]/.test(this.#token(at - 1).text))
      throw this.#refuse(at, '点写在了不该写的地方')
    if (text === '(' || text === '[' || text === '{') this.#open(level(null, text !== '('))
    else if (text === ')' || text === ']' || text === '}') this.#close(at)
    else if (text === ',') {
      const { clause } = this.#level
      if (clause !== '' && !valueLists.has(clause)) this.#level.wantsTable = true
    } else if (text === ';') throw this.#refuse(at, '一次只能运行一条语句')
  }

  /** `{name:Type}` is the engine's own parameter. */
  #brace(at: number): void {
    if (this.#isName(at + 1) && (this.#is(at + 2, ':') || this.#token(at + 2).kind === 'parameter'))
      throw this.#refuse(at, '参数请写作 :名称')
  }

  #open(opened: Level): void {
    if (this.#levels.length > mostDepth) throw this.#refuse(this.#at, '嵌套过深，请拆开')
    opened.named = [...this.#level.named]
    opened.makes = this.#made
    // Only a recursive one may name itself: else the name within is that of a table.
    if (this.#made !== null && this.#isRecursive) opened.named.push(this.#made)
    this.#made = null
    this.#levels.push(opened)
  }

  #close(at: number): void {
    const closed = this.#level
    if (this.#levels.length === 1 || closed.isBracket === this.#is(at, ')'))
      throw this.#refuse(at, '这个括号没有相应的左括号')
    if (closed.wantsTable) throw this.#refuse(at, '这里应有表名')
    this.#levels.pop()
    if (closed.makes !== null) this.#level.named.push(closed.makes)
  }

  #word(at: number): void {
    const { word } = this.#token(at)
    const isAlias = this.#token(at - 1).word === 'as' && !this.#isPart(at - 1)
    if (isAlias) {
      if (clauses.has(word) || word in refusedWords)
        throw this.#refuse(at, `${word} 作名称时请加引号："${word}"`)
      if (word !== 'materialized' && !beginnings.has(word)) return void this.#name(at)
    }
    const refused = Object.hasOwn(refusedWords, word) ? refusedWords[word] : undefined
    if (refused !== undefined && !(word === 'format' && this.#is(at + 1, '(')))
      throw this.#refuse(at, `${refused}；若是列名，请加引号："${this.#token(at).text}"`)
    if (this.#clause(at, word)) return
    if (word === 'in') return void this.#in(at)
    if (word === 'apply') this.#apply(at)
    if (word === 'as') this.#common(at)
    if (word === 'recursive' && this.#token(at - 1).word === 'with') this.#isRecursive = true
    this.#name(at)
  }

  /** Whether the word began a clause or a join. */
  #clause(at: number, word: string): boolean {
    const { word: next } = this.#token(at + 1)
    const here = this.#level
    switch (word) {
      case 'select':
        here.hasSelect = true
        if (here.clause !== '') this.#needsValueBefore(at)
        here.clause = here.clause === '' ? '' : 'select'
        return true
      case 'from':
        return this.#from(at)
      case 'join':
        this.#join(at)
        return true
      case 'group':
      case 'order':
        if (next !== 'by' || this.#is(at + 1, '.')) return false
        // In a window and in an aggregate's parentheses it orders rows; behind a FROM it is a clause.
        if (here.clause === '') return true
        this.#needsValueBefore(at)
        here.clause = word
        return true
      case 'limit':
      case 'window':
      case 'array':
        if (here.clause === '' || (word === 'array' && next !== 'join')) return false
        if (!(word === 'array' && joinWords.has(this.#token(at - 1).word))) this.#needsValueBefore(at)
        here.clause = word
        return true
      case 'where':
      case 'prewhere':
      case 'having':
      case 'qualify':
      case 'on':
        if (here.clause !== '') here.clause = 'where'
        return true
      case 'union':
      case 'intersect':
      case 'except':
        return this.#set(at)
      default:
        return false
    }
  }

  #needsValueBefore(at: number): void {
    if (!this.#endsValue(at - 1))
      throw this.#refuse(at, `${this.#token(at).text} 写在了不该写的地方；若是列名，请加引号`)
  }

  #from(at: number): boolean {
    const here = this.#level
    const before = this.#token(at - 1)
    const isFirst = at === 0 || this.#is(at - 1, '(') || combining.has(before.word)
    if (before.word === 'distinct' && ['is', 'not'].includes(this.#token(at - 2).word)) return true
    if (before.word === 'fill' && here.clause === 'order') return true
    if (!here.hasSelect && !isFirst && here.call !== null && textForms.has(here.call)) return true
    if (!isFirst && !this.#endsValue(at - 1))
      throw this.#refuse(at, 'FROM 写在了不该写的地方；若是列名，请加引号')
    if (!isFirst && !here.hasSelect && here.named.length === 0) throw this.#refuse(at, 'FROM 前面没有 SELECT')
    here.clause = 'from'
    here.wantsTable = true
    return true
  }

  #join(at: number): void {
    const before = this.#token(at - 1)
    if (before.word === 'array' && !this.#isPart(at - 1) && this.#level.clause === 'array') return
    this.#level.clause = 'from'
    this.#level.wantsTable = true
  }

  /** Common tables of a later query of a UNION hold for that query alone. */
  #set(at: number): boolean {
    const next = this.#token(at + 1)
    const isQuery =
      beginnings.has(next.word) || this.#is(at + 1, '(') || ['all', 'distinct'].includes(next.word)
    const here = this.#level
    // `* EXCEPT (a)` leaves columns out.
    this.#needsValueBefore(at)
    if (!isQuery || (this.#is(at + 1, '(') && here.clause === '')) return true
    here.first ??= [...here.named]
    here.named = [...here.first]
    here.clause = ''
    here.hasSelect = false
    return true
  }

  /** `name AS (SELECT …)`: a table of the text's own. */
  #common(at: number): void {
    const open = this.#token(at + 1).word === 'materialized' ? at + 2 : at + 1
    if (!this.#is(open, '(') || !this.#isName(at - 1) || this.#isPart(at - 1)) return
    let inner = open + 1
    while (this.#is(inner, '(')) inner += 1
    if (!beginnings.has(this.#token(inner).word)) return
    const { text } = this.#token(at - 1)
    if (this.#isRecursive && nearest(this.#nameable.physical, text) !== undefined)
      throw this.#refuse(at - 1, `递归的 ${text} 与一张表同名，请换一个名称`)
    this.#made = text
  }

  /** What stands in the place of a table. */
  #table(at: number): void {
    const here = this.#level
    here.wantsTable = false
    if (this.#is(at, '(')) {
      this.#open(level(null, false))
      const { word } = this.#token(at + 1)
      if (!beginnings.has(word)) {
        if (word === 'explain') throw this.#refuse(at + 1, refusedWords.explain as string)
        this.#level.wantsTable = true
        this.#level.clause = 'from'
      }
      return
    }
    if (!this.#isName(at)) throw this.#refuse(at, '这里应有表名')
    if (this.#is(at + 1, '(')) return void this.#tableFunction(at)
    this.#use(at, false)
  }

  #tableFunction(at: number): void {
    const { text } = this.#token(at)
    if (!tableFunctions.has(text.toLowerCase()))
      throw this.#refuse(at, `不能使用表函数 ${text}：只能查询自己看得到的表`)
  }

  #in(at: number): void {
    let before = at - 1
    while (['not', 'global'].includes(this.#token(before).word) && !this.#isPart(before)) before -= 1
    if (!this.#endsValue(before)) throw this.#refuse(at, '请把 IN 写作「列 IN (…)」')
    let next = at + 1
    while (this.#is(next, '(')) next += 1
    const { kind, word } = this.#token(next)
    const inner = this.#afterName(next)
    const isAlone = kind === 'quoted' || (kind === 'word' && !beginnings.has(word))
    // Alone in its parentheses, or without any, a name is a table's.
    if (!isAlone || this.#is(next + 1, '(') || constants.has(word)) return
    // DATE '2026-01-01', INTERVAL 1 DAY
    if (['text', 'number'].includes(this.#token(next + 1).kind)) return
    if (next > at + 1 && !this.#is(inner, ')')) {
      if (this.#isName(inner) && !valueOperators.has(this.#token(inner).word))
        throw this.#refuse(inner, 'IN 的括号里不能给值取名')
      return
    }
    for (let open = at + 1; open < next; open += 1) this.#open(level(null, false))
    this.#use(next, true)
  }

  /** The token after `a`, `a.b`, `a.b.c`. */
  #afterName(at: number): number {
    let next = at + 1
    while (this.#is(next, '.') && this.#isName(next + 1)) next += 2
    return next
  }

  #apply(at: number): void {
    const inner = this.#is(at + 1, '(') ? at + 2 : at + 1
    const { kind, text } = this.#token(inner)
    if (kind === 'symbol' || this.#is(inner + 1, '->')) return
    if (!isAllowedFunction(text)) throw this.#refuse(inner, `不能使用函数 ${text}`)
  }

  #use(at: number, isSet: boolean): void {
    const end = this.#afterName(at) - 1
    const { text } = this.#token(at)
    if (this.#token(end + 1).word === 'uuid' && this.#token(end + 2).kind === 'text')
      throw this.#refuse(end + 1, '不能用 UUID 指定表')
    const found = end > at ? this.#qualified(at, end) : this.#plain(at, text)
    this.#at = end
    if (!found) return
    const after = this.#token(end + 1)
    const isName = after.kind === 'quoted' || (after.kind === 'word' && !isReserved(after.word))
    const hasAlias = !isSet && (after.word === 'as' || isName)
    const behind = end + 1 + (hasAlias ? (after.word === 'as' ? 2 : 1) : 0)
    const final = this.#token(behind).word === 'final' ? behind : -1
    this.#uses.push({ ...found, from: at, to: end, hasAlias, isSet, final })
  }

  #plain(at: number, text: string): Pick<TableUse, 'kind' | 'name'> | null {
    if (this.#level.named.includes(text)) return null
    const { tables, refused } = this.#nameable
    const name = nearest(tables, text)
    if (name !== undefined) return { kind: 'table', name }
    const hidden = refused.find((one) => one.name.toLowerCase() === text.toLowerCase())
    if (hidden) throw this.#refuse(at, `表 ${hidden.name} ${hidden.reason}`)
    throw this.#refuse(at, `找不到表 ${text}：它不存在，或不在你的权限与游戏范围内`)
  }

  #qualified(at: number, end: number): Pick<TableUse, 'kind' | 'name'> {
    const schema = this.#token(at).text.toLowerCase()
    const { text } = this.#token(end)
    const kinds = { tmp: 'temporary', dict: 'dictionary' } as const
    const kind = schema in kinds ? kinds[schema as keyof typeof kinds] : null
    if (kind === null || end !== at + 2)
      throw this.#refuse(
        at,
        `不能读取 ${schema} 里的表：只写表名即可，临时表写作 tmp.名称，字典写作 dict.名称`,
      )
    const names = kind === 'temporary' ? this.#nameable.temporary : this.#nameable.dictionaries
    const name = nearest(names, text)
    if (name !== undefined) return { kind, name }
    throw this.#refuse(end, kind === 'temporary' ? `找不到临时表 tmp.${text}` : `找不到字典 dict.${text}`)
  }

  /** A name that may be that of a call. */
  #name(at: number): void {
    if (!this.#is(at + 1, '(')) return
    const { kind, text, word } = this.#token(at)
    const isForm = kind === 'word' && beforeParentheses.has(word) && !this.#isPart(at)
    if (this.#isPart(at) || (!isForm && !isAllowedCall(text)))
      throw this.#refuse(at, `不能使用函数 ${text}${this.#isPart(at) ? '：前面不能有点' : ''}`)
    if (isHigherOrder(text)) this.#functionArgument(at)
    this.#open(level(isForm ? null : text.toLowerCase(), false))
    this.#at = at + 1
    if (isForm && this.#token(at + 2).word === 'explain')
      throw this.#refuse(at + 2, refusedWords.explain as string)
  }

  /** The engine takes a function's bare name where it takes a function. */
  #functionArgument(at: number): void {
    let inner = at + 2
    if (this.#is(inner, '(') && this.#is(this.#closing(inner) + 1, '->')) return
    while (this.#is(inner, '(')) inner += 1
    if (!this.#isName(inner)) return
    let after = inner + 1
    while (this.#is(after, ')')) after += 1
    if (this.#is(after, ',') && !isAllowedFunction(this.#token(inner).text))
      throw this.#refuse(inner, `不能使用函数 ${this.#token(inner).text}`)
  }

  /** The parenthesis that closes the one at a token. */
  #closing(open: number): number {
    let depth = 0
    for (let at = open; at < this.#tokens.length; at += 1) {
      if (this.#is(at, '(')) depth += 1
      if (this.#is(at, ')')) depth -= 1
      if (depth === 0) return at
    }
    return this.#tokens.length
  }
}

/** In their parentheses FROM stands between values: `trim(BOTH ' ' FROM name)`. */
const textForms = new Set([
  'trim',
  'ltrim',
  'rtrim',
  'substring',
  'substr',
  'mid',
  'overlay',
  'extract',
  'position',
])

const constants = new Set(['null', 'true', 'false', 'case'])
const valueOperators = new Set(['and', 'or', 'is', 'like', 'ilike', 'between', 'div', 'mod', 'not', 'in'])
const combining = new Set(['all', 'distinct', 'union', 'except', 'intersect'])

const isReserved = (word: string): boolean => clauses.has(word) || joinWords.has(word)

const level = (call: string | null, isBracket: boolean): Level => ({
  call,
  isBracket,
  hasSelect: false,
  wantsTable: false,
  clause: '',
  named: [],
  first: null,
  makes: null,
})

const nearest = (names: readonly string[], text: string): string | undefined =>
  names.find((name) => name === text) ?? names.find((name) => name.toLowerCase() === text.toLowerCase())
