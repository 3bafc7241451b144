// Runs requests on the small data. One or two specimens of each kind also have their SQL stored in a file.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { expect } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import type {
  CompileContext,
  CompiledReport,
  Model,
  ReportInfo,
  SqlParameter,
} from '#semantic/model/types.ts'
import { makeContext, makeModel } from '../semantic/model.ts'
import { dataStatements } from './data.ts'
import { compareOverSums, tell } from './overSums.ts'

export type Cell = string | number | boolean | null

/** Compiles a request into a statement of a dialect. */
export type Compile<Compiled extends Statement = Statement> = (dialect: CompileContext['dialect']) => Compiled

interface Statement {
  sql: string
  params: SqlParameter[]
  tables: string[]
}

export interface Answered {
  types: string[]
  rows: Cell[][]
}

/**
 * Set where the conformance suite runs the requests of all suites on the other warehouse, too. `usual` is the usual
 * warehouse's answer, or its refusal.
 */
export type Elsewhere = (from: DuckDBConnection, compile: Compile, usual: Answered | Error) => Promise<void>

let elsewhere: Elsewhere | null = null

export function alsoOn(other: Elsewhere): void {
  elsewhere = other
}

/** Whether requests are run on both warehouses. */
export function isCompared(): boolean {
  return elsewhere !== null
}

/** All random cases, or the first few where each runs on both warehouses. */
export function someOf<Case>(cases: Case[], few: number): Case[] {
  return elsewhere === null ? cases : cases.slice(0, few)
}

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
  return plain(await read(from, sql, params))
}

const read = async (from: DuckDBConnection, sql: string, params: SqlParameter[]): Promise<Answered> =>
  (await tell(from, sql, params)) as Answered

const plain = ({ types, rows }: Answered): Cell[][] =>
  rows.map((row) => row.map((cell, index) => cellOf(cell, types[index] as string)))

/** The engine returns integers and decimals as exact texts; expected values by hand are numbers. */
function cellOf(cell: Cell, type: string): Cell {
  return typeof cell === 'string' && /INT|DECIMAL/.test(type) ? Number(cell) : cell
}

/**
 * The cells of a compiled request, on the usual connection unless one is given; `alone`: only on the usual warehouse.
 * Where kept sums can answer the request, they must give the same cells.
 */
export async function ask<Compiled extends Statement>(
  compile: Compile<Compiled>,
  from?: DuckDBConnection,
  { alone = false } = {},
): Promise<{ compiled: Compiled; cells: Cell[][] }> {
  connection ??= connect()
  const own = from ?? (await connection)
  const compiled = compile('duckdb')
  const answered = await read(own, compiled.sql, compiled.params).catch((error: Error) => error)
  if (!alone) await elsewhere?.(own, compile, answered)
  if (answered instanceof Error) throw answered
  if (elsewhere === null) await compareOverSums(own, compiled, answered)
  return { compiled, cells: plain(answered) }
}

export interface Golden {
  info: ReportInfo
  model?: Model
  context?: Partial<CompileContext>
}

/**
 * The total and its rows, each with its marks after the columns. Requests with a name are specimens, whose SQL is
 * stored for review; all SQL is run, and its answers are compared. `bases`: for the total and each row the figures
 * over only the compared days, from which changes are computed.
 */
export async function answer(
  name: string | null,
  { info, model = makeModel(), context }: Golden,
): Promise<{ total: Cell[]; rows: Cell[][]; bases: Cell[][]; compiled: CompiledReport }> {
  const compile = (dialect: CompileContext['dialect']) =>
    compileReport(info, model, makeContext({ ...context, dialect }))
  const compiled = compile('duckdb')
  if (name !== null) {
    const bound = compiled.params
      .map((param, index) => `-- $${index + 1} = ${JSON.stringify(param)}\n`)
      .join('')
    await expect(`${bound}${compiled.sql}\n`).toMatchFileSnapshot(`sql/${name}.sql`)
  }
  const { cells } = await ask(compile)
  for (const row of cells) reproduce(compiled, row)
  const width = compiled.columns.length + compiled.marks.length
  expect(cells[0]).toHaveLength(width + compiled.bases.length)
  const [total = [], ...rows] = cells.map((row) => row.slice(0, width))
  return { total, rows, bases: cells.map((row) => row.slice(width)), compiled }
}

/**
 * Checks that a change follows from the figures beside it: the figure, or that of only the compared days, and the
 * other period's.
 */
function reproduce({ columns, marks, bases }: CompiledReport, row: Cell[]): void {
  const at = (key: string): Cell => row[columns.findIndex((column) => column.key === key)] ?? null
  for (const { key, of, role, unit } of columns) {
    if (role !== 'change' || of === undefined) continue
    const place = bases.indexOf(of)
    const own = place < 0 ? at(of) : (row[columns.length + marks.length + place] ?? null)
    const previous = at(`${of}_prev`)
    const told = at(key)
    if (own === null || previous === null || (unit !== 'pp' && Number(previous) === 0))
      expect(told).toBeNull()
    else {
      const change = unit === 'pp' ? Number(own) - Number(previous) : Number(own) / Number(previous) - 1
      expect(told).toBeCloseTo(change, 9)
    }
  }
}
