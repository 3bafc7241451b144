// The definitions that are changed together.
import type { DefinitionKind } from '#features/config/contract.ts'

export interface Many {
  kind: Exclude<DefinitionKind, 'category'>
  rows: readonly { id: number; name: string; revision: number }[]
}
