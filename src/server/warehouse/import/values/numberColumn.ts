// A column's values as numbers of one notation: the type that holds every digit, and what was done to them.
import { folded, isPresent } from './fold.ts'
import type { Ask, Candidate, Counts } from './kinds.ts'
import {
  groupedComma,
  groupedPoint,
  isQuick,
  marksOf,
  multipleOf,
  type Notation,
  type NumberKind,
  numeral,
  onlyComma,
  onlyPoint,
} from './numbers.ts'
import { oneRow, type Survey } from './survey.ts'

/** Whether the comma is the decimal mark: `told` by the values or the file, or only possible. */
export async function findComma(
  { connection, from, commaLikely, commaTold }: Survey,
  column: string,
): Promise<'told' | 'possible' | 'no'> {
  const [comma = 0, grouped = 0, point = 0, thousands = 0] = await oneRow(
    connection,
    `SELECT count(*) FILTER (${onlyComma(column)}), count(*) FILTER (${groupedComma(column)}),
       count(*) FILTER (${onlyPoint(column)}), count(*) FILTER (${groupedPoint(column)}) FROM ${from}`,
  )
  if (point > 0) return 'no'
  if (comma === 0) return commaTold && thousands > 0 ? 'told' : 'no'
  return grouped > 0 || commaLikely ? 'told' : 'possible'
}

interface Digits extends Counts {
  /** Plain numbers that the engine casts as they are. */
  quick: number
  /** Digits before and after the decimal point, at most; before as written, for which a cast needs room. */
  whole: number
  scale: number
  /** Values that a double does not give back as they are written. */
  rounded: number
  /** The sum of all amounts, about. */
  sum: number
  /** Values like 1.10, and values like 1.1. */
  padded: number
  short: number
}

/** Everything that one look at all values tells of their numerals. */
async function digitsOf(
  { connection, from }: Survey,
  column: string,
  kind: NumberKind,
  read: string,
): Promise<Digits> {
  const quick = kind === 'BIGINT' || kind === 'DECIMAL' ? isQuick(kind, 'c') : 'false'
  const integer = kind === 'BIGINT' ? 'try_cast(n AS BIGINT)' : 'n'
  // Integers and doubles have a type of their own.
  const counted =
    kind === 'BIGINT' || kind === 'DOUBLE'
      ? `0, 0, 0, ${kind === 'BIGINT' ? `max(abs(try_cast(n AS BIGINT)::HUGEINT))` : '0'}, 0, 0`
      : `max(length(ltrim(split_part(m, '.', 1), '-+0')) + greatest(p, 0)), max(f - p),
         count(*) FILTER (length(m) > 15 AND length(ltrim(replace(m, '.', ''), '-+0')) > 15 AND try_cast(n AS DOUBLE)::VARCHAR <> n),
         sum(abs(try_cast(n AS DOUBLE))), count(*) FILTER (f > 1 AND ends_with(m, '0')), count(*) FILTER (f = 1)`
  const [
    texts = 0,
    values = 0,
    fits = 0,
    plain = 0,
    whole = 0,
    scale = 0,
    rounded = 0,
    sum = 0,
    padded = 0,
    short = 0,
  ] = await oneRow(
    connection,
    `SELECT count(c), count(*) FILTER (${isPresent('c')}), count(${integer}), count(*) FILTER (${quick}), ${counted}
       FROM (SELECT c, n, m, p, CASE WHEN contains(m, '.') THEN length(m) - strpos(m, '.') ELSE 0 END AS f
         FROM (SELECT c, n, split_part(n, 'e', 1) AS m,
             CASE WHEN contains(n, 'e') THEN try_cast(split_part(n, 'e', 2) AS INTEGER) ELSE 0 END AS p
           FROM (SELECT ${column} AS c, ${read} AS n FROM ${from})))`,
  )
  return {
    texts,
    values,
    fits,
    quick: plain,
    whole: Math.max(0, whole),
    scale: Math.max(0, scale),
    rounded,
    sum,
    padded,
    short,
  }
}

/** Digits of a decimal that the engine calculates fast with, and at most. */
const fast = 18
const most = 38
/** More digits after the point are measured ones, which doubles give back as well. */
const mostExact = 10
const least = { MONEY: 2 } as Partial<Record<NumberKind, number>>

/** The type that holds all digits and their sum; null where no decimal does. */
function decimalFor({ whole, scale, sum }: Digits): string | null {
  if (whole + scale <= fast) return `DECIMAL(${fast},${scale})`
  return whole + scale <= most && sum < 10 ** (most - scale) ? `DECIMAL(${most},${scale})` : null
}

const tooLong = '位数超出 38 位小数，存为双精度数，约保留 16 位有效数字'

/** How a column is read as numbers of this kind; null where another kind does it better. */
export async function numberCandidate(
  survey: Survey,
  column: string,
  kind: NumberKind,
  notation: Notation,
): Promise<Candidate | null> {
  const text = numeral(kind, column, notation)
  const digits = await digitsOf(survey, column, kind, text)
  const { texts, values, fits, quick } = digits
  const counts = { texts, values, fits }
  // Where all values are plain the engine casts them, and nothing else becomes a number by that.
  const cast = (type: string) => `try_cast(${quick > 0 && quick === values ? column : text} AS ${type})`
  const comma = notation.comma ? '逗号作小数点' : ''
  if (kind === 'BIGINT' || kind === 'DOUBLE') {
    const ruined = kind === 'BIGINT' && fits > 0 ? await ruinedNote(survey, cast(kind), digits.sum) : ''
    const note = [comma, ruined].filter(Boolean).join('；')
    return { kind, type: kind, read: cast(kind), note, ask: null, counts }
  }
  digits.scale = Math.max(digits.scale, least[kind] ?? 0)
  const type = decimalFor(digits)
  if (kind === 'DECIMAL') {
    const { scale, rounded, padded, short, whole } = digits
    // Without decimals these are whole numbers that no integer holds: codes.
    if (!type || scale === 0 || (scale > mostExact && rounded === 0)) return null
    const note =
      padded > 0 && short > 0 && whole <= 2 ? '有的写作 1.1，有的写作 1.10：若是版本号，请改为文本' : ''
    return { kind, type, read: cast(type), note: [comma, note].filter(Boolean).join('；'), ask: null, counts }
  }
  // What was done is told where it will be done.
  if (fits < values && fits < values * mostlyThis)
    return { kind, type: type ?? 'DOUBLE', read: cast(type ?? 'DOUBLE'), note: '', ask: null, counts }
  const whole = kind === 'WAN' && type && digits.scale === 0 && digits.whole <= fast
  const exact = whole ? 'BIGINT' : (type ?? 'DOUBLE')
  const done = await doneTo(survey, column, kind, text)
  const notes = [comma, ...done.notes, ...(type ? [] : [tooLong])]
  return {
    kind,
    type: exact,
    read: cast(exact),
    note: notes.filter(Boolean).join('；'),
    ask: done.ask,
    counts,
  }
}

/** Readings of fewer values are not looked into further. */
const mostlyThis = 0.5

/** How many values of a column of doubles lose digits; empty where none does. */
export async function doubleNote(
  { connection, from }: Survey,
  column: string,
  notation: Notation,
): Promise<string> {
  const digits = (text: string) =>
    `trim(regexp_replace(split_part(lower(${text}), 'e', 1), '[-+.]', '', 'g'), '0')`
  const [rounded = 0] = await oneRow(
    connection,
    `SELECT count(*) FILTER (length(n) > ${keptDigits} AND length(${digits('n')}) > ${keptDigits}
         AND ${digits('n')} <> ${digits('try_cast(n AS DOUBLE)::VARCHAR')})
       FROM (SELECT ${numeral('DOUBLE', column, notation)} AS n FROM ${from})`,
  )
  return rounded > 0 ? `存为双精度数，其中 ${rounded} 个值只保留约 16 位有效数字` : ''
}

/** Digits that a spreadsheet keeps; it writes zeros for the rest. */
const keptDigits = 15

async function ruinedNote({ connection, from }: Survey, read: string, most: number): Promise<string> {
  if (most < 10 ** keptDigits) return ''
  const [long = 0, rounded = 0] = await oneRow(
    connection,
    `SELECT count(*), count(*) FILTER (v % power = 0)
     FROM (SELECT v, pow(10, length(v::VARCHAR) - ${keptDigits})::BIGINT AS power
       FROM (SELECT abs((${read})::HUGEINT) AS v FROM ${from}) WHERE v >= 1e${keptDigits})`,
  )
  return long > 0 && long === rounded
    ? `超过 ${keptDigits} 位的值末尾都是 0：若是编号，已被表格软件截断，请把原列设为文本后重新导出`
    : ''
}

const sameUnit: Record<string, string> = {
  '¥': '元',
  块: '元',
  块钱: '元',
  CNY: '元',
  RMB: '元',
  人民币: '元',
  $: 'USD',
  US$: 'USD',
  美元: 'USD',
  '€': 'EUR',
  欧元: 'EUR',
  '£': 'GBP',
  HK$: 'HKD',
  港币: 'HKD',
  日元: 'JPY',
}

/** What was done to texts beside taking their digits, and whether units differ that must not be summed. */
async function doneTo(
  survey: Survey,
  column: string,
  kind: NumberKind,
  read: string,
): Promise<{ notes: string[]; ask: Ask | null }> {
  const { connection, from } = survey
  // Few shapes are left when all digits are alike.
  const reader = await connection.runAndReadAll(
    `WITH shapes AS (SELECT ${folded('shape')} AS shape FROM (
         SELECT DISTINCT regexp_replace(${column}, '[0-9,.]+', '0', 'g') AS shape FROM ${from} WHERE ${read} IS NOT NULL))
     SELECT list_sort(list(DISTINCT ${marksOf('shape')})), list_sort(list(DISTINCT ${multipleOf('shape')})),
       bool_or(contains(shape, '(')), bool_or(contains(shape, '%')), bool_or(contains(shape, '‰')),
       bool_or(NOT regexp_matches(shape, '[%‰]')), bool_and(regexp_full_match(shape, '0 ?[MB]')) FROM shapes`,
  )
  const [marks, words, negative, share, permille, plain, coded] = reader.getRows()[0] ?? []
  const texts = (list: unknown): string[] =>
    ((list as { items?: unknown[] } | null)?.items ?? []).map(String).filter(Boolean)
  const [units, multiples] = [texts(marks), texts(words)]
  const quoted = (list: string[]) => list.map((each) => `「${each}」`).join('')
  const notes = [
    share ? '百分数按比率存（12.5% 存为 0.125）' : permille ? '千分数按比率存（5‰ 存为 0.005）' : '',
    multiples.length > 0 ? `${quoted(multiples)}已换算为个位` : '',
    units.length > 0 ? `${quoted(units)}已去掉` : '',
    negative ? '括号里的作负数' : '',
  ]
  if (kind === 'PERCENT')
    return { notes, ask: (share || permille) && plain ? await askPercent(survey, column, read) : null }
  if (new Set(units.map((each) => sameUnit[each] ?? each)).size > 1)
    return {
      notes,
      ask: {
        text: `单位不一：${quoted(units)}，合在一起的和没有意义`,
        must: false,
        choices: [{ kind, title: '仍作数字，去掉单位' }],
      },
    }
  // 12B and 3M may be rooms or sizes.
  const isCode = coded === true && multiples.length === 1 && units.length === 0
  const choices = [{ kind, title: `「${multiples[0]}」是数量级，按数字读` }]
  const ask = isCode ? { text: `形如 12${multiples[0]} 的值也可能是编号`, must: false, choices } : null
  return { notes, ask }
}

/** 12%, 12.5, 7: whether those without the sign are percentages, only people know. Shares like 0.125 are none. */
async function askPercent({ connection, from }: Survey, column: string, read: string): Promise<Ask | null> {
  const [marked = 0, plain = 0, shares = 0] = await oneRow(
    connection,
    `SELECT count(*) FILTER (marked), count(*) FILTER (NOT marked AND value <> 0),
       count(*) FILTER (NOT marked AND value <> 0 AND abs(value) <= 1 AND pointed)
     FROM (SELECT regexp_matches(${column}, '[%％‰]') AS marked, contains(${column}, '.') AS pointed,
         try_cast(${read} AS DOUBLE) AS value
       FROM ${from} WHERE ${isPresent(column)})`,
  )
  if (marked === 0 || plain === shares) return null
  const reader = await connection.runAndReadAll(
    `SELECT any_value(trim(${column})) FROM ${from}
     WHERE ${isPresent(column)} AND NOT regexp_matches(${column}, '[%％‰]') AND try_cast(${read} AS DOUBLE) <> 0`,
  )
  const example = String(reader.getRows()[0]?.[0])
  return {
    text: `${marked} 个值有 %，${plain} 个没有：「${example}」是百分数吗`,
    must: true,
    choices: [
      { kind: 'PERCENT_ALL', title: `是，${example} 就是 ${example}%` },
      { kind: 'PERCENT_MIXED', title: `不是，${example} 就是 ${example}` },
    ],
  }
}
