// How a text is read as a number: its notation, and SQL that makes a plain numeral of it, like -1234.5e4,
// which the engine casts without rounding.
import { quoteText } from '#server/warehouse/snapshot/describe.ts'
import { bind, folded, fullMatch } from './fold.ts'

const digits = String.raw`(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d{1,3}(?:'\d{3})+)(?:\.\d+)?|\.\d+`
const currency = String.raw`[¥$€£₩₹₽฿₫₺]|US\$|HK\$|NT\$|USD|CNY|RMB|EUR|GBP|JPY|HKD|TWD|KRW|SGD|人民币|美元|港币|欧元|日元`
/** Longer words first: the first that fits is taken. */
const multiples: readonly [words: string, power: number][] = [
  ['万亿', 12],
  ['千亿', 11],
  ['百亿', 10],
  ['十亿|bn|Bn|B', 9],
  ['亿', 8],
  ['千万', 7],
  ['百万|M|mn', 6],
  ['十万', 5],
  ['万|w|W', 4],
  ['千|k|K', 3],
]
const multiple = multiples.map(([words]) => words).join('|')
const unit =
  '人次|人民币|分钟|小时|块钱|元宝|钻石|[元块人次个件单台天笔家条份套名位款张只场局户枚颗点秒分度℃]|°C'
const plainTail = `(?: ?(?:${currency}|元|块|块钱))?`
const amount = (tail: string) =>
  `[-+]? ?(?:${currency})? ?[-+]? ?(?:${digits})${tail} ?-?|(?:(?:${currency}) ?)?[(] ?(?:${currency})? ?(?:${digits})${tail} ?[)]`

const patterns = {
  /** A plus sign is common in changes; before many digits it starts a telephone number. */
  plain: String.raw`-? ?(?:${digits})|[+] ?(?:\d{1,9}|\d{1,3}(?:,\d{3})+)(?:\.\d+)?`,
  exponent: String.raw`[+-]?\d+(?:\.\d+)?[eE][+-]?\d+`,
  money: amount(plainTail),
  wan: amount(`(?: ?(?:${multiple}))?(?: ?(?:${unit}|${currency}))?`),
  percent: `[-+]? ?(?:${digits}) ?[%‰] ?-?|[(] ?(?:${digits}) ?[%‰] ?[)]`,
}

/** Integers beyond the integer types are codes, which rounding would corrupt. */
const longDigits = String.raw`-?\d{19,}`
const codeStart = `^[-+]?0[0-9]`
/** A code with a leading zero, or a telephone number. */
const writtenCode = `^[^0-9]*0[0-9]|^[+][0-9]{10,}$`

/** How the numbers of a column are written, found over all its values. */
export interface Notation {
  /** 1.234,56: the comma is the decimal point. */
  comma: boolean
  /** Numbers without a sign in a column of percentages are percentages, too. */
  allPercent: boolean
}

export type NumberKind = 'BIGINT' | 'DECIMAL' | 'DOUBLE' | 'MONEY' | 'PERCENT' | 'WAN'
export const numberKinds: readonly NumberKind[] = ['BIGINT', 'DECIMAL', 'DOUBLE', 'MONEY', 'PERCENT', 'WAN']

const isPlain = (text: string) =>
  `(${fullMatch(text, patterns.plain)} AND NOT regexp_matches(${text}, '${codeStart}'))`

/** Condition for folded texts in a kind's notation. */
function isWritten(kind: NumberKind, text: string): string {
  const amountLike = (pattern: string) =>
    `(${fullMatch(text, pattern)} AND NOT regexp_matches(${text}, ${quoteText(writtenCode)}) AND NOT ${fullMatch(text, longDigits)})`
  if (kind === 'BIGINT') return `(${isPlain(text)} AND NOT contains(${text}, '.'))`
  if (kind === 'DECIMAL') return isPlain(text)
  if (kind === 'DOUBLE')
    return `((${isPlain(text)} AND NOT ${fullMatch(text, longDigits)}) OR ${fullMatch(text, patterns.exponent)})`
  if (kind === 'MONEY') return amountLike(patterns.money)
  if (kind === 'WAN') return amountLike(patterns.wan)
  return `(${fullMatch(text, patterns.percent)} OR (${isPlain(text)} AND NOT ${fullMatch(text, longDigits)}))`
}

/** A folded text in a kind's notation as a numeral. */
function numeralOf(kind: NumberKind, text: string, { allPercent }: Notation): string {
  if (kind === 'BIGINT' || kind === 'DECIMAL') return `regexp_replace(${text}, '[+, '']', '', 'g')`
  if (kind === 'DOUBLE') return `regexp_replace(${text}, '[, '']', '', 'g')`
  const sign = `CASE WHEN contains(${text}, '-') OR contains(${text}, '(') THEN '-' ELSE '' END`
  const number = `regexp_replace(${text}, '[^0-9.]', '', 'g')`
  return `${sign} || ${number} || ${powerOf(kind, text, allPercent)}`
}

function powerOf(kind: NumberKind, text: string, allPercent: boolean): string {
  if (kind === 'MONEY') return `''`
  if (kind === 'PERCENT')
    return `CASE WHEN contains(${text}, '%') THEN 'e-2' WHEN contains(${text}, '‰') THEN 'e-3' ELSE '${allPercent ? 'e-2' : ''}' END`
  const word = `regexp_extract(${text}, ${quoteText(`[0-9] ?(${multiple})(?:[^A-Za-z]|$)`)}, 1)`
  const powers = multiples.map(
    ([words, power]) => `WHEN multiple IN (${words.split('|').map(quoteText).join(', ')}) THEN 'e${power}'`,
  )
  return bind(word, 'multiple', `CASE ${powers.join(' ')} ELSE '' END`)
}

/** The usual texts of each kind, and their numerals; most values are such, and need nothing of the rest. */
const quick: Record<
  'plain' | 'whole' | 'share' | 'money',
  { pattern: string; numeral: (text: string) => string }
> = {
  plain: { pattern: String.raw`-?(?:0|[1-9]\d{0,16})(?:\.\d+)?`, numeral: (text) => text },
  whole: { pattern: String.raw`-?(?:0|[1-9]\d{0,16})`, numeral: (text) => text },
  share: {
    pattern: String.raw`-?(?:0|[1-9]\d{0,8})(?:\.\d+)?%`,
    numeral: (text) => `rtrim(${text}, '%') || 'e-2'`,
  },
  money: {
    pattern: String.raw`[¥$](?:0|[1-9]\d{0,2}(?:,\d{3})*)(?:\.\d+)?`,
    numeral: (text) => `replace(ltrim(${text}, '¥$'), ',', '')`,
  },
}

/** Condition: a staged text is a plain number that the engine casts as it is. */
export const isQuick = (kind: 'BIGINT' | 'DECIMAL' | 'DOUBLE', column: string): string =>
  fullMatch(column, (kind === 'BIGINT' ? quick.whole : quick.plain).pattern)

/** SQL: the numeral of a staged text, NULL where it is none of this kind. */
export function numeral(kind: NumberKind, column: string, notation: Notation): string {
  const text = notation.comma ? `translate(${folded(column)}, ',.', '.,')` : folded(column)
  const slow = bind(
    text,
    'written',
    `CASE WHEN ${isWritten(kind, 'written')} THEN ${numeralOf(kind, 'written', notation)} END`,
  )
  // A point stands for thousands where the comma does not.
  if (notation.comma) return slow
  const ways =
    kind === 'PERCENT'
      ? [quick.share, ...(notation.allPercent ? [] : [quick.plain])]
      : kind === 'MONEY' || kind === 'WAN'
        ? [quick.plain, quick.money]
        : [kind === 'BIGINT' ? quick.whole : quick.plain]
  const cases = ways.map((way) => `WHEN ${fullMatch(column, way.pattern)} THEN ${way.numeral(column)}`)
  return `CASE ${cases.join(' ')} ELSE ${slow} END`
}

/** SQL: what a folded text is besides its number — currency, unit, multiple, in the words of the column. */
export const marksOf = (column: string): string =>
  bind(
    folded(column),
    'written',
    `regexp_replace(regexp_replace(written, '[-+(),.0-9 ''%‰]', '', 'g'), ${quoteText(`^(${currency})?(${multiple})?`)}, '\\1')`,
  )

/** SQL: the word for a multiple in a staged text; empty without one. */
export const multipleOf = (column: string): string =>
  `regexp_extract(${folded(column)}, ${quoteText(`[0-9] ?(${multiple})(?:[^A-Za-z]|$)`)}, 1)`

/** Number-like texts in which the comma, or the point, can only be the decimal mark. */
const before = `[^0-9.,]{0,5}`
const after = `[^0-9.,]{0,5}`
export const onlyComma = (column: string): string =>
  fullMatch(folded(column), String.raw`${before}(?:\d{1,3}(?:\.\d{3})+,\d+|\d+,(?:\d{1,2}|\d{4,}))${after}`)
export const groupedComma = (column: string): string =>
  fullMatch(folded(column), String.raw`${before}\d{1,3}(?:\.\d{3})+,\d+${after}`)
/** 1.200 and 1.000.000, which are whole numbers where the comma is the decimal mark. */
export const groupedPoint = (column: string): string =>
  fullMatch(folded(column), String.raw`${before}\d{1,3}(?:\.\d{3})+${after}`)
export const onlyPoint = (column: string): string =>
  fullMatch(folded(column), String.raw`${before}(?:\d{1,3}(?:,\d{3})+\.\d+|\d+\.(?:\d{1,2}|\d{4,}))${after}`)

/** 12E5 may be a product code or 1,200,000. */
export const isCodeLike = (column: string): string => fullMatch(folded(column), String.raw`\d+[eE]\d+`)
/** 1.23457E+18: what a spreadsheet leaves of a long number. */
export const isRuined = (column: string): string =>
  fullMatch(folded(column), String.raw`\d(?:\.\d{1,5})?E\+(?:1[1-9]|2\d)`)
/** Measured numbers as programs write them: with a point, or with a sign in the exponent. */
export const isMeasured = (column: string): string =>
  fullMatch(folded(column), String.raw`[-+]?\d+\.\d+([eE][-+]?\d+)?|[-+]?\d+[eE][-+]\d+`)
