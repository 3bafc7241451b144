// Finds what type each staged column has: the narrowest that all its values fit, or nearly all, in which
// case the lines that do not fit are bad lines. Codes with leading zeros stay text.
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteText } from '../snapshot/describe.ts'

/** From the narrowest on; MONEY, PERCENT and WAN are numbers by how they are written. */
export const foundKinds = [
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

/** Whether the first number of dates like 1/31/2026 is the month. */
export type ShortDates = 'month first' | 'day first'

/** Of short dates, where no value tells it, and how to have them read otherwise. */
export interface AssumedOrder {
  assumed: ShortDates
  otherwise: string
}
const usualOrder: AssumedOrder = { assumed: 'month first', otherwise: '请改选这一列的类型' }

/** What the user may say a column is: what can be found, and the order of short dates where no value tells it. */
export const chosenKinds = [...foundKinds, 'MONTH_FIRST', 'DAY_FIRST'] as const
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
  /** SQL that reads the type from the staged text; NULL where the text does not fit or stands for nothing. */
  read: string
  /** SQL that holds for texts that should fit and do not; empty when all fit. */
  misfit: string
  /** What the user should know of how it is read; empty for nothing. */
  note: string
}

/** What people write where a value is missing. In columns of text these stay as they are. */
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

/** Share of a column's values that may be wrong before it counts as text, and how many they must be among. */
const mostWrong = 0.01
const fewestValues = 100

const datePattern = String.raw`\d{4} ?[-/.年] ?\d{1,2} ?[-/.月] ?\d{1,2} ?日?`
/** 20260131: within a column of dates alone, as by itself it is a number. */
const compactPattern = String.raw`(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])`
/** 1/31/2026 or 31.1.2026: which of the two is the day, the column's other values tell. */
const shortPattern = String.raw`\d{1,2}[-/.]\d{1,2}[-/.](19|20)\d{2}`
const clockPattern = String.raw`[ T]\d{1,2}:\d{2}(:\d{2}(\.\d{1,9})?)?`
const zonePattern = String.raw`(Z| ?[+-]\d{2}:?\d{2})`
const longDigits = String.raw`-?\d{19,}`
/** Amounts as ledgers write them: ¥1,234.50, 12 元, and (3.20) for what is below zero. */
const amountPattern = String.raw`[-+]?[¥￥$€£]? ?-?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})? ?元?`
const moneyPattern = `${amountPattern}|[(（]${amountPattern}[)）]`
/** 12.5% and 1.2万: some of a column may stand without the sign. */
const percentPattern = String.raw`[-+]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)? ?[%％]`
const wanPattern = String.raw`[-+]?[¥￥$€£]? ?-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)? ?(万|亿|千|百万|千万|十亿)? ?[元人次个]?`
/** 12E5 may be the number of a product or 1,200,000. */
const codePattern = String.raw`\d+[eE]\d+`
/** How programs write measured figures: with a point, or with a sign before the power of ten. */
const measuredPattern = String.raw`[-+]?\d+\.\d+([eE][-+]?\d+)?|[-+]?\d+[eE][-+]\d+`
/** A plus leads changes; before more digits it leads the number of a telephone. */
const numberPattern = String.raw`-?(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?|\+(\d{1,9}|\d{1,3}(,\d{3})+)(\.\d+)?`

interface Candidate {
  kind: FoundKind
  /** Checks and reads: NULL where a text does not fit. */
  read: string
  /** Reads texts that are known to fit or to stand for nothing; short, since a table may have many columns. */
  quick: string
}

/** SQL over `column`, the staged text. */
function expressions(column: string) {
  const text = `trim(${column})`
  const present = `(${column} IS NOT NULL AND ${text} NOT IN (${missing.map(quoteText).join(', ')}))`
  const full = (pattern: string) => `regexp_full_match(${text}, ${quoteText(pattern)})`
  const plain = `replace(${text}, ',', '')`
  const code = `regexp_matches(${text}, '^[-+]?0[0-9]')`
  // A code with a zero in front, the number of a telephone.
  const writtenCode = `regexp_matches(${text}, '^[^0-9]*0[0-9]|^[+][0-9]{10,}$')`
  const number = `(${full(numberPattern)} AND ${text} <> '' AND NOT ${code})`
  const exponent = `(${full(String.raw`[+-]?\d+(\.\d+)?[eE][+-]?\d+`)})`
  const day = `regexp_replace(regexp_replace(${text}, '[年月/.]', '-', 'g'), '日', '')`
  const asDay = `try_strptime(replace(${day}, ' ', ''), '%Y-%m-%d')::DATE`
  return { text, present, full, plain, number, writtenCode, exponent, asDay }
}

/** Any of the ways in which people write a day. */
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

/** A number that can be read as it stands, as nearly all are: so the slower look is spared. */
const plainNumber = (column: string, ending: string): string =>
  `regexp_full_match(${column}, ${quoteText(String.raw`-?(0|[1-9]\d{0,10})${ending}`)})`

const plainFirst = (plain: string, slower: string): string => `${plain} ELSE ${slower} END`

interface Reading {
  zone: string
  /** Digits after the point. */
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
      // Whole numbers beyond the integers are codes, which a rounded number would spoil.
      read: when(
        e,
        `((${e.number} AND NOT ${e.full(longDigits)}) OR ${e.exponent})`,
        `try_cast(${e.plain} AS DOUBLE)`,
      ),
      // «NaN» stands for nothing here.
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

/** SQL over any text: its day, and its moment, in the ways that people write them. */
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

/** Moments: without an offset as they stand, with one in the business zone; days are their midnight. */
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

/** A decimal of this scale; NULL when it would lose digits. */
function exactDecimal(text: string, scale: number): string {
  return `CASE WHEN length(split_part(${text}, '.', 2)) <= ${scale} THEN try_cast(${text} AS DECIMAL(18, ${scale})) END`
}

const mostScale = 6
const moneyScale = 2

/** Rows of a first look, spread over the file: what fits none of them need not be tried on all. */
const sampleRows = 2000
/** Values that a first look must have met to judge by it. */
const enoughValues = 50

interface Survey {
  connection: DuckDBConnection
  /** The staged rows. */
  from: string
  zone: string
  /** Condition that picks the sample's rows. */
  sampled: string
  shortDates: AssumedOrder
}

export interface TypeQuestion {
  /** The staged rows. */
  from: string
  rows: number
  zone: string
  /** By their places: what the user says a column is. */
  kinds?: readonly (ChosenKind | null)[]
  shortDates?: AssumedOrder
  onProgress?: (fraction: number) => void
}

/** Types of `count` staged columns, `c0` on. */
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

/** Whether its powers of ten are codes: nothing else in the column is written as a measured figure is. */
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

/** One column, whatever expression gives its text, read as the user says. */
export function readColumn(
  connection: DuckDBConnection,
  text: string,
  { from, zone, kind }: { from: string; zone: string; kind: ChosenKind },
): Promise<FoundType> {
  return readAs({ connection, from, zone, sampled: 'true', shortDates: usualOrder }, text, kind)
}

/** A column read as the user says, whatever does not fit. */
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

/** By the values that can be read in one way alone, else as is assumed. */
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
  const guessed = `按${note}读：没有一个值能看出次序；若不是，${otherwise}`
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
  // Of days that come first some are a month by chance, unless all are late in theirs.
  return found.length > 0 ? found : counted('day first')
}

/** Digits after the point, as many as any value has, up to what a decimal keeps here. */
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
