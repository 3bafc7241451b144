// Commands of the platform documents.
import type { Command } from '#commands/define.ts'

export const documentCommands = [
  {
    id: 'document.open',
    title: '平台文档',
    en: 'Documents',
    permission: 'search_document',
    context: 'global',
    group: '前往',
    icon: 'manual',
    menu: ['top', 90],
  },
] as const satisfies readonly Command[]
