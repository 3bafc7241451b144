// Small queries for users who are typing: with a time limit, and canceled by further typing.

import type { SqlParameter } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#shared/errors.ts'
import type { Cell } from '#features/config/contract.ts'

const timeoutMs = 15_000

/** At most `limit` rows. */
export async function rowsOf(
  { warehouse }: Pick<Deps, 'warehouse'>,
  { sql, params }: { sql: string; params: SqlParameter[] },
  limit: number,
  signal: AbortSignal,
): Promise<Cell[][]> {
  const { chunks } = await warehouse.run({ sql, params, pool: 'report', limit, timeoutMs, signal })
  return chunks.flatMap(({ rowCount, columns }) => {
    const read = columns.map((column) => JSON.parse(column) as Cell[])
    return Array.from({ length: rowCount }, (_, row) => read.map((column) => column[row] ?? null))
  })
}

/** The warehouse's failure in words; cancels are rethrown. */
export async function troubleOf(signal: AbortSignal, work: () => Promise<void>): Promise<string> {
  try {
    await work()
    return ''
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error
    return error.message
  }
}
