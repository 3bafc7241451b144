// The list of a kind that the tab has open, for dialogs that change its rows. Each list says so as its page loads.
import type { DefinitionKind } from '../contract.ts'

interface Renewed {
  refresh: () => Promise<void>
}

const lists = new Map<DefinitionKind, Renewed>()

export const keepList = (kind: DefinitionKind, list: Renewed): void => void lists.set(kind, list)
export const listOf = (kind: DefinitionKind): Renewed | undefined => lists.get(kind)
/** Whatever was read of any of them. */
export const renewLists = (): void => {
  for (const list of lists.values()) void list.refresh()
}
