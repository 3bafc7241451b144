// The date column of a table: a column of dates or times, or one converted from other notations (years,
// months or days as numbers, seconds since 1970). The original column is kept beside a converted one.
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteText } from '../snapshot/describe.ts'
import { datesOfText } from './columnTypes.ts'
import { importProblem } from './problem.ts'

interface NumberForm {
  /** Suffix of the added column's name. */
  what: string
  type: 'DATE' | 'TIMESTAMP'
  fits: (value: string) => string
  read: (value: string, zone: string) => string
}

const plausible = (value: string) => `${value} BETWEEN DATE '1800-01-01' AND DATE '2200-12-31'`

const forms: NumberForm[] = [
  {
    what: '年份',
    type: 'DATE',
    fits: (value) => `${value} BETWEEN 1800 AND 2200`,
    read: (value) => `make_date(${value}::BIGINT, 1, 1)`,
  },
  {
    what: '年月',
    type: 'DATE',
    fits: (value) => `${value} BETWEEN 180001 AND 220012 AND ${value} % 100 BETWEEN 1 AND 12`,
    read: (value) => `make_date(${value} // 100, ${value} % 100, 1)`,
  },
  {
    what: '日期',
    type: 'DATE',
    fits: (value) => plausible(`try_strptime(${value}::VARCHAR, '%Y%m%d')::DATE`),
    read: (value) => `try_strptime(${value}::VARCHAR, '%Y%m%d')::DATE`,
  },
  {
    what: '表格软件的日期序号',
    type: 'DATE',
    fits: (value) => `${value} BETWEEN 20000 AND 73050`,
    read: (value) => `(DATE '1899-12-30' + ${value}::INTEGER)`,
  },
  ...[
    { least: 190001010000, most: 220012312359, format: '%Y%m%d%H%M' },
    { least: 19000101000000, most: 22001231235959, format: '%Y%m%d%H%M%S' },
  ].map(
    ({ least, most, format }): NumberForm => ({
      what: '日期和时刻',
      type: 'TIMESTAMP',
      fits: (value) =>
        `${value} BETWEEN ${least} AND ${most} AND try_strptime(${value}::VARCHAR, '${format}') IS NOT NULL`,
      read: (value) => `try_strptime(${value}::VARCHAR, '${format}')`,
    }),
  ),
  {
    what: '秒数',
    type: 'TIMESTAMP',
    fits: (value) => `${value} BETWEEN 315532800 AND 7258118400`,
    read: (value, zone) => `to_timestamp(${value}) AT TIME ZONE ${quoteText(zone)}`,
  },
  {
    what: '毫秒数',
    type: 'TIMESTAMP',
    fits: (value) => `${value} BETWEEN 315532800000 AND 7258118400000`,
    read: (value, zone) => `to_timestamp(${value} / 1000) AT TIME ZONE ${quoteText(zone)}`,
  },
]

/** Months as text: 2026-01, 2026/1, 2026年1月. */
const monthPattern = String.raw`\d{4}[-/.年]\d{1,2}月?`

/** Quarters as text: 2026Q1, 2026-Q1, 2026年一季度, 2026年第1季度. */
const quarterPattern = String.raw`\d{4}[-/年 ]?(?:[Qq][1-4]|第?[1-4一二三四]季度?)`

export interface ReadDate {
  what: string
  type: 'DATE' | 'TIMESTAMP'
  /** SQL over the source table. */
  read: string
}

interface DateSource {
  name: string
  sql: string
  numeric: boolean
}

/** How to convert a column that holds no dates; throws where most of its values can't be converted. */
export async function readAsDate(
  connection: DuckDBConnection,
  table: string,
  column: DateSource,
  zone: string,
): Promise<ReadDate> {
  const { chosen, values, best } = await findReading(connection, table, column, zone)
  if (chosen) return chosen
  throw importProblem(
    `列「${column.name}」不像日期：${values} 个值中只有 ${best} 个可读作日期。` +
      '支持 2026-01-31、2026/1/31、2026年1月31日（可带时间），以及年份、年月、日期数、时间戳',
  )
}

export async function findReading(
  connection: DuckDBConnection,
  table: string,
  column: DateSource,
  zone: string,
): Promise<{ chosen: ReadDate | null; values: number; best: number }> {
  const options: ReadDate[] = column.numeric
    ? forms.map(({ what, type, fits, read }) => {
        const value = `(${column.sql})::BIGINT`
        return { what, type, read: `CASE WHEN ${fits(value)} THEN ${read(value, zone)} END` }
      })
    : textForms(column.sql, zone)
  const counts = options.map(({ read }) => `count(${read})`).join(', ')
  const reader = await connection.runAndReadAll(`SELECT count(${column.sql}), ${counts} FROM ${table}`)
  const [values = 0, ...fits] = (reader.getRows()[0] ?? []).map(Number)
  const best = Math.max(0, ...fits)
  const option = options[fits.indexOf(best)]
  return { chosen: values > 0 && best >= values * 0.9 && option ? option : null, values, best }
}

/** For texts that were not converted before: of a Parquet file, or by the user's choice. */
function textForms(text: string, zone: string): ReadDate[] {
  const { day, moment } = datesOfText(text, zone)
  return [
    { what: '年月', type: 'DATE', read: monthOf(text) },
    { what: '季度', type: 'DATE', read: quarterOf(text) },
    { what: '日期', type: 'DATE', read: day },
    { what: '时间', type: 'TIMESTAMP', read: moment },
  ]
}

function monthOf(text: string): string {
  const day = `regexp_replace(rtrim(trim(${text}), '月'), '[/.年]', '-', 'g') || '-1'`
  return `CASE WHEN regexp_full_match(trim(${text}), ${quoteText(monthPattern)})
    THEN try_strptime(${day}, '%Y-%m-%d')::DATE END`
}

function quarterOf(text: string): string {
  const number = `translate(right(regexp_replace(trim(${text}), '季度?$', ''), 1), '一二三四', '1234')`
  return `CASE WHEN regexp_full_match(trim(${text}), ${quoteText(quarterPattern)})
    THEN make_date(left(trim(${text}), 4)::INTEGER, (${number}::INTEGER - 1) * 3 + 1, 1) END`
}
