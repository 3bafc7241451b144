// Which dictionary a result's column has, from the tables and columns that its statement reads: for the
// workspace and for shared queries.
import { sidelessTitle } from './comparedColumns.ts'
import { type Token, tokenize } from './tokens.ts'

interface Column {
  title: string
  type: string
}
interface Table {
  name: string
  columns: readonly { name: string; type: string; dictId: number | null }[]
}

const longestRead = 50_000
const isFigure = ({ type }: Column): boolean => type === 'integer' || type === 'number'

/**
 * A result column matches a column of a table in the statement, by its name or through other names and functions that
 * keep its values; an ambiguous one gets no dictionary.
 */
export function dictionariesOf(
  { sql, columns, kind }: { sql: string; columns: readonly Column[]; kind: string },
  tables: readonly Table[],
): ReadonlyMap<number, number> {
  if (columns.length === 0 || tables.length === 0) return new Map()
  const words = wordsOf(sql)
  const read = tables.filter(({ name }) => words.all.has(name.toLowerCase()))
  const known = new Set(read.flatMap((table) => table.columns.map(({ name }) => name.toLowerCase())))
  const isColumn = (name: string) => known.has(name)
  const found = columns.flatMap((column, index): [number, number][] => {
    const title = (kind === 'compare' ? sidelessTitle(column.title) : column.title).toLowerCase()
    const sources = sourcesOf(title, words.aliases, isColumn)
    const ids = new Set(
      sources.flatMap((source) =>
        source === '' ? null : read.flatMap((table) => dictionaryOf(table, source, column)),
      ),
    )
    const [id] = ids
    return id != null && ids.size === 1 ? [[index, id]] : []
  })
  return new Map(found)
}

/** Null for a column without a dictionary; a table without such a column is ignored. */
function dictionaryOf({ columns }: Table, name: string, column: Column): (number | null)[] {
  return columns
    .filter((one) => one.name.toLowerCase() === name)
    .map(({ type, dictId }) => (isFigure(column) === /INT|DECIMAL|FLOAT|DOUBLE/i.test(type) ? dictId : null))
}

type Aliases = ReadonlyMap<string, ReadonlySet<string>>

/**
 * What a title stands for in the end; '' is a computed value. Names that a query gives lead on to others, until one is
 * a column's own.
 */
function sourcesOf(title: string, aliases: Aliases, isColumn: (name: string) => boolean): string[] {
  const found = new Set<string>()
  const seen = new Set<string>()
  const follow = (name: string): void => {
    const own = aliases.get(name)
    if (!own || seen.has(name)) return void found.add(name)
    seen.add(name)
    for (const one of own) {
      if (one === name || isColumn(one)) found.add(one)
      else follow(one)
    }
  }
  follow(title)
  return [...found]
}

/** Functions whose value is one of those of their first argument. */
const keeping = new Set(
  'any_value,arbitrary,first,last,min,max,mode,arg_max,arg_min,max_by,min_by,coalesce,ifnull,nullif,cast,try_cast,trim,lag,lead,first_value,last_value'.split(
    ',',
  ),
)
/** Words that never name what stands before them. */
const keywords = new Set(
  'as,from,where,group,order,by,limit,offset,union,except,intersect,all,and,or,on,using,then,else,end,when,case,over,filter,join,left,right,inner,full,cross,asof,natural,having,qualify,window,desc,asc,is,not,in,like,ilike,between,nulls,select,distinct,with,values,sample,pivot,unpivot,exclude,replace,respect,ignore'.split(
    ',',
  ),
)

interface Words {
  all: ReadonlySet<string>
  aliases: Aliases
}

function wordsOf(sql: string): Words {
  const head = sql.slice(0, longestRead)
  const tokens = tokenize(head).filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  const texts = tokens.map((token) => textOf(head, token))
  const isName = (at: number) => {
    const kind = tokens[at]?.kind
    return kind === 'quoted' || (kind === 'word' && !keywords.has(texts[at] ?? ''))
  }
  const source = sourceReader(texts, isName)
  const aliases = new Map<string, Set<string>>()
  const note = (alias: string, of: string) => {
    const known = aliases.get(alias) ?? new Set<string>()
    aliases.set(alias, known.add(of))
  }
  const ends = new Set([',', 'from', ')', ';', undefined])
  for (const [at, text] of texts.entries()) {
    if (!isName(at)) continue
    const before = texts[at - 1]
    // An `as` may be left out; what stands before a table's own name has no columns.
    if (before === 'as') note(text, source(at - 2))
    else if ((before === ')' || isName(at - 1)) && ends.has(texts[at + 1])) note(text, source(at - 1))
  }
  const isWord = ({ kind }: Token) => kind === 'word' || kind === 'quoted'
  return { all: new Set(texts.filter((_, at) => isWord(tokens[at] as Token))), aliases }
}

function textOf(head: string, { kind, start, end }: Token): string {
  const text = head.slice(start, end).toLowerCase()
  return kind === 'quoted' ? text.slice(1, -1).replaceAll('""', '"') : text
}

/** The column whose values an expression has that ends at a token; '' where they are computed. */
function sourceReader(texts: readonly string[], isName: (at: number) => boolean): (end: number) => string {
  const opening = new Map<number, number>()
  const open: number[] = []
  for (const [at, text] of texts.entries()) {
    if (text === '(') open.push(at)
    const from = text === ')' ? open.pop() : undefined
    if (from !== undefined) opening.set(at, from)
  }
  const read = (end: number): string => {
    const from = opening.get(end)
    if (from !== undefined) return called(from)
    if (!isName(end)) return ''
    if (texts[end - 1] === '::') return read(end - 2)
    return isOperator(texts[end - 1]) ? '' : (texts[end] ?? '')
  }
  const called = (from: number): string => {
    const name = texts[from - 1] ?? ''
    if (name === 'over' || name === 'filter') return read(from - 2)
    if (!keeping.has(name)) return ''
    let at = from + 1
    while (isName(at) && texts[at + 1] === '.') at += 2
    return isName(at) && [',', ')', '::', 'as'].includes(texts[at + 1] ?? '') ? (texts[at] ?? '') : ''
  }
  return read
}

const isOperator = (text: string | undefined): boolean =>
  text !== undefined && /^[^\w\s"'.,();]/.test(text) && text !== '::' && !/^[\p{L}]/u.test(text)
