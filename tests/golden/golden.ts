// Request → SQL kept in a file, and the SQL run on the small data.
import { type DuckDBConnection, DuckDBInstance, type DuckDBValue, listValue } from '@duckdb/node-api'
import { expect } from 'vitest'
import { compileReport } from '../../src/semantic/compile.ts'
import type {
  CompileContext,
  CompiledReport,
  Model,
  ReportInfo,
  SqlParameter,
} from '../../src/semantic/model/types.ts'
import { makeContext, makeModel } from '../semantic/model.ts'
import { dataStatements } from './data.ts'

export type Cell = string | number | boolean | null

let connection: Promise<DuckDBConnection> | undefined

async function connect(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const made = await instance.connect()
  for (const statement of dataStatements()) await made.run(statement)
  return made
}

export async function run(sql: string, params: SqlParameter[] = []): Promise<Cell[][]> {
  connection ??= connect()
  return cellsOf(await connection, sql, params)
}

export async function cellsOf(
  from: DuckDBConnection,
  sql: string,
  params: SqlParameter[],
): Promise<Cell[][]> {
  const values = params.map((param) => (Array.isArray(param) ? listValue(param) : param)) as DuckDBValue[]
  const reader = await from.runAndReadAll(sql, values)
  const types = reader.columnTypes().map(String)
  return reader
    .getRowsJson()
    .map((row) => row.map((cell, index) => cellOf(cell as Cell, types[index] as string)))
}

/** Integers and decimals are exact texts on the wire of the engine; by hand they are numbers. */
function cellOf(cell: Cell, type: string): Cell {
  return typeof cell === 'string' && /INT|DECIMAL/.test(type) ? Number(cell) : cell
}

export interface Golden {
  info: ReportInfo
  model?: Model
  context?: Partial<CompileContext>
}

/** The total and the rows below it, each with its marks after the columns. Without a name the SQL is run, not kept. */
export async function answer(
  name: string | null,
  { info, model = makeModel(), context }: Golden,
): Promise<{ total: Cell[]; rows: Cell[][]; compiled: CompiledReport }> {
  const compiled = compileReport(info, model, makeContext(context))
  if (name !== null) {
    const bound = compiled.params
      .map((param, index) => `-- $${index + 1} = ${JSON.stringify(param)}\n`)
      .join('')
    await expect(`${bound}${compiled.sql}\n`).toMatchFileSnapshot(`sql/${name}.sql`)
  }
  const [total = [], ...rows] = await run(compiled.sql, compiled.params)
  expect(total).toHaveLength(compiled.columns.length + compiled.marks.length)
  return { total, rows, compiled }
}
