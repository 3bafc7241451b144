// Ids as they are compared: without blanks around them, full-width characters as usual ones, and a whole number without
// sign and point, so that 1001, ' 1001' and '１００１' are one player. Said once for texts and once for rows.
import { createHash } from 'node:crypto'
import type { IdentityKind } from '#shared/personal.ts'
import { quoteText } from './snapshot/describe.ts'

/** Around an id; the last ones have no width. */
const blanks = ' \t\r\n\u00a0\u3000\u2002\u2003\u2009\u202f\ufeff\u200b\u200e'
const wideFirst = 0xff01
const wideCount = 94
const usualFirst = 0x21
const places = Array.from({ length: wideCount }, (_, at) => at)
const wide = String.fromCodePoint(...places.map((at) => wideFirst + at))
const usual = String.fromCodePoint(...places.map((at) => usualFirst + at))
const wholeNumber = '^\\+?([0-9]+)(\\.0*)?$'

export function foldedId(text: string): string {
  const plain = [...text].map((character) => {
    const at = wide.indexOf(character)
    return at < 0 ? character : (usual[at] ?? character)
  })
  const isBlank = (character: string | undefined) => character !== undefined && blanks.includes(character)
  let [first, last] = [0, plain.length]
  while (first < last && isBlank(plain[first])) first += 1
  while (last > first && isBlank(plain[last - 1])) last -= 1
  return plain.slice(first, last).join('').replace(new RegExp(wholeNumber), '$1')
}

/** The same of a column, as SQL of the embedded warehouse. */
export function foldedSql(column: string, type: string): string {
  const whole = /^(DOUBLE|FLOAT|REAL)/i.test(type)
    ? `CASE WHEN isfinite(${column}) AND ${column} = trunc(${column}) AND abs(${column}) < 1e18 THEN ${column}::HUGEINT::VARCHAR ELSE ${column}::VARCHAR END`
    : `${column}::VARCHAR`
  if (/^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|U[A-Z]*INT[A-Z]*)$/i.test(type)) return whole
  const usualText = `trim(translate(${whole}, ${quoteText(wide)}, ${quoteText(usual)}), ${quoteText(blanks)})`
  return `regexp_replace(${usualText}, '${wholeNumber}', '\\1')`
}

/** The same of a text, as SQL of a ClickHouse, whose texts `quote` writes. */
export function foldedThere(column: string, quote: (text: string) => string): string {
  const usualText = `trim(BOTH ${quote(blanks)} FROM translateUTF8(${column}, ${quote(wide)}, ${quote(usual)}))`
  return `replaceRegexpOne(${usualText}, ${quote(wholeNumber)}, ${quote('\\1')})`
}

/** Equal ids of one kind have equal ones, on this installation alone. */
export function identityHash(key: string, kind: IdentityKind, id: string): string {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  return hash(key + hash(`${key}${kind}:${foldedId(id)}`))
}

/** The same of a folded id in rows; the variable has the key, which is in no statement. */
export const identityHashSql = (variable: string, kind: IdentityKind, folded: string): string =>
  `sha256(getvariable('${variable}') || sha256(getvariable('${variable}') || '${kind}:' || ${folded}))`
