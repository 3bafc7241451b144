// Links between the alarm pages of all slices, in each page's title line.
import { pages } from '#shared/pages.ts'
import { SectionNavigation, type SectionPlace } from './SectionNavigation.tsx'

const places: readonly SectionPlace[] = [
  { path: pages.alarmList.path, title: '告警', command: 'alarms.open' },
  { path: pages.alarmFires.path, title: '记录' },
  { path: pages.alarmReceivers.path, title: '通知渠道', command: 'receivers.open' },
]

export const AlarmNavigation = () => <SectionNavigation label="告警管理" places={places} />
