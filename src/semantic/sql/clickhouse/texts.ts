// Texts on ClickHouse: values printed as by DuckDB, and functions that count characters as it does.

import type { Operand } from './numbers.ts'
import { once, quoted } from './once.ts'

/** The value as text, null for null: 1.0, 2026-01-05 08:30:00.5, true. */
export function asText(operand: Operand): string {
  const { text, exact } = operand
  switch (exact.is) {
    case 'string':
      return text
    case 'decimal':
      return `toDecimalString(${text}, ${exact.scale})`
    case 'float':
    case 'double':
      return realText(text)
    case 'boolean':
      return `toString(toBool(${text}))`
    case 'date':
      return `toString(toDate32(${text}))`
    case 'datetime':
      // Fractions of a second without trailing zeros.
      return `replaceRegexpOne(toString(toDateTime64(${text}, 6, 'UTC')), '\\\\.?0+$', '')`
    case 'null':
      return 'CAST(NULL AS Nullable(String))'
    default:
      return `toString(${text})`
  }
}

/**
 * Like 1.0, 1e+16, 1e-05: always with a point or an exponent; an exponent (of two digits) from 1e16 and below
 * 0.0001.
 */
function realText(number: string): string {
  const changed = (text: string, from: string, to: string): string =>
    `replaceRegexpOne(${text}, ${quoted(from)}, ${quoted(to)})`
  const small = (text: string, zeros: number): [string, string] => [
    `match(${text}, '^-?0\\\\.0{${zeros}}[1-9]')`,
    changed(changed(text, `^(-?)0\\.0{${zeros}}(\\d)(\\d*)$`, `\\1\\2.\\3e-0${zeros + 1}`), '\\.e', 'e'),
  ]
  return once(`toString(${number})`, (text) => {
    const exponent = changed(changed(text, 'e(\\d)', 'e+\\1'), 'e([+-])(\\d)$', 'e\\10\\2')
    const great = changed(changed(text, '^(-?)(\\d)(\\d*?)0*$', '\\1\\2.\\3e+'), '\\.e', 'e')
    const branches = [
      [`match(${text}, '[en]')`, exponent],
      [
        `match(${text}, '^-?\\\\d{17,}$')`,
        `concat(${great}, toString(length(replaceOne(${text}, '-', '')) - 1))`,
      ],
      [`position(${text}, '.') = 0`, `concat(${text}, '.0')`],
      small(text, 4),
      small(text, 5),
    ]
    return `multiIf(${branches.flat().join(', ')}, ${text})`
  })
}

/** Without spaces of any width at both ends; tabs and line ends stay, as in DuckDB. */
export const trimmed = (text: string): string => `replaceRegexpAll(${text}, '^\\\\p{Zs}+|\\\\p{Zs}+$', '')`

/**
 * substr: `place` counts from 1, a negative one from the end, 0 is before the first character; a negative
 * `length` takes the characters before the place.
 */
export function part(text: string, place: Operand, length: Operand | null): string {
  if (place.exact.is === 'null' || length?.exact.is === 'null') return 'CAST(NULL AS Nullable(String))'
  const isPlain =
    Number(place.digits ?? 0) >= 1 &&
    (length === null || (length.digits !== null && Number(length.digits) >= 0))
  if (isPlain) return `substringUTF8(${[text, place.text, ...(length ? [length.text] : [])].join(', ')})`
  return once(text, (value) => {
    const whole = `toInt64(lengthUTF8(${value}))`
    const start = once(bounded(place.text), (at) => `if(${at} < 0, ${whole} + ${at}, ${at} - 1)`)
    if (length === null) return `substringUTF8(${value}, if(${start} < 0, 0, ${start}) + 1)`
    return once(start, (from) =>
      once(`${from} + ${bounded(length.text)}`, (until) => {
        const [low, high] = [`greatest(least(${from}, ${until}), 0)`, `greatest(${from}, ${until}, 0)`]
        // least and greatest skip nulls, so null places and lengths are checked here.
        return `if(isNull(${until}), NULL, substringUTF8(${value}, ${low} + 1, ${high} - ${low}))`
      }),
    )
  })
}

/** Places and lengths clamped to 32 bits, which no text exceeds, so that sums of them don't overflow. */
const bounded = (text: string): string =>
  `toInt64(if(abs(${text}) > 4294967295, 4294967295 * sign(${text}), ${text}))`

/** concat: nulls add nothing. */
export function joinedTexts(operands: Operand[]): string {
  return `concat(${operands.map((operand) => (operand.digits === null ? `ifNull(${asText(operand)}, '')` : asText(operand))).join(', ')})`
}

/**
 * LIKE. In the pattern only `mark` escapes (null: nothing does), while ClickHouse always treats backslashes
 * as escapes: the pattern is rewritten, here if it is a `literal`, else in the statement. x LIKE 'a!_%'
 * ESCAPE '!' → 'a\\_%'.
 */
export function like(text: string, pattern: string, literal: string | null, mark: string | null): string {
  if (literal === null) return `like(${text}, ${patternText(pattern, mark)})`
  let written = ''
  for (let index = 0; index < literal.length; index += 1) {
    let letter = literal[index] as string
    const isEscaped = letter === mark
    if (isEscaped) {
      index += 1
      // A pattern that ends with the escape mark matches nothing.
      if (index === literal.length) return `if(isNull(${text}), NULL, 0)`
      letter = literal[index] as string
    }
    written += letter === '\\' || (isEscaped && '%_'.includes(letter)) ? `\\${letter}` : letter
  }
  return `like(${text}, ${quoted(written)})`
}

function patternText(pattern: string, mark: string | null): string {
  if (mark === null) return `replaceAll(${pattern}, '\\\\', '\\\\\\\\')`
  const sign = quoted(mark)
  const item = `multiIf(${[
    `sign = ${sign}`,
    // The mark is only alone at the pattern's end.
    `'\\\\'`,
    `startsWith(sign, ${sign}) AND substringUTF8(sign, 2) IN ('%', '_', '\\\\')`,
    `concat('\\\\', substringUTF8(sign, 2))`,
    `startsWith(sign, ${sign})`,
    'substringUTF8(sign, 2)',
    `sign = '\\\\'`,
    `'\\\\\\\\'`,
    'sign',
  ].join(', ')})`
  const signs = `extractAll(ifNull(${pattern}, ''), ${quoted(`(?s)${escaped(mark)}.|.`)})`
  return once(
    pattern,
    (value) => `if(isNull(${value}), NULL, arrayStringConcat(arrayMap(sign -> ${item}, ${signs})))`,
  )
}

const escaped = (letter: string): string => letter.replace(/[\\^$.|?*+()[\]{}]/, '\\$&')
