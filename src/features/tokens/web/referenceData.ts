// Games and roles that a token may be limited to, read together with the tokens.
import { create } from 'zustand'
import { call, quiet } from '#web/api/client.ts'
import { listTokens, type Token, type TokenList } from '../contract.ts'

type ReferenceData = Pick<TokenList, 'games' | 'roles'>

const useReferenceData = create<ReferenceData>(() => ({ games: [], roles: [] }))

export const referenceData = (): ReferenceData => useReferenceData.getState()

export async function readTokens(signal: AbortSignal): Promise<readonly Token[]> {
  const { rows, ...data } = await call(listTokens, {}, { ...quiet, signal })
  useReferenceData.setState(data)
  return rows
}
