// The tables of the warehouse that no definition uses.
import { create } from 'zustand'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { type UndefinedTable, undefinedTables } from '#features/config/contract.ts'

interface Undefined {
  tables: readonly UndefinedTable[]
  failure: CallError | null
}

export const useUndefined = create<Undefined>(() => ({ tables: [], failure: null }))

export async function readUndefined(signal: AbortSignal): Promise<readonly UndefinedTable[]> {
  try {
    const tables = await call(undefinedTables, {}, { quiet: true, loading: null, signal })
    useUndefined.setState({ tables, failure: null })
    return tables
  } catch (error) {
    if (!signal.aborted) useUndefined.setState({ failure: failureOf(error) })
    throw error
  }
}
