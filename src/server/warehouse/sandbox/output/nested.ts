// Nested values as JSON text. Integers and decimals keep all their digits; values without a JSON form (dates,
// NaN, bytes) appear as the engine prints them.
import {
  DuckDBArrayValue as ArrayValue,
  type DuckDBArrayValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBUnionValue,
  type DuckDBValue,
  DuckDBVariantValue,
} from '@duckdb/node-api'
import { TextBuffer } from './textBuffer.ts'
import { writeDate } from './times.ts'

/** Text of a single value: strings without quotes, JSON for nested values. */
export function plainText(value: DuckDBValue): string {
  if (value instanceof DuckDBUnionValue || value instanceof DuckDBVariantValue) return plainText(value.value)
  return typeof value === 'string' ? value : isNested(value) ? nestedText(value) : scalarText(value)
}

function isNested(value: DuckDBValue): boolean {
  return (
    value instanceof DuckDBListValue ||
    value instanceof ArrayValue ||
    value instanceof DuckDBStructValue ||
    value instanceof DuckDBMapValue
  )
}

function nestedText(value: DuckDBValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return JSON.stringify(value)
  if (value instanceof DuckDBUnionValue || value instanceof DuckDBVariantValue) return nestedText(value.value)
  if (value instanceof DuckDBListValue || value instanceof ArrayValue) return listText(value)
  if (value instanceof DuckDBStructValue) return objectText(Object.entries(value.entries))
  if (value instanceof DuckDBMapValue) {
    return objectText(value.entries.map((entry) => [plainText(entry.key), entry.value]))
  }
  const text = scalarText(value)
  return isNumber(value) ? text : JSON.stringify(text)
}

function listText({ items }: DuckDBListValue | DuckDBArrayValue): string {
  return `[${items.map(nestedText).join(',')}]`
}

function objectText(entries: [string, DuckDBValue][]): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${nestedText(value)}`).join(',')}}`
}

function isNumber(value: DuckDBValue): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'bigint' || typeof value === 'boolean' || value instanceof DuckDBDecimalValue
}

function scalarText(value: DuckDBValue): string {
  if (Object.is(value, -0)) return '-0'
  // The engine's client can't print -infinity dates.
  if (value instanceof DuckDBDateValue) {
    const out = new TextBuffer(64)
    writeDate(out, value.days)
    return out.take().toString()
  }
  return String(value)
}
