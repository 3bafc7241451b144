// The list that the page shows now, on which list commands act.
import type { AreaCommandId, CommandId, listCommands } from '#commands/index.ts'

export type ListCommandId = AreaCommandId<typeof listCommands>

export interface ShownList {
  /** The value of `defineList`. */
  list: unknown
  run: Record<ListCommandId, () => void>
  /** Whether the declaration and the reader's permissions allow the command. */
  isOfUse: (command: ListCommandId) => boolean
  /** Runs the list's action for a command of its slice. */
  act: (command: CommandId) => void
}

let shown: ShownList | null = null

/** Returns a function that removes it. */
export function showList(next: ShownList): () => void {
  shown = next
  return () => {
    if (shown === next) shown = null
  }
}

export const isOfUseOnList = (command: ListCommandId): boolean => shown?.isOfUse(command) ?? true

export const runOnList = (command: ListCommandId): void => shown?.run[command]()

/** For a slice's handlers: acts on the ticked rows of its list, else on the selected ones. */
export function actOnRows(list: unknown, command: CommandId): void {
  if (shown?.list === list) shown?.act(command)
}

/** For handlers of commands that several lists have: acts on the rows of the shown list. */
export const actOnShown = (command: CommandId): void => shown?.act(command)
