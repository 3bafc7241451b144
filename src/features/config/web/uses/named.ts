// How dialogs refer to a definition.
import type { DefinitionKind } from '#features/config/contract.ts'

export interface Named {
  kind: DefinitionKind
  id: number
  name: string
  /** The title of its kind: 指标. */
  title: string
}
