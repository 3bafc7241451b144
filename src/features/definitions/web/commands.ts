// Commands for moving definitions between installations.

import type { Command } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'

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
  {
    id: 'definitions.format',
    title: '报表定义文件的格式',
    en: 'Format of the definitions file',
    keys: 'g c d',
    context: 'global',
    group: '前往',
    go: pages.configDefinitions.path,
    icon: 'manual',
  },
] as const satisfies readonly Command[]
