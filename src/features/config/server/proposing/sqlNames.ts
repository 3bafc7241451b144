// Which names a text of SQL has.
import { tokenize } from '#shared/sql/tokens.ts'

/** In lower case. */
export function wordsOf(sql: string): ReadonlySet<string> {
  const lower = sql.toLowerCase()
  return new Set(
    tokenize(lower).flatMap(({ kind, start, end }) => {
      const word = lower.slice(start, end)
      if (kind === 'word') return [word]
      return kind === 'quoted' ? [word.slice(1, -1).replaceAll('""', '"')] : []
    }),
  )
}

export function namesAny(sql: string, names: readonly string[]): boolean {
  const lower = sql.toLowerCase()
  const wanted = names.map((name) => name.toLowerCase()).filter((name) => lower.includes(name))
  if (wanted.length === 0) return false
  const words = wordsOf(sql)
  return wanted.some((name) => words.has(name))
}
