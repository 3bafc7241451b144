// A value that a formula names several times, worked out and written once.

const longest = 60

/**
 * Short texts are repeated (ClickHouse works out equal parts once); a long one becomes the only item of a
 * list that the formula is mapped over, so that nested formulas do not grow without end.
 */
export function once(text: string, formula: (name: string) => string): string {
  if (text.length <= longest) return formula(text)
  const depth = 1 + Math.max(0, ...[...text.matchAll(/\b_v(\d+)\b/g)].map((found) => Number(found[1])))
  return `arrayMap(_v${depth} -> ${formula(`_v${depth}`)}, [${text}])[1]`
}

const escapes: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\0': '\\0' }

/** A literal text. Line ends are escaped: a form, in which statements travel, would change them. */
export const quoted = (value: string): string =>
  `'${value.replace(/[\\'\n\r\0]/g, (character) => escapes[character] as string)}'`

/** Blanks around a value that DuckDB reads over. */
export const blanks = '[ \\t\\n\\v\\f\\r]*'
