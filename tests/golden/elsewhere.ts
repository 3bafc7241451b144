// Runs the requests of all suites on ClickHouse beside DuckDB, with the same rows, and compares every cell.
import type { DuckDBConnection } from '@duckdb/node-api'
import { expect } from 'vitest'
import { ReportProblem } from '#semantic/model/problem.ts'
import type { SqlParameter } from '#semantic/model/types.ts'
import { filledTooFar } from '#semantic/plan/columns/fill.ts'
import { toldIn } from '#semantic/plan/tree/told.ts'
import { clickhouseSettings } from '#semantic/sql/clickhouse.ts'
import type { ClickHouse } from '../factories/clickhouse.ts'
import type { Elsewhere } from './golden.ts'

/** A value as text, with its kind. */
export interface Told {
  kind: 'empty' | 'truth' | 'exact' | 'double' | 'day' | 'moment' | 'text'
  text: string
}

const columnTypes: [RegExp, string][] = [
  [/^DATE$/, 'Date32'],
  [/^TIMESTAMP/, "DateTime64(6, 'UTC')"],
  [/^VARCHAR$/, 'String'],
  [/^BOOLEAN$/, 'Bool'],
  [/^TINYINT$/, 'Int8'],
  [/^SMALLINT$/, 'Int16'],
  [/^INTEGER$/, 'Int32'],
  [/^BIGINT$/, 'Int64'],
  [/^HUGEINT$/, 'Int128'],
  [/^DOUBLE$/, 'Float64'],
  [/^DECIMAL/, ''],
]

/** Types as in real warehouses: nullable only where values are empty, small types for days and texts. */
function typeOf(type: string, texts: (string | null)[], isTight: boolean): string {
  const known = columnTypes.find(([pattern]) => pattern.test(type))?.[1]
  if (known === undefined) throw new Error(`no such type is expected here: ${type}`)
  const plain = known === '' ? type.replace('DECIMAL', 'Decimal') : known
  if (!isTight) return `Nullable(${plain})`
  const small =
    plain === 'Date32' && texts.every((text) => text === null || (text >= '1970-01-01' && text < '2149'))
      ? 'Date'
      : plain
  const own = texts.includes(null) ? `Nullable(${small})` : small
  return plain === 'String' ? `LowCardinality(${own})` : own
}

const quoted = (name: string): string => `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
const literal = (text: string | null): string =>
  text === null
    ? 'NULL'
    : // Statements are sent as a form, which would change line ends.
      `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

/** Two copies of the tables: `wide` is nullable everywhere, `tight` has the small types of real warehouses. */
const databases = ['wide', 'tight'] as const
type Database = (typeof databases)[number]

/** Compares each request; `counted` returns their number. */
export async function conformance(engine: ClickHouse): Promise<{
  elsewhere: Elsewhere
  counted: { requests: number; cells: number }
}> {
  for (const database of databases) await engine.run(`CREATE DATABASE ${database}`)
  const counted = { requests: 0, cells: 0 }
  const copies = new Map<string, string>()

  /** Copies a table unless its present copy is equal. */
  const copy = async (from: DuckDBConnection, name: string, database: Database): Promise<void> => {
    const own = `"${name.replaceAll('"', '""')}"`
    const state = await from.runAndReadAll(
      `SELECT count(*), sum(hash(t)), typeof(any_value(t)) FROM ${own} AS t`,
    )
    const signature = JSON.stringify(state.getRowsJson())
    const place = `${database}.${quoted(name)}`
    if (copies.get(place) === signature) return
    const reader = await from.runAndReadAll(`SELECT * FROM ${own}`)
    const types = reader.columnTypes().map(String)
    const rows = reader
      .getRowsJson()
      .map((row) => row.map((cell) => (cell === null ? null : String(cell).replace(/\+00$/, ''))))
    const columns = reader.columnNames().map((column, index) => {
      const texts = rows.map((row) => row[index] ?? null)
      return `${quoted(column)} ${typeOf(types[index] as string, texts, database === 'tight')}`
    })
    await engine.run(`DROP TABLE IF EXISTS ${place}`)
    await engine.run(`CREATE TABLE ${place} (${columns.join(', ')}) ENGINE = Memory`)
    const values = rows.map((row) => `(${row.map(literal).join(', ')})`).join(', ')
    if (rows.length > 0) await engine.run(`INSERT INTO ${place} VALUES ${values}`)
    copies.set(place, signature)
  }

  const query = async (sql: string, params: SqlParameter[], database: Database) => {
    const bound = Object.fromEntries(params.map((param, index) => [`p${index + 1}`, param]))
    try {
      return await engine.run(sql, {
        params: bound,
        settings: { ...clickhouseSettings, max_threads: 1 },
        database,
      })
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${JSON.stringify(params).slice(0, 2_000)}\n${sql}`)
    }
  }

  const elsewhere: Elsewhere = async (from, compile, usual) => {
    const compiled = compiledElsewhere(compile)
    if (compiled === null) return
    const { sql, params, tables } = compiled
    counted.requests += 1
    const database = databases[counted.requests % databases.length] as Database
    for (const table of tables) await copy(from, table, database)
    if (usual instanceof Error) {
      // A value too large for DuckDB may be valid here.
      if (usual.message.includes(filledTooFar))
        await expect(query(sql, params, database), sql).rejects.toThrow(filledTooFar)
      const said = toldIn(usual.message)
      if (said !== null)
        expect(
          await query(sql, params, database).then(
            () => null,
            (error: Error) => toldIn(error.message),
          ),
          sql,
        ).toBe(said)
      return
    }
    const { columns, rows } = await query(sql, params, database)
    const types = columns.map(({ type }) => type)
    const expected = usual.rows.map((row) =>
      row.map((cell, index) => toldUsually(cell, usual.types[index] as string)),
    )
    const told = rows.map((row) => row.map((cell, index) => toldElsewhere(cell, types[index] as string)))
    const differing = difference(expected, told)
    const about = `${database}: ${types.join(', ')}\n${JSON.stringify(params).slice(0, 2_000)}\n${sql}`
    if (differing !== null) expect.fail(`${differing}\n${about}`)
    counted.cells += told.length * types.length
  }
  return { elsewhere, counted }
}

/** Null where ClickHouse is not asked. */
function compiledElsewhere(compile: Parameters<Elsewhere>[1]): ReturnType<Parameters<Elsewhere>[1]> | null {
  try {
    return compile('clickhouse')
  } catch (error) {
    if (error instanceof ReportProblem && error.message.startsWith('ClickHouse 上')) return null
    throw error
  }
}

const empty: Told = { kind: 'empty', text: '' }

function toldUsually(cell: unknown, type: string): Told {
  if (cell === null) return empty
  const text = String(cell)
  if (type === 'BOOLEAN') return { kind: 'truth', text }
  if (/INT|DECIMAL/.test(type)) return { kind: 'exact', text: exact(text) }
  if (/DOUBLE|FLOAT/.test(type)) return { kind: 'double', text }
  if (type === 'DATE') return { kind: 'day', text }
  return /^TIMESTAMP/.test(type) ? { kind: 'moment', text: moment(text) } : { kind: 'text', text }
}

function toldElsewhere(cell: unknown, given: string): Told {
  if (cell === null) return empty
  const type = given.replace(/^LowCardinality\((.*)\)$/, '$1').replace(/^Nullable\((.*)\)$/, '$1')
  const text = String(cell)
  if (type === 'Bool') return { kind: 'truth', text }
  if (/^(U?Int|Decimal)/.test(type)) return { kind: 'exact', text: exact(text) }
  if (/^Float/.test(type)) return { kind: 'double', text }
  if (/^Date(32)?$/.test(type)) return { kind: 'day', text }
  return /^DateTime/.test(type)
    ? { kind: 'moment', text: moment(text) }
    : { kind: 'text', text: `${type === 'String' ? '' : `${type}: `}${text}` }
}

const exact = (text: string): string =>
  (text.includes('.') ? text.replace(/\.?0+$/, '') : text).replace(/^-0$/, '0')
const moment = (text: string): string =>
  text.replace(/\.?0*$/, (end) => (end.startsWith('.') ? '' : end)).replace(/(\.\d*?)0+$/, '$1')

function difference(usual: Told[][], other: Told[][]): string | null {
  if (usual.length !== other.length)
    return `${usual.length} rows, elsewhere ${other.length}: ${shown(usual)} ${shown(other)}`
  for (const [row, cells] of usual.entries())
    for (const [column, cell] of cells.entries()) {
      const found = other[row]?.[column]
      if (found === undefined || !isEqual(cell, found))
        return `row ${row}, column ${column}: ${cell.kind} ${cell.text}, elsewhere ${found?.kind} ${found?.text}\n${shown([cells])}${shown([other[row] ?? []])}`
    }
  return null
}

const shown = (rows: Told[][]): string =>
  rows
    .slice(0, 20)
    .map((row) => `${row.map(({ kind, text }) => (kind === 'empty' ? 'NULL' : text)).join(' | ')}\n`)
    .join('')

function isEqual(left: Told, right: Told): boolean {
  if (left.kind === right.kind && left.text === right.text) return true
  if (left.kind !== 'double' || right.kind !== 'double') return false
  const [one, other] = [Number(left.text), Number(right.text)]
  return Math.abs(one - other) <= 1e-12 * Math.max(Math.abs(one), Math.abs(other))
}
