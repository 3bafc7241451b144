// Commands that ask for something in the palette, and have nothing to offer on the page as it is: it says why.
import type { CommandId } from '#commands/index.ts'
import { showMessage } from '../message.ts'

const refusals = new Map<CommandId, () => string>()

/** `reason` is empty while there is something to offer. Until the returned function is called. */
export function refuseWhile(command: CommandId, reason: () => string): () => void {
  refusals.set(command, reason)
  return () => {
    if (refusals.get(command) === reason) refusals.delete(command)
  }
}

/** Whether it was refused, with its reason on screen. */
export function isRefused(command: CommandId): boolean {
  const message = refusals.get(command)?.() ?? ''
  if (message !== '') showMessage({ message, intent: 'warning' })
  return message !== ''
}
