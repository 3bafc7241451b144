// Navigation between push's three pages, in each title line.
import { SectionNavigation, type SectionPlace } from '#web/shell/SectionNavigation.tsx'

const places: readonly SectionPlace[] = [
  { path: '/push/pushlist', title: '任务', command: 'push.open' },
  { path: '/push/history', title: '记录', command: 'push.records' },
  { path: '/push/pushTest', title: '测试推送', command: 'push.test' },
]

export const PushNavigation = () => <SectionNavigation label="推送" places={places} />
