// A definition as dialogs are told of it.
import type { DefinitionKind } from '#features/config/contract.ts'

export interface Named {
  kind: DefinitionKind
  id: number
  name: string
  /** Of its kind: 指标. */
  title: string
}
