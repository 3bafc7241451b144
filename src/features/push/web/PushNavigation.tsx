// Navigation between push's three pages, in each title line.
import { pages } from '#shared/pages.ts'
import { SectionNavigation, type SectionPlace } from '#web/shell/SectionNavigation.tsx'

const places: readonly SectionPlace[] = [
  { path: pages.pushPushlist.path, title: '任务', command: 'push.open' },
  { path: pages.pushHistory.path, title: '记录', command: 'push.records' },
  { path: pages.pushPushTest.path, title: '测试推送', command: 'push.test' },
]

export const PushNavigation = () => <SectionNavigation label="推送" places={places} />
