// The tab's open lists by kind, for dialogs that change their rows. Each list registers itself when its page
// loads.
import type { DefinitionKind } from '../contract.ts'

interface Renewed {
  refresh: () => Promise<void>
}

const lists = new Map<DefinitionKind, Renewed>()

export const keepList = (kind: DefinitionKind, list: Renewed): void => void lists.set(kind, list)
export const listOf = (kind: DefinitionKind): Renewed | undefined => lists.get(kind)
/** Reloads all lists that were read. */
export const renewLists = (): void => {
  for (const list of lists.values()) void list.refresh()
}
