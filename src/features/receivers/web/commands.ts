// Commands of the receivers: opening the page, and the actions that other lists don't have.

import type { Command } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'

export const receiversCommands = [
  {
    id: 'receivers.open',
    title: '通知渠道',
    en: 'Receivers of messages',
    context: 'global',
    group: '前往',
    go: pages.alarmReceivers.path,
    icon: 'send-message',
  },
  {
    id: 'receivers.test',
    title: '向所选渠道发送测试',
    en: 'Send a test to the receiver',
    permission: 'alert_config_edit',
    keys: 'x',
    context: 'receivers',
    group: '此页',
    icon: 'send-message',
  },
  {
    id: 'receivers.uses',
    title: '用在哪里与发送记录',
    en: 'Where the receiver is used',
    permission: 'alert_config_edit',
    keys: 'u',
    context: 'receivers',
    group: '此页',
    icon: 'link',
  },
  {
    id: 'receivers.history',
    title: '变更记录',
    en: 'History of changes',
    permission: 'alert_config_edit',
    keys: 'h',
    context: 'receivers',
    group: '此页',
    icon: 'history',
  },
] as const satisfies readonly Command<'receivers'>[]
