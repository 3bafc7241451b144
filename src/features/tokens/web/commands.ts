// Commands of access tokens: opening the page, and the history that other lists open by their own.

import type { Command } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'

export const tokensCommands = [
  {
    id: 'tokens.open',
    title: '访问令牌',
    en: 'Access tokens',
    context: 'global',
    group: '前往',
    menu: ['user', 14],
    go: pages.tokens.path,
    icon: 'key',
  },
  {
    id: 'tokens.history',
    title: '令牌的变更记录',
    en: 'Changes of the token',
    permission: null,
    keys: 'h',
    context: 'tokens',
    group: '此页',
    icon: 'history',
  },
] as const satisfies readonly Command<'tokens'>[]
