// Reads the lists behind a cell of a report about players.
import { compilePlayers } from '#semantic/compile.ts'
import type { CompileContext, Model, ReportInfo } from '#semantic/model/types.ts'
import { makeContext } from '../semantic/model.ts'
import { type Cell, run } from './golden.ts'

export interface Listed {
  title: string
  table: string
  columns: string[]
  rows: Cell[][]
  /** Number of rows, counted by a separate statement. */
  total: number
}

export async function behind(
  info: ReportInfo,
  key: string,
  cells: Record<string, Cell>,
  model: Model,
  context: Partial<CompileContext> = {},
  limit = 1000,
): Promise<Listed[]> {
  const lists = compilePlayers(
    info,
    { key, cells: new Map(Object.entries(cells)) },
    limit,
    model,
    makeContext(context),
  )
  const found: Listed[] = []
  for (const { title, table, columns, list, count } of lists)
    found.push({
      title,
      table,
      columns: columns.map(({ name }) => name),
      rows: await run(list.sql, list.params),
      total: Number((await run(count.sql, count.params))[0]?.[0]),
    })
  return found
}
