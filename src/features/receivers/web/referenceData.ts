// Data read together with the receivers: games, and problems in the installation's settings.
import { create } from 'zustand'
import { call } from '#web/api/client.ts'
import { listReceivers, type Receiver, type ReceiverList } from '../contract.ts'

type ReferenceData = Pick<ReceiverList, 'games' | 'settings'>

export const useReferenceData = create<ReferenceData>(() => ({
  games: [],
  settings: { mailProblem: null, linkProblem: null, hosts: [] },
}))

export const referenceData = (): ReferenceData => useReferenceData.getState()

export async function readReceivers(signal: AbortSignal): Promise<readonly Receiver[]> {
  const { rows, ...data } = await call(listReceivers, {}, { quiet: true, loading: null, signal })
  useReferenceData.setState(data)
  return rows
}
