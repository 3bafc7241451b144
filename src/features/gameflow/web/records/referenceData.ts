// Data read together with the records: the games, channels and servers that the form offers.
import type { RecordList } from '#features/gameflow/contract.ts'

type ReferenceData = Pick<RecordList, 'games' | 'channels' | 'servers' | 'tolerance'>

let kept: ReferenceData = { games: [], channels: [], servers: [], tolerance: { amount: '', percent: '' } }

export const referenceData = (): ReferenceData => kept
export const keepReferenceData = (read: ReferenceData): void => {
  kept = read
}

/** Accepts a code or its label. */
export const codeOf = (known: readonly { key: string; name: string }[], typed: string): string => {
  const text = typed.trim()
  return known.find(({ key, name }) => key === text || name === text)?.key ?? text
}
export const nameOf = (known: readonly { key: string; name: string }[], code: string): string =>
  known.find(({ key }) => key === code)?.name ?? code
