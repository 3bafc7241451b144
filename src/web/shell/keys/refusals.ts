// Commands that would ask for an argument in the palette, but have no options on the present page: the reason is shown
// instead.
import type { CommandId } from '#commands/index.ts'
import { showMessage } from '../message.ts'

const refusals = new Map<CommandId, () => string>()

/** Active until the returned function is called. `reason` returns an empty text while there are options. */
export function refuseWhile(command: CommandId, reason: () => string): () => void {
  refusals.set(command, reason)
  return () => {
    if (refusals.get(command) === reason) refusals.delete(command)
  }
}

/** Whether the command is refused; if so, the reason is shown. */
export function isRefused(command: CommandId): boolean {
  const message = refusals.get(command)?.() ?? ''
  if (message !== '') showMessage({ message, intent: 'warning' })
  return message !== ''
}
