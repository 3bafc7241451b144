// A view's filters → SQL conditions on a result's table, with bound values. A value that does not fit its
// column is refused with a message. Null cells pass `ne` and `notContains`, so that each filter has an exact
// opposite.
import { AppError } from '#shared/errors.ts'
import type { FilterOp, ViewSpec } from '../types.ts'
import { type StoredColumn, textOf } from './columnTypes.ts'
import { decimalOf } from './decimals.ts'
import type { Values, Work } from './work.ts'

type Filter = ViewSpec['filters'][number]
type Value = string | number | boolean
type FilterValue = Value | null

const signs = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' } as const
type Comparison = keyof typeof signs

/** The conditions joined by AND; appends their values to `values`. */
export async function conditionOf(
  work: Work,
  columns: StoredColumn[],
  filters: Filter[],
  values: Values,
): Promise<string> {
  const conditions: string[] = []
  for (const filter of filters) {
    conditions.push(await one(work, columnAt(columns, filter.column), filter, values))
  }
  return conditions.length > 0 ? conditions.join(' AND ') : 'true'
}

export function columnAt(columns: StoredColumn[], index: number): StoredColumn {
  const column = columns[index]
  if (column) return column
  throw new AppError('parameter_wrong', `结果只有 ${columns.length} 列，没有第 ${index + 1} 列`)
}

async function one(work: Work, column: StoredColumn, filter: Filter, values: Values): Promise<string> {
  const { op, value = null } = filter
  const empty = `${column.key} IS NULL`
  if (op === 'in' || op === 'notIn') {
    const found = amongValues(column, filter.values ?? [], values)
    return op === 'in' ? found : `NOT ${found}`
  }
  if (op === 'empty' || (op === 'eq' && value === null)) return empty
  if (op === 'notEmpty' || (op === 'ne' && value === null)) return `${column.key} IS NOT NULL`
  if (value === null) throw wrong(column, '请填写要比较的值')
  if (op === 'contains' || op === 'notContains') {
    values.push(String(value))
    const contains = `contains(lower(${textOf(column)}), lower($${values.length}))`
    return op === 'contains' ? contains : `(${empty} OR NOT ${contains})`
  }
  const compared = await compare(work, column, op, value, values)
  return op === 'ne' ? `(${empty} OR ${compared})` : compared
}

/** Whether the text is one of these; never null. */
export function textAmong(shown: string, texts: readonly string[], values: Values): string {
  if (texts.length === 0) return 'false'
  values.push(JSON.stringify(texts))
  return `coalesce(${shown} IN (SELECT unnest(from_json_strict($${values.length}, '["VARCHAR"]'))), false)`
}

/** Compares numbers by value, other types by text; null stands for the null cell. */
function amongValues(column: StoredColumn, wanted: readonly FilterValue[], values: Values): string {
  const given = wanted.filter((one) => one !== null)
  const empty = given.length < wanted.length ? `${column.key} IS NULL` : 'false'
  return `(${empty} OR ${filledAmong(column, given, values)})`
}

function filledAmong(column: StoredColumn, given: readonly Value[], values: Values): string {
  const { nature, scale, key, storedType } = column
  const among = (texts: string[], type: string) =>
    texts.length === 0
      ? 'false'
      : `coalesce(${key} IN (SELECT CAST(unnest(from_json_strict($${values.push(JSON.stringify(texts))}, '["VARCHAR"]')) AS ${type})), false)`
  if (nature === 'integer' || nature === 'decimal') {
    const numbers = given.map((one) => decimalOf(String(one), scale))
    if (numbers.includes(null)) throw wrong(column, '是数值，只能与数值比较')
    // No cell can hold a value between two steps of the column, or outside its type.
    const texts = numbers.flatMap((number) => (number?.exact && fits(number.units) ? [number.text] : []))
    return among(texts, nature === 'decimal' ? `DECIMAL(38, ${scale})` : 'HUGEINT')
  }
  if (nature === 'float') return among(given.map(String), storedType)
  return textAmong(textOf(column), given.map(String), values)
}

const fits = (units: bigint): boolean => units < 10n ** 38n && units > -(10n ** 38n)

function compare(work: Work, column: StoredColumn, op: Comparison, value: Value, values: Values) {
  switch (column.nature) {
    case 'integer':
    case 'decimal':
      return compareExact(column, op, value, values)
    case 'float':
      return compareFloat(column, op, value, values)
    case 'boolean':
      return compareTruth(column, op, value, values)
    case 'date':
    case 'time':
      return compareTime(work, column, op, value, values)
    case 'text':
      values.push(String(value))
      return `${column.key} ${signs[op]} $${values.length}`
  }
}

/** Compares in the column's own scale; a value between two steps is compared by the step below. */
function compareExact(column: StoredColumn, op: Comparison, value: Value, values: Values): string {
  const number = typeof value === 'boolean' ? null : decimalOf(String(value), column.scale)
  if (!number) throw wrong(column, `是数值，不能与「${shown(value)}」比较`)
  if (!number.exact && op === 'eq') return 'false'
  if (!number.exact && op === 'ne') return 'true'
  const sign = number.exact ? signs[op] : op === 'lt' || op === 'le' ? '<=' : '>'
  // A value outside the type's range is above or below all its values.
  const least = column.databaseType.startsWith('U') ? 0n : -(2n ** 127n)
  const most =
    column.nature === 'decimal'
      ? 10n ** 38n - 1n
      : column.databaseType === 'UHUGEINT'
        ? 2n ** 128n - 1n
        : 2n ** 127n - 1n
  if (number.units < least || (column.nature === 'decimal' && number.units < -most)) {
    return sign === '>' || sign === '>=' || sign === '<>' ? `${column.key} IS NOT NULL` : 'false'
  }
  if (number.units > most) {
    return sign === '<' || sign === '<=' || sign === '<>' ? `${column.key} IS NOT NULL` : 'false'
  }
  const type =
    column.nature === 'decimal'
      ? `DECIMAL(38, ${column.scale})`
      : column.databaseType.startsWith('U')
        ? 'UHUGEINT'
        : 'HUGEINT'
  values.push(number.text)
  return `${column.key} ${sign} CAST($${values.length} AS ${type})`
}

const floats = /^(NaN|[+-]?Infinity)$/

function compareFloat(column: StoredColumn, op: Comparison, value: Value, values: Values): string {
  const text = String(value).trim()
  const number = Number(text)
  if (typeof value === 'boolean' || text === '' || (Number.isNaN(number) && !floats.test(text))) {
    throw wrong(column, `是数值，不能与「${shown(value)}」比较`)
  }
  values.push(String(number))
  return `${column.key} ${signs[op]} CAST($${values.length} AS ${column.storedType})`
}

function compareTruth(column: StoredColumn, op: Comparison, value: Value, values: Values): string {
  const text = String(value).toLowerCase()
  if (text !== 'true' && text !== 'false') {
    throw wrong(column, `是布尔值，只能与 true、false 比较，不能与「${shown(value)}」比较`)
  }
  values.push(text === 'true')
  return `${column.key} ${signs[op]} $${values.length}`
}

const day = /^\d{4,}-\d{1,2}-\d{1,2}( \(BC\))?$/

async function compareTime(work: Work, column: StoredColumn, op: Comparison, value: Value, values: Values) {
  const text = typeof value === 'string' ? value.trim() : ''
  // A date is compared as a date, because dates can lie outside the range of timestamps.
  const type =
    column.nature === 'date' && day.test(text)
      ? 'DATE'
      : column.nature === 'date'
        ? 'TIMESTAMP'
        : column.databaseType === 'TIMESTAMP_NS'
          ? 'TIMESTAMP_NS'
          : 'TIMESTAMP'
  const [fits] = text ? await work.row(`SELECT TRY_CAST($1 AS ${type}) IS NOT NULL`, [text]) : [false]
  if (!fits)
    throw wrong(column, `是日期，不能与「${shown(value)}」比较；请写成 2026-01-31 或 2026-01-31 12:00:00`)
  values.push(text)
  return `${column.value} ${signs[op]} CAST($${values.length} AS ${type})`
}

const wrong = ({ name }: StoredColumn, text: string) =>
  new AppError('parameter_wrong', `列「${shown(name)}」${text}`)

const shown = (value: Value | FilterOp): string => {
  const text = String(value)
  return text.length > 50 ? `${text.slice(0, 50)}…` : text
}
