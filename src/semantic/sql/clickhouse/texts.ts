// Values as texts, as DuckDB prints them, and functions of texts that count characters as it does.

import type { Operand } from './numbers.ts'
import { once, quoted } from './once.ts'

/** Empty for the empty value. */
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
      // Fractions of a second without the zeros behind them.
      return `replaceRegexpOne(toString(toDateTime64(${text}, 6, 'UTC')), '\\\\.?0+$', '')`
    case 'null':
      return 'CAST(NULL AS Nullable(String))'
    default:
      return `toString(${text})`
  }
}

/**
 * 1.0, 1e+16, 1e-05: with a point or an exponent, and an exponent of two digits from 1e16 on and below
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

/** Without the separators (spaces of all widths, no tabs or line ends) at both ends. */
export const trimmed = (text: string): string => `replaceRegexpAll(${text}, '^\\\\p{Zs}+|\\\\p{Zs}+$', '')`

/**
 * From the place (from 1; from the end where it is negative; 0 is before the first), backwards for a negative
 * length.
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
        // Empty where any part is: least and greatest pass over empty values.
        return `if(isNull(${until}), NULL, substringUTF8(${value}, ${low} + 1, ${high} - ${low}))`
      }),
    )
  })
}

/** No text is longer. */
const bounded = (text: string): string =>
  `toInt64(if(abs(${text}) > 4294967295, 4294967295 * sign(${text}), ${text}))`

/** Empty values add nothing. */
export function joinedTexts(operands: Operand[]): string {
  return `concat(${operands.map((operand) => (operand.digits === null ? `ifNull(${asText(operand)}, '')` : asText(operand))).join(', ')})`
}

/**
 * Whether a text is like a pattern whose signs are escaped by `mark` alone; ClickHouse's are by backslashes.
 */
export function like(text: string, pattern: string, literal: string | null, mark: string | null): string {
  if (literal === null) return `like(${text}, ${patternText(pattern, mark)})`
  let written = ''
  for (let index = 0; index < literal.length; index += 1) {
    let letter = literal[index] as string
    const isEscaped = letter === mark
    if (isEscaped) {
      index += 1
      // Nothing is like a pattern that ends amid an escape.
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
    // Nothing else ends so.
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
