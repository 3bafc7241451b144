// A server accepts parameters of at most 128 KiB; longer lists are sent in parts that the statement
// concatenates.
import type { SqlParameter } from '#semantic/model/types.ts'

const mostBytes = 100_000
/** String literals, quoted names, and list parameters. */
const parts = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|\{p(\d+):(Array\([^{}]*\))\}/gs

interface Bound {
  sql: string
  params: Record<string, SqlParameter>
}

export function bindParameters(sql: string, params: readonly SqlParameter[]): Bound {
  const bound: Record<string, SqlParameter> = {}
  const pieces = new Map<number, string[]>()
  params.forEach((param, index) => {
    const name = `p${index + 1}`
    const lists = Array.isArray(param) ? split(param) : []
    if (lists.length < 2) {
      bound[name] = param
      return
    }
    pieces.set(
      index + 1,
      lists.map((_, part) => `${name}_${part}`),
    )
    lists.forEach((list, part) => {
      bound[`${name}_${part}`] = list
    })
  })
  if (pieces.size === 0) return { sql, params: bound }
  const text = sql.replaceAll(parts, (found, place?: string, type?: string) => {
    const names = place === undefined ? undefined : pieces.get(Number(place))
    return names ? `arrayConcat(${names.map((name) => `{${name}:${type}}`).join(', ')})` : found
  })
  return { sql: text, params: bound }
}

function split(values: string[]): string[][] {
  const lists: string[][] = [[]]
  let size = 0
  for (const value of values) {
    // Its quotes, a comma, and escape characters.
    const own = Buffer.byteLength(value) + 3 + (value.match(/['\\\t\n\r]/g)?.length ?? 0)
    if (size + own > mostBytes && size > 0) {
      lists.push([])
      size = 0
    }
    lists.at(-1)?.push(value)
    size += own
  }
  return lists
}
