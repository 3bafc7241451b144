// Where the guide is.
import type { Command } from '#commands/define.ts'

export const guideCommands = [
  {
    id: 'guide.open',
    title: '使用指南',
    en: 'Guide and first steps',
    context: 'global',
    group: '前往',
    go: '/guide',
    icon: 'manual',
  },
] as const satisfies readonly Command[]
