// Commands of segments: opening the page, and the actions that other lists don't have.

import type { Command } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'

const permission = 'search_config'

export const segmentCommands = [
  {
    id: 'segments.open',
    title: '人群',
    en: 'Segments',
    keys: 'g c s',
    context: 'global',
    group: '前往',
    go: pages.configSegment.path,
    icon: 'people',
  },
  {
    id: 'segments.create',
    title: '新建人群',
    en: 'New segment',
    permission,
    context: 'global',
    group: '前往',
    icon: 'add',
  },
  {
    id: 'segments.compute',
    title: '计算所选人群',
    en: 'Compute the segment',
    permission,
    keys: 'x',
    context: 'segments',
    group: '此页',
    icon: 'refresh',
  },
  {
    id: 'segments.history',
    title: '人群的变更记录',
    en: 'Changes of the segment',
    permission,
    keys: 'h',
    context: 'segments',
    group: '此页',
    icon: 'history',
  },
] as const satisfies readonly Command<'segments'>[]
