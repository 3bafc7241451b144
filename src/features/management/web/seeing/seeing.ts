// Begins and ends looking at the product as a role. All that the tab has read is given up both times; other tabs learn
// of it by their next call, or when one comes back to them.

import { call } from '#web/api/client.ts'
import { startAfresh } from '#web/shell/rights.ts'
import { endSeeing, type Games, startSeeing } from '#features/management/contract.ts'

/** Rejects as the call does. */
export async function beginSeeing(id: number, games: Games): Promise<void> {
  await call(startSeeing, { body: { id, games } }, { quiet: true, loading: null })
  startAfresh('/statement')
}

export async function stopSeeing(): Promise<void> {
  await call(endSeeing, { body: {} })
  startAfresh('/management/authority')
}
