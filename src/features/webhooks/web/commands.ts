// Commands of webhooks: opening the page, and the actions that other lists don't have.

import type { Command } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'

export const webhooksCommands = [
  {
    id: 'webhooks.open',
    title: '事件回调',
    en: 'Webhooks',
    also: 'webhook 程序 通知 回调',
    context: 'global',
    group: '前往',
    go: pages.webhooks.path,
    icon: 'send-message',
  },
  {
    id: 'webhooks.test',
    title: '向所选回调发送测试',
    en: 'Send a test to the webhook',
    permission: 'manage_authority',
    keys: 'x',
    context: 'webhooks',
    group: '此页',
    icon: 'send-message',
  },
  {
    id: 'webhooks.deliveries',
    title: '发送记录',
    en: 'Deliveries of the webhook',
    permission: 'manage_authority',
    keys: 'u',
    context: 'webhooks',
    group: '此页',
    icon: 'history',
  },
  {
    id: 'webhooks.pause',
    title: '暂停或继续发送',
    en: 'Pause or go on',
    permission: 'manage_authority',
    keys: 'z',
    context: 'webhooks',
    group: '此页',
    icon: 'stop',
  },
  {
    id: 'webhooks.secret',
    title: '换新签名密钥',
    en: 'New secret of the webhook',
    permission: 'manage_authority',
    keys: 'm',
    context: 'webhooks',
    group: '此页',
    icon: 'key',
  },
  {
    id: 'webhooks.history',
    title: '回调的变更记录',
    en: 'Changes of the webhook',
    permission: 'manage_authority',
    keys: 'h',
    context: 'webhooks',
    group: '此页',
    icon: 'history',
  },
] as const satisfies readonly Command<'webhooks'>[]
