// Which column each type of PostgreSQL becomes, and what its texts need before they are read as that.
import type { QueryColumn } from './database.ts'
import { type Cell, decimalType, type RowType } from './rowFile.ts'

const types: Readonly<Record<string, RowType>> = {
  bool: 'BOOLEAN',
  int2: 'SMALLINT',
  int4: 'INTEGER',
  int8: 'BIGINT',
  oid: 'UINTEGER',
  float4: 'FLOAT',
  float8: 'DOUBLE',
  money: 'DECIMAL(38,2)',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMPTZ',
}

/** Times of day, intervals, ids, addresses, JSON and enumerations stay as they are written; arrays become JSON. */
export function postgresType(name: string, modifier: number): RowType {
  if (name !== 'numeric') return types[name] ?? 'VARCHAR'
  if (modifier < 4) return 'NUMBER'
  const packed = modifier - 4
  // Since version 15 a scale has eleven bits and may be negative.
  const scale = ((packed & 0x7ff) ^ 1024) - 1024
  const precision = (packed >> 16) & 0xffff
  return scale < 0 ? decimalType(precision - scale, 0) : decimalType(Math.max(precision, scale), scale)
}

export function postgresOrder(name: string): QueryColumn['order'] {
  if (/^(int[248]|numeric|float[48]|oid)$/.test(name)) return 'number'
  if (/^timestamp(tz)?$/.test(name)) return 'time'
  if (name === 'date') return 'day'
  return /^(text|varchar|bpchar|name)$/.test(name) ? 'text' : null
}

/** How a column is selected. */
export function selected(name: string, native: string): string {
  if (native.endsWith('[]')) return `to_json(${name})::text AS ${name}`
  // Its text follows the server's locale.
  if (native === 'money') return `${name}::numeric AS ${name}`
  return name
}

/** Null where the text is read as it is. */
export function postgresCell(type: RowType): ((text: string) => Cell) | null {
  if (type === 'BOOLEAN') return (text) => (text === 't' ? 'true' : 'false')
  if (type !== 'DATE' && type !== 'TIMESTAMP' && type !== 'TIMESTAMPTZ') return null
  return (text) => (text.endsWith(' BC') ? beforeChrist(text.slice(0, -3)) : text)
}

/** `0044-03-15 12:00:00+00 BC` is written `0044-03-15 (BC) 12:00:00+00` by the engine. */
const beforeChrist = (text: string): string => text.replace(/^(\d+-\d+-\d+)/, '$1 (BC)')
