// Data read together with the accounts: games, platforms and their gateways.

import { call } from '#web/api/client.ts'
import { type AdAccount, type AdAccountList, getAdAccount } from '#features/lists/contract.ts'

type Book = Pick<AdAccountList, 'games' | 'platforms'>
let book: Book = { games: [], platforms: [] }

export const accountBook = (): Book => book

export const platformTitle = (key: string): string =>
  book.platforms.find((platform) => platform.key === key)?.title ?? key

export async function readAccounts(signal: AbortSignal): Promise<readonly AdAccount[]> {
  const { rows, games, platforms } = await call(getAdAccount, {}, { quiet: true, loading: null, signal })
  book = { games, platforms }
  return rows
}
