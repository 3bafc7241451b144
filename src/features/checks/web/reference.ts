// What is read together with the checks: kinds with their fields, tables with their columns, dictionaries.
import { call, quiet } from '#web/api/client.ts'
import { type Check, type CheckList, listChecks } from '../contract.ts'

type Reference = Omit<CheckList, 'rows'>

let kept: Reference = { kinds: [], tables: [], dictionaries: [], held: 0 }

export const reference = (): Reference => kept

export async function readChecks(signal: AbortSignal): Promise<readonly Check[]> {
  const { rows, ...rest } = await call(listChecks, {}, { ...quiet, signal })
  kept = rest
  return rows
}
