// A saved query as a reader gets it.
import type { Run, SavedQuery } from '../../contract.ts'

export type View = SavedQuery & { own: boolean; result: Run | null }
