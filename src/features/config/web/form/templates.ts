// The initial values of a definition that is copied from another, kept until its form opens.
import type { DefinitionKind } from '#features/config/contract.ts'

const templates = new Map<DefinitionKind, object>()

export const keepTemplate = (kind: DefinitionKind, values: object): void => void templates.set(kind, values)

export function takeTemplate<Values extends object>(kind: DefinitionKind): Values | undefined {
  return templates.get(kind) as Values | undefined
}

/** The next «新建» starts empty. */
export const forgetTemplate = (kind: DefinitionKind): void => void templates.delete(kind)

/** A new name, because names must be unique. */
export const copyName = (name: string): string => `${name} 副本`
