// Runs requests again from kept sums of the same rows, where these can answer; every cell must be equal.
import { type DuckDBConnection, type DuckDBValue, listValue } from '@duckdb/node-api'
import { expect } from 'vitest'
import type { KeptSums } from '#semantic/model/sums.ts'
import type { CompiledReport, SqlParameter } from '#semantic/model/types.ts'
import { sumsQuery } from '#semantic/sums/make.ts'

export interface Told {
  types: string[]
  rows: unknown[][]
}

/** Number of reports checked in this file, and of those answered from sums. */
export const overSumsCount = { reports: 0, answered: 0 }
/** Every n-th report is checked; all of them in the long form. */
const each = process.env.LONG || process.env.SUITES ? 1 : 3
let names = 0

export async function tell(from: DuckDBConnection, sql: string, params: SqlParameter[]): Promise<Told> {
  const values = params.map((param) => (Array.isArray(param) ? listValue(param) : param)) as DuckDBValue[]
  const reader = await from.runAndReadAll(sql, values)
  return { types: reader.columnTypes().map(String), rows: reader.getRowsJson() }
}

/** `usual`: the answer from the facts. */
export async function compareOverSums(from: DuckDBConnection, compiled: object, usual: Told): Promise<void> {
  const { readSums } = compiled as Partial<CompiledReport>
  if (readSums === undefined) return
  overSumsCount.reports += 1
  if (overSumsCount.reports % each !== 0) return
  const sums = await readSums()
  const kept = await makeSums(from, sums.wanted())
  const over = sums.over(kept)
  const told = over && (await tell(from, over.sql, over.params))
  for (const { name } of kept) await from.run(`DROP TABLE "${name}"`)
  if (told === null) return
  overSumsCount.answered += 1
  expect(told, over?.sql).toEqual(usual)
}

async function makeSums(
  from: DuckDBConnection,
  shapes: readonly Omit<KeptSums, 'name' | 'rowCount'>[],
): Promise<KeptSums[]> {
  const made: KeptSums[] = []
  for (const shape of shapes) {
    names += 1
    const name = `sums_${names}`
    await from.run(`CREATE TABLE "${name}" AS ${sumsQuery(shape, `"${shape.fact.replaceAll('"', '""')}"`)}`)
    made.push({ ...shape, name, rowCount: 1 })
  }
  return made
}
