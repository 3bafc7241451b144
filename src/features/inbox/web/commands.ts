// Commands of the inbox: opening it, and the actions that other lists don't have.

import type { Command } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'

export const inboxCommands = [
  {
    id: 'inbox.open',
    title: '收件箱',
    en: 'Inbox',
    keys: 'g x',
    context: 'global',
    group: '前往',
    menu: ['user', 5],
    go: pages.inbox.path,
    icon: 'inbox',
  },
  {
    id: 'inbox.read',
    title: '标为已读',
    en: 'Mark as read',
    permission: null,
    keys: 'x',
    context: 'inbox',
    group: '此页',
    icon: 'eye-open',
  },
  {
    id: 'inbox.unread',
    title: '标为未读',
    en: 'Mark as unread',
    permission: null,
    keys: 'shift+x',
    context: 'inbox',
    group: '此页',
    icon: 'notifications',
  },
  {
    id: 'inbox.readAll',
    title: '全部标为已读',
    en: 'Mark all as read',
    permission: null,
    keys: 'y',
    context: 'inbox',
    group: '此页',
    icon: 'select',
  },
] as const satisfies readonly Command<'inbox'>[]
