// Commands of what programs use: opening the API's document, and searching it.

import type { Command } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'

export const programsCommands = [
  {
    id: 'programs.openApi',
    title: '接口文档',
    en: 'API document',
    also: 'openapi swagger 程序 开放接口',
    context: 'global',
    group: '前往',
    menu: ['user', 16],
    go: pages.programsApi.path,
    icon: 'code',
  },
  {
    id: 'programs.searchApi',
    title: '查找接口',
    en: 'Search the calls',
    permission: null,
    keys: '/',
    context: 'programsApi',
    group: '此页',
    icon: 'search',
  },
] as const satisfies readonly Command<'programsApi'>[]
