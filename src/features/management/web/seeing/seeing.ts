// Starts and ends previewing the product as a role. Both times the tab's data is discarded; other tabs notice
// with their next call or when they become visible.

import { pages } from '#shared/pages.ts'
import { call } from '#web/api/client.ts'
import { startAfresh } from '#web/shell/rights.ts'
import { endSeeing, type Games, startSeeing } from '#features/management/contract.ts'

/** Rejects as the call does. */
export async function beginSeeing(id: number, games: Games): Promise<void> {
  await call(startSeeing, { body: { id, games } }, { quiet: true, loading: null })
  startAfresh(pages.statement())
}

export async function stopSeeing(): Promise<void> {
  await call(endSeeing, { body: {} })
  startAfresh(pages.managementAuthority())
}
