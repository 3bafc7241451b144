// What a new definition begins with, where it is made from another: kept until its form opens.
import type { DefinitionKind } from '#features/config/contract.ts'

const templates = new Map<DefinitionKind, object>()

export const keepTemplate = (kind: DefinitionKind, values: object): void => void templates.set(kind, values)

export function takeTemplate<Values extends object>(kind: DefinitionKind): Values | undefined {
  return templates.get(kind) as Values | undefined
}

/** Another «新建» begins empty. */
export const forgetTemplate = (kind: DefinitionKind): void => void templates.delete(kind)

/** Not like any other: names are taken once. */
export const copyName = (name: string): string => `${name} 副本`
