// Commands of the import.

import type { Command } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'

export const importsCommands = [
  {
    id: 'imports.open',
    title: '导入数据',
    en: 'Import data from a file',
    keys: 'g c i',
    context: 'global',
    group: '前往',
    go: pages.configImport.path,
    icon: 'import',
  },
  {
    id: 'imports.formers',
    title: '取回上一版',
    en: 'Take back a replaced table',
    also: '旧版 被替换的表 恢复 还原 数据表',
    permission: 'search_config',
    context: 'global',
    group: '前往',
    icon: 'history',
  },
  {
    id: 'imports.choose',
    title: '选择文件',
    en: 'Choose a file',
    permission: 'search_config',
    keys: 'c',
    context: 'imports',
    group: '此页',
    icon: 'add',
  },
  {
    id: 'imports.load',
    title: '导入并建立报表',
    en: 'Import and make the reports',
    permission: 'search_config',
    keys: 'mod+enter',
    context: 'imports',
    group: '此页',
    icon: 'play',
    typing: true,
  },
  {
    id: 'imports.markPersonal',
    title: '把像个人信息的列标为个人信息',
    en: 'Mark personal data',
    permission: 'search_config',
    context: 'imports',
    group: '此页',
    icon: 'key',
  },
  {
    id: 'imports.cancel',
    title: '取消导入',
    en: 'Cancel the import',
    permission: 'search_config',
    keys: 'mod+.',
    context: 'imports',
    group: '此页',
    icon: 'stop',
    typing: true,
  },
] as const satisfies readonly Command<'imports'>[]
