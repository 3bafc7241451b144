// A statement with its parameters written in, to be read and copied by people; never run by us.
//
//   b = $1 with 5                      →  b = 5
//   y >= {p1:Float64} with '5'         →  y >= CAST('5' AS Float64)
import { keyMark } from '../model/personal.ts'
import type { SqlParameter } from '../model/types.ts'

const maxListed = 50

/** DuckDB's `$1`. Texts and quoted names are matched, too, so that a $1 inside them is skipped. */
const places = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\d+)/g
/** ClickHouse's `{p1:Type}`, likewise; its texts and names have backslash escapes. */
const typedPlaces = /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|\{p(\d+):((?:[^{}']|'[^']*')+)\}/gs

/** Parameters become literals; lists of more than 50 values are cut, with a comment. */
export function readableSql(sql: string, params: readonly SqlParameter[]): string {
  const typed = new Set([...sql.matchAll(typedPlaces)].flatMap(([, place]) => place ?? []))
  const isTyped = params.length > 0 && params.every((_, index) => typed.has(String(index + 1)))
  if (!isTyped)
    return sql.replace(places, (matched, place: string | undefined) => {
      const value = valueAt(place, params)
      return value === undefined ? matched : literal(value, plain)
    })
  return sql.replace(typedPlaces, (matched, place: string | undefined, type: string | undefined) => {
    const value = valueAt(place, params)
    if (value === undefined || type === undefined) return matched
    const text = literal(value, escaped)
    return type === 'String' || type === 'Array(String)' ? text : `CAST(${text} AS ${type})`
  })
}

function valueAt(place: string | undefined, params: readonly SqlParameter[]): SqlParameter | undefined {
  return place === undefined ? undefined : params[Number(place) - 1]
}

const plain = (value: string): string => value.replaceAll("'", "''")
const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")

function literal(value: SqlParameter, quote: (text: string) => string): string {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return value.startsWith(keyMark) ? "'***'" : `'${quote(value)}'`
  if (!Array.isArray(value)) return String(value).toUpperCase()
  const listed = value
    .slice(0, maxListed)
    .map((item) => literal(item, quote))
    .join(', ')
  return value.length > maxListed ? `[${listed} /* 共 ${value.length} 个 */]` : `[${listed}]`
}
