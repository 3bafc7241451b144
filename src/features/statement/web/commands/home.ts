// Commands on the cards of /statement.
import type { Command } from '#commands/define.ts'

export const homeCommands = [
  {
    id: 'home.next',
    title: '选择下一张报表',
    en: 'Next report on the home page',
    permission: null,
    keys: 'j',
    context: 'statement',
    group: '此页',
    hidden: true,
    repeat: true,
    row: '选择上一张、下一张报表',
  },
  {
    id: 'home.previous',
    title: '选择上一张报表',
    en: 'Previous report on the home page',
    permission: null,
    keys: 'k',
    context: 'statement',
    group: '此页',
    hidden: true,
    repeat: true,
    row: '选择上一张、下一张报表',
  },
  {
    id: 'home.who',
    title: '昨日变化来自谁',
    en: 'Who moved yesterday',
    permission: null,
    keys: 'x',
    context: 'statement',
    group: '此页',
    icon: 'chart',
  },
] as const satisfies readonly Command<'statement'>[]
