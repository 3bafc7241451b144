// Finds what type each staged column has: the narrowest that all its values fit, or nearly all, in which
// case the lines that do not fit are bad lines. Codes with leading zeros stay text.
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteText } from '../snapshot/describe.ts'

export type FoundKind =
  | 'BOOLEAN'
  | 'BIGINT'
  | 'DECIMAL'
  | 'DOUBLE'
  | 'MONEY'
  | 'DATE'
  | 'TIMESTAMP'
  | 'VARCHAR'

export interface FoundType {
  kind: FoundKind
  /** The engine's type. */
  type: string
  /** SQL that reads the type from the staged text; NULL where the text does not fit or stands for nothing. */
  read: string
  /** SQL that holds for texts that should fit and do not; empty when all fit. */
  misfit: string
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

const datePattern = String.raw`\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?`
const clockPattern = String.raw`[ T]\d{1,2}:\d{2}(:\d{2}(\.\d{1,9})?)?`
const zonePattern = String.raw`(Z| ?[+-]\d{2}:?\d{2})`
const longDigits = String.raw`-?\d{19,}`
/** Amounts as ledgers write them: ¥1,234.50, 12 元, and (3.20) for what is below zero. */
const amountPattern = String.raw`-?[¥￥$€£]? ?-?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})? ?元?`
const moneyPattern = `${amountPattern}|[(（]${amountPattern}[)）]`
const numberPattern = String.raw`-?(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?`

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
  const code = `regexp_matches(${text}, '^-?0[0-9]')`
  const paddedCode = `regexp_matches(${text}, '^[^0-9]*0[0-9]')`
  const number = `(${full(numberPattern)} AND ${text} <> '' AND NOT ${code})`
  const exponent = `(${full(String.raw`[+-]?\d+(\.\d+)?[eE][+-]?\d+`)})`
  const day = `regexp_replace(regexp_replace(${text}, '[年月/.]', '-', 'g'), '日', '')`
  const asDay = `try_strptime(${day}, '%Y-%m-%d')::DATE`
  return { text, present, full, plain, number, paddedCode, exponent, asDay }
}

type Expressions = ReturnType<typeof expressions>

function when({ present }: Expressions, condition: string, value: string): string {
  return `CASE WHEN ${present} AND ${condition} THEN ${value} END`
}

function candidates(column: string, zone: string, scale: number): Candidate[] {
  const e = expressions(column)
  const date = when(e, e.full(datePattern), e.asDay)
  const moment = momentOf(e, date, zone)
  return [
    {
      kind: 'BOOLEAN',
      read: when(e, `lower(${e.text}) IN ('true', 'false')`, `lower(${e.text}) = 'true'`),
      quick: `try_cast(${e.text} AS BOOLEAN)`,
    },
    {
      kind: 'BIGINT',
      read: when(e, e.number, `CASE WHEN ${e.text} NOT LIKE '%.%' THEN try_cast(${e.plain} AS BIGINT) END`),
      quick: `try_cast(${e.plain} AS BIGINT)`,
    },
    {
      kind: 'DECIMAL',
      read: when(e, e.number, exactDecimal(e.plain, scale)),
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
      read: when(e, `(${e.full(moneyPattern)} AND NOT ${e.paddedCode})`, amountOf(e.text)),
      quick: amountOf(e.text),
    },
    { kind: 'DATE', read: date, quick: e.asDay },
    { kind: 'TIMESTAMP', read: moment, quick: moment },
  ]
}

function amountOf(text: string): string {
  const sign = `CASE WHEN regexp_matches(${text}, '[-(（]') THEN '-' ELSE '' END`
  return `try_cast(${sign} || regexp_replace(${text}, '[^0-9.]', '', 'g') AS DECIMAL(18, ${moneyScale}))`
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
  zone: string
  /** Condition that picks the sample's rows. */
  sampled: string
}

/** Types of `count` staged columns, `c0` on; `rows` staged rows. */
export async function findTypes(
  connection: DuckDBConnection,
  { count, rows, zone }: { count: number; rows: number; zone: string },
): Promise<FoundType[]> {
  const sampled = `rowid % ${Math.max(1, Math.floor(rows / sampleRows))} = 0`
  const found: FoundType[] = []
  for (let index = 0; index < count; index += 1) {
    found.push(await findType({ connection, zone, sampled }, `c${index}`))
  }
  return found
}

async function findType(survey: Survey, column: string): Promise<FoundType> {
  const { present } = expressions(column)
  const text: FoundType = { kind: 'VARCHAR', type: 'VARCHAR', read: column, misfit: '' }
  const possible = await possibleKinds(survey, column)
  if (possible.length === 0) return text
  const scale = possible.includes('DECIMAL') ? await findScale(survey, column) : 0
  let nearest: { option: Candidate; wrong: number } | undefined
  for (const option of candidates(column, survey.zone, scale)) {
    if (!possible.includes(option.kind)) continue
    const [values = 0, fits = 0] = await oneRow(
      survey.connection,
      `SELECT count(*) FILTER (${present}), count(${option.read}) FROM staged`,
    )
    if (values === 0) return text
    const wrong = values - fits
    if (wrong === 0) return typed(option, scale, '')
    const allowed = values >= fewestValues ? Math.floor(values * mostWrong) : 0
    if (wrong <= allowed && (!nearest || wrong < nearest.wrong)) nearest = { option, wrong }
  }
  if (!nearest) return text
  return typed(nearest.option, scale, `(${present} AND ${nearest.option.read} IS NULL)`)
}

async function possibleKinds({ connection, zone, sampled }: Survey, column: string): Promise<FoundKind[]> {
  const { present } = expressions(column)
  const options = candidates(column, zone, mostScale)
  const counts = options.map(({ read }) => `count(${read})`).join(', ')
  const [values = 0, ...fits] = await oneRow(
    connection,
    `SELECT count(*) FILTER (${present}), ${counts} FROM staged WHERE ${sampled}`,
  )
  return options.filter((_, index) => values < enoughValues || fits[index] !== 0).map(({ kind }) => kind)
}

/** Digits after the point, as many as any value has, up to what a decimal keeps here. */
async function findScale({ connection }: Survey, column: string): Promise<number> {
  const { present, plain, number } = expressions(column)
  const [scale = 0] = await oneRow(
    connection,
    `SELECT max(CASE WHEN ${plain} LIKE '%.%' AND ${present} AND ${number}
       THEN length(split_part(${plain}, '.', 2)) END) FROM staged`,
  )
  return Math.min(scale, mostScale)
}

function typed({ kind, quick }: Candidate, scale: number, misfit: string): FoundType {
  const types: Partial<Record<FoundKind, string>> = {
    DECIMAL: `DECIMAL(18,${scale})`,
    MONEY: `DECIMAL(18,${moneyScale})`,
  }
  return { kind, type: types[kind] ?? kind, read: quick, misfit }
}

async function oneRow(connection: DuckDBConnection, sql: string): Promise<number[]> {
  const reader = await connection.runAndReadAll(sql)
  return (reader.getRows()[0] ?? []).map((value) => Number(value ?? 0))
}
