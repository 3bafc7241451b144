// Finds the type of each staged column: the narrowest that fits all values, or nearly all, in which case the
// other lines are bad lines. Codes with leading zeros stay text.
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteText } from '../snapshot/describe.ts'

/** From the narrowest on; MONEY, PERCENT and WAN are numbers in a special notation. */
const foundKinds = [
  'BOOLEAN',
  'BIGINT',
  'DECIMAL',
  'DOUBLE',
  'MONEY',
  'PERCENT',
  'WAN',
  'DATE',
  'TIMESTAMP',
  'VARCHAR',
] as const
export type FoundKind = (typeof foundKinds)[number]

/** Whether in dates like 1/31/2026 the month or the day comes first. */
type ShortDates = 'month first' | 'day first'

/** The assumed order of short dates where no value reveals it, and how to choose the other. */
export interface AssumedOrder {
  assumed: ShortDates
  otherwise: string
}
const usualOrder: AssumedOrder = { assumed: 'month first', otherwise: '请改选这一列的类型' }

/** Types that the user may choose: those that can be found, and the order of ambiguous short dates. */
const chosenKinds = [...foundKinds, 'MONTH_FIRST', 'DAY_FIRST'] as const
export type ChosenKind = (typeof chosenKinds)[number]

const orders: Record<Exclude<ChosenKind, FoundKind>, ShortDates> = {
  MONTH_FIRST: 'month first',
  DAY_FIRST: 'day first',
}

const isOrder = (kind: ChosenKind): kind is keyof typeof orders => kind in orders

export interface FoundType {
  kind: FoundKind
  /** The engine's type. */
  type: string
  /**
   * SQL that converts the staged text to the type; NULL where the text does not fit or means a missing value.
   */
  read: string
  /** SQL condition for texts that should fit and do not; empty when all fit. */
  misfit: string
  /** How the column is read, for the user; empty for nothing special. */
  note: string
}

/** Common texts for a missing value. In text columns they stay as they are. */
const missing = [
  '',
  'N/A',
  'n/a',
  '#N/A',
  'NA',
  'NULL',
  'null',
  'Null',
  'None',
  'NaN',
  'nan',
  '\\N',
  '-',
  '--',
]

/**
 * The share of wrong values up to which a column keeps its type, and the number of values needed to apply the
 * share.
 */
const mostWrong = 0.01
const fewestValues = 100

const datePattern = String.raw`\d{4} ?[-/.年] ?\d{1,2} ?[-/.月] ?\d{1,2} ?日?`
/** 20260131: accepted only in columns of dates, because alone it is a number. */
const compactPattern = String.raw`(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])`
/** 1/31/2026 or 31.1.2026: the column's other values tell which part is the day. */
const shortPattern = String.raw`\d{1,2}[-/.]\d{1,2}[-/.](19|20)\d{2}`
const clockPattern = String.raw`[ T]\d{1,2}:\d{2}(:\d{2}(\.\d{1,9})?)?`
const zonePattern = String.raw`(Z| ?[+-]\d{2}:?\d{2})`
const longDigits = String.raw`-?\d{19,}`
/** Amounts as ledgers write them: ¥1,234.50, 12 元, and (3.20) for negative amounts. */
const amountPattern = String.raw`[-+]?[¥￥$€£]? ?-?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})? ?元?`
const moneyPattern = `${amountPattern}|[(（]${amountPattern}[)）]`
/** 12.5% and 1.2万: some values of a column may lack the sign. */
const percentPattern = String.raw`[-+]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)? ?[%％]`
const wanPattern = String.raw`[-+]?[¥￥$€£]? ?-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)? ?(万|亿|千|百万|千万|十亿)? ?[元人次个]?`
/** 12E5 may be a product code or 1,200,000. */
const codePattern = String.raw`\d+[eE]\d+`
/** Measured numbers as programs write them: with a point, or with a sign in the exponent. */
const measuredPattern = String.raw`[-+]?\d+\.\d+([eE][-+]?\d+)?|[-+]?\d+[eE][-+]\d+`
/** A plus sign is common in changes; before many digits it starts a telephone number. */
const numberPattern = String.raw`-?(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?|\+(\d{1,9}|\d{1,3}(,\d{3})+)(\.\d+)?`

interface Candidate {
  kind: FoundKind
  /** Checks and converts: NULL where a text does not fit. */
  read: string
  /** Converts texts that are known to fit or to be missing; short, because a table may have many columns. */
  quick: string
}

/** SQL expressions over `column`, the staged text. */
function expressions(column: string) {
  const text = `trim(${column})`
  const present = `(${column} IS NOT NULL AND ${text} NOT IN (${missing.map(quoteText).join(', ')}))`
  const full = (pattern: string) => `regexp_full_match(${text}, ${quoteText(pattern)})`
  const plain = `replace(${text}, ',', '')`
  const code = `regexp_matches(${text}, '^[-+]?0[0-9]')`
  // A code with a leading zero, or a telephone number.
  const writtenCode = `regexp_matches(${text}, '^[^0-9]*0[0-9]|^[+][0-9]{10,}$')`
  const number = `(${full(numberPattern)} AND ${text} <> '' AND NOT ${code})`
  const exponent = `(${full(String.raw`[+-]?\d+(\.\d+)?[eE][+-]?\d+`)})`
  const day = `regexp_replace(regexp_replace(${text}, '[年月/.]', '-', 'g'), '日', '')`
  const asDay = `try_strptime(replace(${day}, ' ', ''), '%Y-%m-%d')::DATE`
  return { text, present, full, plain, number, writtenCode, exponent, asDay }
}

/** Any of the notations in which people write a day. */
function anyDay({ text, full, asDay }: Expressions, order: ShortDates): string {
  const format = order === 'day first' ? '%d-%m-%Y' : '%m-%d-%Y'
  return `CASE WHEN ${full(datePattern)} THEN ${asDay}
    WHEN ${full(compactPattern)} THEN try_strptime(${text}, '%Y%m%d')::DATE
    WHEN ${full(shortPattern)} THEN try_strptime(regexp_replace(${text}, '[/.]', '-', 'g'), '${format}')::DATE END`
}

type Expressions = ReturnType<typeof expressions>

function when({ present }: Expressions, condition: string, value: string): string {
  return `CASE WHEN ${present} AND ${condition} THEN ${value} END`
}

/** A number that can be read directly, as nearly all can, so that the slower conversion is skipped. */
const plainNumber = (column: string, ending: string): string =>
  `regexp_full_match(${column}, ${quoteText(String.raw`-?(0|[1-9]\d{0,10})${ending}`)})`

const plainFirst = (plain: string, slower: string): string => `${plain} ELSE ${slower} END`

interface Reading {
  zone: string
  /** Digits after the decimal point. */
  scale: number
  shortDates: ShortDates
  /** How dates like 1/2/2026 are read; empty where there are none. */
  orderNote: string
}

function candidates(column: string, { zone, scale, shortDates }: Omit<Reading, 'orderNote'>): Candidate[] {
  const e = expressions(column)
  const day = anyDay(e, shortDates)
  const date = when(e, 'true', day)
  const moment = momentOf(e, date, zone)
  return [
    {
      kind: 'BOOLEAN',
      read: when(e, `lower(${e.text}) IN ('true', 'false')`, `lower(${e.text}) = 'true'`),
      quick: `try_cast(${e.text} AS BOOLEAN)`,
    },
    {
      kind: 'BIGINT',
      read: plainFirst(
        `CASE WHEN ${plainNumber(column, '')} THEN try_cast(${column} AS BIGINT)`,
        when(e, e.number, `CASE WHEN ${e.text} NOT LIKE '%.%' THEN try_cast(${e.plain} AS BIGINT) END`),
      ),
      quick: `try_cast(${e.plain} AS BIGINT)`,
    },
    {
      kind: 'DECIMAL',
      read: plainFirst(
        `CASE WHEN ${plainNumber(column, scale > 0 ? String.raw`(\.\d{1,${scale}})?` : '')}
           THEN try_cast(${column} AS DECIMAL(18, ${scale}))`,
        when(e, e.number, exactDecimal(e.plain, scale)),
      ),
      quick: `try_cast(${e.plain} AS DECIMAL(18, ${scale}))`,
    },
    {
      kind: 'DOUBLE',
      // Integers beyond the integer types are codes, which rounding would corrupt.
      read: when(
        e,
        `((${e.number} AND NOT ${e.full(longDigits)}) OR ${e.exponent})`,
        `try_cast(${e.plain} AS DOUBLE)`,
      ),
      // «NaN» means a missing value here.
      quick: `nullif(try_cast(${e.plain} AS DOUBLE), 'NaN'::DOUBLE)`,
    },
    {
      kind: 'MONEY',
      read: when(e, `(${e.full(moneyPattern)} AND NOT ${e.writtenCode})`, amountOf(e.text)),
      quick: amountOf(e.text),
    },
    {
      kind: 'PERCENT',
      read: when(e, `(${e.full(percentPattern)} OR ${e.number})`, shareOf(e.text, scale)),
      quick: shareOf(e.text, scale),
    },
    {
      kind: 'WAN',
      read: when(e, `(${e.full(wanPattern)} AND NOT ${e.writtenCode})`, scaledOf(e.text)),
      quick: scaledOf(e.text),
    },
    { kind: 'DATE', read: date, quick: day },
    { kind: 'TIMESTAMP', read: moment, quick: moment },
  ]
}

/** SQL over any text: its day and its moment, in the notations that people use. */
export function datesOfText(text: string, zone: string): { day: string; moment: string } {
  const e = expressions(text)
  const day = when(e, 'true', anyDay(e, usualOrder.assumed))
  return { day, moment: momentOf(e, day, zone) }
}

function amountOf(text: string): string {
  const sign = `CASE WHEN regexp_matches(${text}, '[-(（]') THEN '-' ELSE '' END`
  return `try_cast(${sign} || regexp_replace(${text}, '[^0-9.]', '', 'g') AS DECIMAL(18, ${moneyScale}))`
}

/** 12.5% → 0.125; a plain 0.125 stays what it is. */
function shareOf(text: string, scale: number): string {
  const number = `regexp_replace(${text}, '[^0-9.-]', '', 'g')`
  const type = `DECIMAL(18, ${Math.min(mostScale, scale + 2)})`
  return `CASE WHEN regexp_matches(${text}, '[%％]') THEN try_cast(try_cast(${number} AS DECIMAL(18, 6)) / 100 AS ${type})
    ELSE try_cast(${number} AS ${type}) END`
}

const multiples: Record<string, number> = { 千万: 1e7, 百万: 1e6, 十亿: 1e9, 亿: 1e8, 万: 1e4, 千: 1e3 }

/** 1.2万 → 12000. */
function scaledOf(text: string): string {
  const number = `try_cast(regexp_replace(${text}, '[^0-9.-]', '', 'g') AS DECIMAL(18, 6))`
  const factors = Object.entries(multiples).map(
    ([word, factor]) => `WHEN contains(${text}, '${word}') THEN ${factor}`,
  )
  return `try_cast(${number} * (CASE ${factors.join(' ')} ELSE 1 END) AS DECIMAL(18, ${moneyScale}))`
}

/**
 * Moments without an offset stay as they are; those with one are converted to the business zone; days become
 * midnight.
 */
function momentOf(e: Expressions, date: string, zone: string): string {
  const local = `coalesce(
    try_strptime(${plainMoment(e.text)}, ['%Y-%m-%d %H:%M:%S', '%Y-%m-%d %H:%M:%S.%f', '%Y-%m-%d %H:%M']),
    try_cast(${plainMoment(e.text)} AS TIMESTAMP))`
  const zoned = `try_cast(${e.text} AS TIMESTAMPTZ) AT TIME ZONE ${quoteText(zone)}`
  return `coalesce(
    ${when(e, e.full(datePattern + clockPattern), local)},
    ${when(e, e.full(datePattern + clockPattern + zonePattern), zoned)},
    ${date}::TIMESTAMP)`
}

/** 2026年1月5日 8:30 and 2026/1/5T08:30 → 2026-1-5 8:30. */
function plainMoment(text: string): string {
  return `replace(regexp_replace(${text}, '^(\\d{4})[-年/.](\\d{1,2})[-月/.](\\d{1,2})日?', '\\1-\\2-\\3'), 'T', ' ')`
}

/** A decimal of this scale; NULL when digits would be lost. */
function exactDecimal(text: string, scale: number): string {
  return `CASE WHEN length(split_part(${text}, '.', 2)) <= ${scale} THEN try_cast(${text} AS DECIMAL(18, ${scale})) END`
}

const mostScale = 6
const moneyScale = 2

/** Rows of the sample, spread over the file: types that fit none of them are not tried on all rows. */
const sampleRows = 2000
/** The least number of values in a sample that allows a decision. */
const enoughValues = 50

interface Survey {
  connection: DuckDBConnection
  /** The staged rows. */
  from: string
  zone: string
  /** Condition that selects the sample's rows. */
  sampled: string
  shortDates: AssumedOrder
}

interface TypeQuestion {
  /** The staged rows. */
  from: string
  rows: number
  zone: string
  /** The user's types by column index. */
  kinds?: readonly (ChosenKind | null)[]
  shortDates?: AssumedOrder
  onProgress?: (fraction: number) => void
}

/** Finds the types of `count` staged columns, `c0` on. */
export async function findTypes(
  connection: DuckDBConnection,
  count: number,
  { from, rows, zone, kinds = [], shortDates = usualOrder, onProgress }: TypeQuestion,
): Promise<FoundType[]> {
  const sampled = `rowid % ${Math.max(1, Math.floor(rows / sampleRows))} = 0`
  const survey = { connection, from, zone, sampled, shortDates }
  const found: FoundType[] = []
  for (let index = 0; index < count; index += 1) {
    const kind = kinds[index] ?? null
    found.push(kind ? await readAs(survey, `c${index}`, kind) : await findType(survey, `c${index}`))
    onProgress?.((index + 1) / count)
  }
  return found
}

export const textType = (column: string): FoundType => ({
  kind: 'VARCHAR',
  type: 'VARCHAR',
  read: column,
  misfit: '',
  note: '',
})

const codesOf = (column: string): FoundType => ({
  ...textType(column),
  note: '形如 12E5 的值像编号，按文本原样保留',
})

/** Whether texts like 12E5 are codes: no other value of the column is written as a measured number. */
async function holdsCodes({ connection, from }: Survey, column: string): Promise<boolean> {
  const { full } = expressions(column)
  const [codes = 0, measured = 0] = await oneRow(
    connection,
    `SELECT count(*) FILTER (${full(codePattern)}), count(*) FILTER (${full(measuredPattern)}) FROM ${from}`,
  )
  return codes > 0 && measured === 0
}

async function findType(survey: Survey, column: string): Promise<FoundType> {
  const possible = await possibleKinds(survey, column)
  if (possible.length === 0) return textType(column)
  const reading = await findReading(survey, column, possible)
  let nearest: { option: Candidate; wrong: number } | undefined
  for (const option of candidates(column, reading)) {
    if (!possible.includes(option.kind)) continue
    const [values, fits] = await countFits(survey, column, option)
    if (values === 0) return textType(column)
    const wrong = values - fits
    if (option.kind === 'DOUBLE' && (await holdsCodes(survey, column))) return codesOf(column)
    if (wrong === 0) return typed(option, reading, '')
    const allowed = values >= fewestValues ? Math.floor(values * mostWrong) : 0
    if (wrong <= allowed && (!nearest || wrong < nearest.wrong)) nearest = { option, wrong }
  }
  if (!nearest) return textType(column)
  return typed(nearest.option, reading, misfitOf(column, nearest.option))
}

/** Converts one column, given as any text expression, to the type that the user chose. */
export function readColumn(
  connection: DuckDBConnection,
  text: string,
  { from, zone, kind }: { from: string; zone: string; kind: ChosenKind },
): Promise<FoundType> {
  return readAs({ connection, from, zone, sampled: 'true', shortDates: usualOrder }, text, kind)
}

/** Reads a column as the user chose, whatever does not fit. */
async function readAs(survey: Survey, column: string, chosen: ChosenKind): Promise<FoundType> {
  if (chosen === 'VARCHAR') return textType(column)
  const order = isOrder(chosen) ? orders[chosen] : null
  const kind = isOrder(chosen) ? 'DATE' : chosen
  const reading = await findReading(survey, column, [kind])
  if (order) Object.assign(reading, { shortDates: order, orderNote: orderNotes[order] })
  const option = candidates(column, reading).find((candidate) => candidate.kind === kind) as Candidate
  const [values, fits] = await countFits(survey, column, option)
  return typed(option, reading, values === fits ? '' : misfitOf(column, option))
}

const misfitOf = (column: string, { read }: Candidate): string =>
  `(${expressions(column).present} AND ${read} IS NULL)`

async function countFits({ connection, from }: Survey, column: string, { read }: Candidate) {
  const { present } = expressions(column)
  const [values = 0, fits = 0] = await oneRow(
    connection,
    `SELECT count(*) FILTER (${present}), count(${read}) FROM ${from}`,
  )
  return [values, fits] as const
}

async function findReading(survey: Survey, column: string, possible: readonly FoundKind[]): Promise<Reading> {
  const scaled = possible.includes('DECIMAL') || possible.includes('PERCENT')
  const dated = possible.includes('DATE') || possible.includes('TIMESTAMP')
  return {
    zone: survey.zone,
    scale: scaled ? await findScale(survey, column) : 0,
    ...(dated ? await findShortDates(survey, column) : { shortDates: 'month first', orderNote: '' }),
  }
}

const orderNotes: Record<ShortDates, string> = {
  'month first': '月在前（月/日/年）',
  'day first': '日在前（日/月/年）',
}

/** Decides by the values that are unambiguous, else by the assumption. */
async function findShortDates(
  { connection, from, shortDates: { assumed, otherwise } }: Survey,
  column: string,
): Promise<Pick<Reading, 'shortDates' | 'orderNote'>> {
  const { full, text } = expressions(column)
  const part = (at: number) =>
    `try_cast(split_part(regexp_replace(${text}, '[/.]', '-', 'g'), '-', ${at}) AS INTEGER)`
  const [short = 0, days = 0, months = 0] = await oneRow(
    connection,
    `SELECT count(*), count(*) FILTER (${part(1)} > 12), count(*) FILTER (${part(2)} > 12)
     FROM ${from} WHERE ${full(shortPattern)}`,
  )
  const tells = days !== months
  const shortDates = tells ? (days > months ? 'day first' : 'month first') : assumed
  const note = orderNotes[shortDates]
  const guessed = `按${note}读：没有一个值能看出顺序；若不是，${otherwise}`
  return { shortDates, orderNote: short === 0 ? '' : tells ? note : guessed }
}

async function possibleKinds(
  { connection, from, zone, sampled }: Survey,
  column: string,
): Promise<FoundKind[]> {
  const { present } = expressions(column)
  const counted = async (shortDates: ShortDates) => {
    const options = candidates(column, { zone, scale: mostScale, shortDates })
    const counts = options.map(({ read }) => `count(${read})`).join(', ')
    const [values = 0, ...fits] = await oneRow(
      connection,
      `SELECT count(*) FILTER (${present}), ${counts} FROM ${from} WHERE ${sampled}`,
    )
    return options.filter((_, index) => values < enoughValues || fits[index] !== 0).map(({ kind }) => kind)
  }
  const found = await counted('month first')
  // Some day-first dates can be read as month-first by chance, but not where all days are above 12.
  return found.length > 0 ? found : counted('day first')
}

/** The digits after the decimal point: the most that any value has, up to what a decimal can hold here. */
async function findScale({ connection, from }: Survey, column: string): Promise<number> {
  const { present, text } = expressions(column)
  const digits = `regexp_replace(${text}, '[^0-9.]', '', 'g')`
  const [scale = 0] = await oneRow(
    connection,
    `SELECT max(CASE WHEN ${plainNumber(column, String.raw`\.\d+`)} THEN length(${column}) - strpos(${column}, '.')
       WHEN contains(${column}, '.') AND ${present} AND regexp_full_match(${text}, '[-+]?[0-9,]*\\.[0-9]+ ?[%％]?')
       THEN length(split_part(${digits}, '.', 2)) END) FROM ${from}`,
  )
  return Math.min(scale, mostScale)
}

function typed({ kind, quick }: Candidate, { scale, orderNote }: Reading, misfit: string): FoundType {
  const types: Partial<Record<FoundKind, string>> = {
    DECIMAL: `DECIMAL(18,${scale})`,
    MONEY: `DECIMAL(18,${moneyScale})`,
    PERCENT: `DECIMAL(18,${Math.min(mostScale, scale + 2)})`,
    WAN: `DECIMAL(18,${moneyScale})`,
  }
  const note = notes[kind] ?? (kind === 'DATE' ? orderNote : '')
  return { kind, type: types[kind] ?? kind, read: quick, misfit, note }
}

const notes: Partial<Record<FoundKind, string>> = {
  MONEY: '货币符号和千位逗号已去掉',
  PERCENT: '百分数按比率存（12.5% 存为 0.125）',
  WAN: '万、亿已换算为个位',
}

async function oneRow(connection: DuckDBConnection, sql: string): Promise<number[]> {
  const reader = await connection.runAndReadAll(sql)
  return (reader.getRows()[0] ?? []).map((value) => Number(value ?? 0))
}
