// Data read together with the receivers: games, and problems in the installation's settings.
import { create } from 'zustand'
import { call } from '#web/api/client.ts'
import { listReceivers, type Receiver, type ReceiverList } from '../contract.ts'

type Book = Pick<ReceiverList, 'games' | 'settings'>

export const useBook = create<Book>(() => ({
  games: [],
  settings: { mailProblem: null, linkProblem: null, hosts: [] },
}))

export const receiverBook = (): Book => useBook.getState()

export async function readReceivers(signal: AbortSignal): Promise<readonly Receiver[]> {
  const { rows, ...book } = await call(listReceivers, {}, { quiet: true, loading: null, signal })
  useBook.setState(book)
  return rows
}
