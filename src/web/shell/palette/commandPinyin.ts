// Readings of the registry's titles, made when the page is built.
import { commandPinyin } from 'commands:pinyin'
import type { CommandId } from '#commands/index.ts'

export function pinyinOfCommand(id: CommandId): string {
  return commandPinyin[id] ?? ''
}
