// A value that a formula needs several times, written (and so computed) once, and ClickHouse's literal texts.
//
//   once('f."a"', v => `${v} + ${v}`)                 f."a" + f."a"
//   once(a long text, v => `if(${v} > 0, ${v}, 0)`)   arrayMap(_v1 -> if(_v1 > 0, _v1, 0), [a long text])[1]

const longest = 60

/**
 * Texts of up to 60 characters are repeated (ClickHouse computes equal parts once). A longer one becomes the
 * only element of an array that the formula is mapped over; otherwise nested formulas would double in length
 * at each level.
 */
export function once(text: string, formula: (name: string) => string): string {
  if (text.length <= longest) return formula(text)
  const depth = 1 + Math.max(0, ...[...text.matchAll(/\b_v(\d+)\b/g)].map((found) => Number(found[1])))
  return `arrayMap(_v${depth} -> ${formula(`_v${depth}`)}, [${text}])[1]`
}

const escapes: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\0': '\\0' }

/** A literal text. Line ends are escaped: statements are sent as a form, which would change them. */
export const quoted = (value: string): string =>
  `'${value.replace(/[\\'\n\r\0]/g, (character) => escapes[character] as string)}'`

/** Pattern of the blanks that DuckDB allows around a value in a text. */
export const blanks = '[ \\t\\n\\v\\f\\r]*'
