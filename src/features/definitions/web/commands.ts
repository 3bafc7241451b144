// Carrying definitions between installations.
import type { Command } from '../../../../commands/define.ts'

export const definitionCommands = [
  {
    id: 'definitions.export',
    title: '导出报表定义',
    en: 'Export definitions',
    permission: 'search_config',
    context: 'global',
    group: '面板',
    icon: 'export',
  },
  {
    id: 'definitions.import',
    title: '导入报表定义',
    en: 'Import definitions',
    permission: 'search_config',
    context: 'global',
    group: '面板',
    icon: 'add',
  },
] as const satisfies readonly Command[]
