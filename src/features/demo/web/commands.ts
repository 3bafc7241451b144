// Commands of the demo page: add, cancel, remove.

import type { Command } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'

export const demoCommands = [
  {
    id: 'demo.open',
    title: '演示数据',
    en: 'Demo data',
    keys: 'g c y',
    also: '试用演示数据 移除演示数据',
    context: 'global',
    group: '前往',
    go: pages.configDemo.path,
    icon: 'import',
  },
  {
    id: 'demo.add',
    title: '生成演示数据',
    en: 'Make the demo data',
    permission: 'search_config',
    keys: 'mod+enter',
    context: 'demo',
    group: '此页',
    icon: 'play',
  },
  {
    id: 'demo.cancel',
    title: '取消生成',
    en: 'Cancel',
    permission: 'search_config',
    keys: 'mod+.',
    context: 'demo',
    group: '此页',
    icon: 'stop',
  },
  {
    id: 'demo.remove',
    title: '移除演示数据',
    en: 'Remove the demo data',
    permission: 'search_config',
    keys: 'x',
    context: 'demo',
    group: '此页',
    icon: 'trash',
  },
] as const satisfies readonly Command<'demo'>[]
