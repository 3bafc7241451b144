// The tables of the warehouse that no definition names.
import { create } from 'zustand'
import { call } from '../../../../web/api/client.ts'
import { type UndefinedTable, undefinedTables } from '../../contract.ts'

export const useUndefined = create<{ tables: readonly UndefinedTable[] }>(() => ({ tables: [] }))

export async function readUndefined(signal: AbortSignal): Promise<readonly UndefinedTable[]> {
  const tables = await call(undefinedTables, {}, { quiet: true, loading: null, signal })
  useUndefined.setState({ tables })
  return tables
}
