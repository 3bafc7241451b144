// Commands of the sharing list: opening the page, and stopping what is shared.

import type { Command } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'

export const sharingCommands = [
  {
    id: 'sharing.open',
    title: '公开的内容',
    en: 'What is open to anybody',
    context: 'global',
    group: '前往',
    menu: ['user', 15],
    go: pages.sharing.path,
    icon: 'share',
  },
  {
    id: 'sharing.stop',
    title: '停止公开',
    en: 'Stop sharing',
    permission: 'manage_authority',
    keys: 'x',
    context: 'sharing',
    group: '此页',
    icon: 'stop',
  },
] as const satisfies readonly Command<'sharing'>[]
