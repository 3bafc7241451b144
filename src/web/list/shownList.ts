// The list that the page shows now: the commands of all lists act on it.
import type { AreaCommandId, CommandId, listCommands } from '#commands/index.ts'

export type ListCommandId = AreaCommandId<typeof listCommands>

export interface ShownList {
  /** The value of `defineList`. */
  list: unknown
  run: Record<ListCommandId, () => void>
  /** Whether its declaration, and the reader's permissions, leave something to be done. */
  isOfUse: (command: ListCommandId) => boolean
  /** Does what the list's declaration says of a command of its slice. */
  act: (command: CommandId) => void
}

let shown: ShownList | null = null

/** Answers how to take it away again. */
export function showList(next: ShownList): () => void {
  shown = next
  return () => {
    if (shown === next) shown = null
  }
}

export const isOfUseOnList = (command: ListCommandId): boolean => shown?.isOfUse(command) ?? true

export const runOnList = (command: ListCommandId): void => shown?.run[command]()

/** For the handlers of a slice: acts on the ticked rows of its list, else on the chosen ones. */
export function actOnRows(list: unknown, command: CommandId): void {
  if (shown?.list === list) shown?.act(command)
}

/** For the handlers of commands that several lists have: acts on the rows of whichever shows. */
export const actOnShown = (command: CommandId): void => shown?.act(command)
