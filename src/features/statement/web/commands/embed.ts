// Commands that embed a view in other sites' pages.
import type { Command } from '#commands/define.ts'

export const embedCommands = [
  {
    id: 'view.embed',
    title: '嵌入到其他页面',
    en: 'Embed in other pages',
    permission: null,
    context: ['statement', 'report', 'board'],
    group: '此页',
    icon: 'code',
  },
] as const satisfies readonly Command<'statement' | 'report' | 'board'>[]
