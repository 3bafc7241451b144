// What is read together with the sources: kinds with their fields, tables, words.
import { call, quiet } from '#web/api/client.ts'
import { listSources, type Source, type SourceList } from '../contract.ts'

type Reference = Omit<SourceList, 'rows'>

let kept: Reference = { kinds: [], tables: [], readings: [], refusal: null }

export const reference = (): Reference => kept

export async function readSources(signal: AbortSignal): Promise<readonly Source[]> {
  const { rows, ...rest } = await call(listSources, {}, { ...quiet, signal })
  kept = rest
  return rows
}
