// Data read together with the accounts: games, platforms and their gateways.

import { call } from '#web/api/client.ts'
import { type AdAccount, type AdAccountList, getAdAccount } from '#features/lists/contract.ts'

type ReferenceData = Pick<AdAccountList, 'games' | 'platforms'>
let kept: ReferenceData = { games: [], platforms: [] }

export const referenceData = (): ReferenceData => kept

export const platformTitle = (key: string): string =>
  kept.platforms.find((platform) => platform.key === key)?.title ?? key

export async function readAccounts(signal: AbortSignal): Promise<readonly AdAccount[]> {
  const { rows, games, platforms } = await call(getAdAccount, {}, { quiet: true, loading: null, signal })
  kept = { games, platforms }
  return rows
}
