// A statement with its parameters written in, for people to read and copy. It is never run by us.
import type { SqlParameter } from '../model/types.ts'

const maxListed = 50

/** Parameters `$1`, `$2` … outside texts and quoted names become literals; long lists are shortened. */
export function readableSql(sql: string, params: readonly SqlParameter[]): string {
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\d+)/g, (matched, place: string | undefined) => {
    const value = place === undefined ? undefined : params[Number(place) - 1]
    return value === undefined ? matched : literal(value)
  })
}

function literal(value: SqlParameter): string {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (!Array.isArray(value)) return String(value).toUpperCase()
  const listed = value.slice(0, maxListed).map(literal).join(', ')
  return value.length > maxListed ? `[${listed} /* 共 ${value.length} 个 */]` : `[${listed}]`
}
