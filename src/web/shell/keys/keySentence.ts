// A command's present key as plain text, for messages and labels.
import { type CommandId, commandOf } from '#commands/index.ts'
import { bindingsOf, currentOverrides } from './bindings.ts'
import { keyText } from './keyText.ts'

/** `按 F8`; for a command without keys its title: `用「下一处有误」`. */
export function byKey(id: CommandId): string {
  const [keys] = bindingsOf(id, currentOverrides())
  return keys === undefined ? `用「${commandOf(id).title}」` : `按 ${keyText(keys)} `
}
