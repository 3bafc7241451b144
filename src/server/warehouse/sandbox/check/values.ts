// Converts a parameter's value to an engine value with its type. Nothing is rounded: decimals stay decimals.
import {
  BIGINT,
  BOOLEAN,
  DATE,
  DECIMAL,
  DOUBLE,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampValue,
  type DuckDBType,
  type DuckDBValue,
  HUGEINT,
  INTEGER,
  LIST,
  listValue,
  SQLNULL,
  TIMESTAMP,
  VARCHAR,
} from '@duckdb/node-api'
import type { ParameterType, ParameterValue } from '#shared/sql/parameters.ts'

export interface EngineValue {
  value: DuckDBValue
  type: DuckDBType
}

export type Scalar = string | number | boolean | null

/** What a type expects, for the error message. */
const expected: Record<ParameterType, string> = {
  text: '文本',
  number: '数字',
  date: '日期（如 2026-01-31 或 2026-01-31 08:00:00）',
  list: '列表',
  dictionary: '字典值（文本、数字或列表）',
  boolean: '是或否（true、false）',
}

/** Null when the value is of its type, else the expected form. */
export function expectation(type: ParameterType | undefined, value: ParameterValue): string | null {
  if (!type || value === null) return null
  const fits: Record<ParameterType, boolean> = {
    text: !Array.isArray(value),
    number: typeof value !== 'boolean' && !Array.isArray(value) && numberOf(String(value).trim()) !== null,
    date: typeof value === 'string' && dateOf(value) !== null,
    list: Array.isArray(value),
    dictionary: typeof value !== 'boolean',
    boolean: typeof value === 'boolean',
  }
  return fits[type] ? null : expected[type]
}

/**
 * `asDate`: a text that is a date is passed as a date, for aggregates and functions that do not accept texts.
 */
export function scalarValue(value: Scalar, type: ParameterType | undefined, asDate: boolean): EngineValue {
  if (value === null) return { value: null, type: SQLNULL }
  if (type === 'text') return { value: String(value), type: VARCHAR }
  if (typeof value === 'boolean') return { value, type: BOOLEAN }
  if (typeof value === 'number') return numberOf(String(value)) ?? { value, type: DOUBLE }
  if (type === 'number') return numberOf(value.trim()) ?? { value, type: VARCHAR }
  const date = type === 'date' || asDate ? dateOf(value) : null
  return date ?? { value, type: VARCHAR }
}

/** A list as one value with one item type. An empty list fits every type. */
export function listOf(items: readonly (string | number)[]): EngineValue {
  if (items.length === 0) return { value: listValue([]), type: LIST(SQLNULL) }
  const dates = items.map((item) => (typeof item === 'string' ? dateOf(item) : null))
  if (dates.every((date) => date?.type === DATE)) {
    return { value: listValue(dates.map((date) => (date as EngineValue).value)), type: LIST(DATE) }
  }
  if (items.every((item) => typeof item === 'number')) return numbers(items)
  return { value: listValue(items.map(String)), type: LIST(VARCHAR) }
}

function numbers(items: readonly number[]): EngineValue {
  return items.every(Number.isSafeInteger)
    ? { value: listValue(items.map(BigInt)), type: LIST(BIGINT) }
    : { value: listValue([...items]), type: LIST(DOUBLE) }
}

/** Digits of the engine's widest decimal. */
const widest = 38

function numberOf(text: string): EngineValue | null {
  if (/^[+-]?\d+$/.test(text)) return integerOf(text)
  const parts = /^([+-]?)(\d*)\.(\d+)$/.exec(text)
  if (parts) {
    const [, sign = '', whole = '', fraction = ''] = parts
    const digits = `${whole}${fraction}`.replace(/^0+/, '')
    if (Math.max(digits.length, fraction.length) <= widest) {
      const width = Math.max(digits.length, fraction.length, 1)
      const value = BigInt(`${sign === '-' ? '-' : ''}${digits || '0'}`)
      return {
        value: new DuckDBDecimalValue(value, width, fraction.length),
        type: DECIMAL(width, fraction.length),
      }
    }
  }
  const value = Number(text)
  return text !== '' && Number.isFinite(value) && /^[+-]?[\d.]+(e[+-]?\d+)?$/i.test(text)
    ? { value, type: DOUBLE }
    : null
}

function integerOf(text: string): EngineValue | null {
  const value = BigInt(text.replace(/^\+/, ''))
  if (BigInt.asIntN(32, value) === value) return { value: Number(value), type: INTEGER }
  if (BigInt.asIntN(64, value) === value) return { value, type: BIGINT }
  if (BigInt.asIntN(128, value) === value) return { value, type: HUGEINT }
  return { value: Number(text), type: DOUBLE }
}

const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?)?$/

/** Days or microseconds since 1970; null for texts that are no valid date. */
function dateOf(text: string): EngineValue | null {
  const match = iso.exec(text.trim())
  if (!match) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(Number)
    .map(orZero)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  if (hour > 23 || minute > 59 || second > 59) return null
  if (match[4] === undefined) return { value: new DuckDBDateValue(date.getTime() / 86_400_000), type: DATE }
  const millis = BigInt(date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000)
  const micros = millis * 1000n + BigInt((match[7] ?? '').padEnd(6, '0'))
  return { value: new DuckDBTimestampValue(micros), type: TIMESTAMP }
}

const orZero = (value: number): number => (Number.isNaN(value) ? 0 : value)
