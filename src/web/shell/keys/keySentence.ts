// A command's present key in a text that can hold no boxes: messages, labels.
import { type CommandId, commandOf } from '#commands/index.ts'
import { bindingsOf, currentOverrides } from './bindings.ts'
import { keyText } from './keyText.ts'

/** `按 F8`; of a command without keys its title: `用「下一处有误」`. */
export function byKey(id: CommandId): string {
  const [keys] = bindingsOf(id, currentOverrides())
  return keys === undefined ? `用「${commandOf(id).title}」` : `按 ${keyText(keys)} `
}
