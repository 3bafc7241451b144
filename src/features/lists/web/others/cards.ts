// The cards of /others: pages that declare one and that the reader may open, each with its command.
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
    // The command's title is the page's title.
    return [{ path, title, ...card, command, pinyin: command ? pinyinOfCommand(command) : '' }]
  })
