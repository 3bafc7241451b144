// The cards of /others: pages that declare one, which the reader may open, each with the command that leads there.
import { type CommandId, commands } from '#commands/index.ts'
import { pages } from '#commands/pages.ts'
import { decide } from '#web/shell/guard.ts'
import type { CardGroup } from '#web/shell/pages.ts'
import { pinyinOfCommand } from '#web/shell/palette/commandPinyin.ts'
import type { RoleData } from '#web/shell/session.ts'

export interface Card {
  path: string
  title: string
  group: CardGroup
  text: string
  command: CommandId | undefined
  pinyin: string
}

export const cardsOf = (roleData: RoleData | null): Card[] =>
  pages.flatMap(({ path, title, card }) => {
    if (!card || decide(path, '', roleData).kind !== 'stay') return []
    const command = commands.find(({ go }) => go === path)?.id
    // A command's title is its page's.
    return [{ path, title, ...card, command, pinyin: command ? pinyinOfCommand(command) : '' }]
  })
