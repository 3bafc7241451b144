import type { CommandId } from '../../../../commands/index.ts'
import { useBindings } from './bindings.ts'
import { ariaKeys, keyText } from './keyText.ts'

/** A command's first keys for a tool tip («Ctrl+K»), and all of them for `aria-keyshortcuts`. */
export function useKeyText(command: CommandId): { text: string; aria: string | undefined } {
  const bindings = useBindings(command)
  return { text: bindings[0] === undefined ? '' : keyText(bindings[0]), aria: ariaKeys(bindings) }
}
