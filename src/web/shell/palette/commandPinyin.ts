// Pinyin of the registry's titles, generated at build time.
import { commandPinyin } from 'commands:pinyin'
import type { CommandId } from '#commands/index.ts'

export function pinyinOfCommand(id: CommandId): string {
  return commandPinyin[id] ?? ''
}
