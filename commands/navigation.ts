// Pages that can be gone to. A page enters when it works; until then its address is honestly not found.
import type { Command } from './define.ts'

export const navigationCommands = [
  {
    id: 'statement.open',
    title: '数据报表',
    en: 'Reports',
    permission: null,
    keys: 'g s',
    context: 'global',
    group: '前往',
    menu: ['top', 10],
    go: '/statement',
    icon: 'chart',
  },
] as const satisfies readonly Command[]
