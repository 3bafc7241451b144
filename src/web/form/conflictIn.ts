// The version saved meanwhile, from a refused save.
import type { Conflict } from '#shared/conflict.ts'
import type { CallError } from '../api/callError.ts'
import { isRecord } from '../shell/storage.ts'

export function conflictIn<Present>({ code, data }: CallError): Conflict<Present> | null {
  const isOne = code === 'object_conflict' && isRecord(data) && isRecord(data.present)
  return isOne && typeof data.at === 'string' ? (data as unknown as Conflict<Present>) : null
}
