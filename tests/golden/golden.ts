// Requests run on the small data; of the specimens, one or two of each kind, the SQL is kept in a file too.
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

/** A request's statement in a dialect. */
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
 * Where the conformance suite runs the requests of all suites: each on the other warehouse too. `usual` is the answer
 * of the usual one, or its refusal.
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

/** Of cases at random: all of them, or the first few where each is run on both warehouses. */
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

/** Integers and decimals are exact texts on the wire of the engine; by hand they are numbers. */
function cellOf(cell: Cell, type: string): Cell {
  return typeof cell === 'string' && /INT|DECIMAL/.test(type) ? Number(cell) : cell
}

/**
 * A compiled request's cells, from the usual connection where none is given; `alone` on the usual warehouse only. Where
 * kept sums can answer it, they must answer the same.
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
 * The total and the rows below it, each with its marks after the columns. Named are the specimens, whose
 * SQL is kept to be read where the writer changes; the SQL of all is run, and what it answers is what counts.
 * `bases`: of the total and each row the figures over the compared days alone, from which their changes are taken.
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

/** A change can be worked out from what stands beside it: the figure, or that over the compared days, and the other. */
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
