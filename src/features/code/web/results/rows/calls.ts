// Reads rows of a result, or of a view of it.

import { call } from '#web/api/client.ts'
import { queryById } from '#features/code/contract.ts'
import type { FetchedRows, FetchRows } from './PageCache.ts'

export function rowsOf(runId: string, view: string | undefined): FetchRows {
  return (from, count, signal) => fetchRows(runId, view, from, count, signal)
}

export async function fetchRows(
  runId: string,
  view: string | undefined,
  from: number,
  count: number,
  signal?: AbortSignal,
): Promise<FetchedRows> {
  const query = { from, count, rowsOnly: true, ...(view && { view }) }
  const run = await call(queryById, { params: { id: runId }, query }, { signal, quiet: true })
  return { from: run.from, data: run.data }
}
