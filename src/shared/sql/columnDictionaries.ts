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
 * A result column matches a column of a table in the statement, by its name or through `as`; an ambiguous one
 * gets no dictionary.
 */
export function dictionariesOf(
  { sql, columns, kind }: { sql: string; columns: readonly Column[]; kind: string },
  tables: readonly Table[],
): ReadonlyMap<number, number> {
  if (columns.length === 0 || tables.length === 0) return new Map()
  const words = wordsOf(sql)
  const read = tables.filter(({ name }) => words.all.has(name.toLowerCase()))
  const found = columns.flatMap((column, index): [number, number][] => {
    const title = (kind === 'compare' ? sidelessTitle(column.title) : column.title).toLowerCase()
    const source = words.aliases.get(title) ?? title
    const ids = new Set(read.flatMap((table) => dictionaryOf(table, source, column)))
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

function wordsOf(sql: string): { all: Set<string>; aliases: Map<string, string> } {
  const head = sql.slice(0, longestRead)
  const tokens = tokenize(head).filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  const textOf = (token: Token | undefined) => {
    const text = token ? head.slice(token.start, token.end).toLowerCase() : ''
    return token?.kind === 'quoted' ? text.slice(1, -1).replaceAll('""', '"') : text
  }
  const isName = (token: Token | undefined) => token?.kind === 'word' || token?.kind === 'quoted'
  const aliases = new Map<string, string>()
  for (const [at, token] of tokens.entries()) {
    const [source, alias] = [tokens[at - 1], tokens[at + 1]]
    if (token.kind === 'word' && textOf(token) === 'as' && isName(alias)) {
      // A computed expression has no source column.
      aliases.set(textOf(alias), isName(source) && textOf(source) !== 'end' ? textOf(source) : '')
    }
  }
  return { all: new Set(tokens.filter(isName).map(textOf)), aliases }
}
