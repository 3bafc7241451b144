// The pages of alarms, whichever slice they are of, in the title line of each.
import { SectionNavigation, type SectionPlace } from './SectionNavigation.tsx'

const places: readonly SectionPlace[] = [
  { path: '/alarm/list', title: '告警', command: 'alarms.open' },
  { path: '/alarm/fires', title: '记录' },
  { path: '/alarm/receivers', title: '通知渠道', command: 'receivers.open' },
]

export const AlarmNavigation = () => <SectionNavigation label="告警管理" places={places} />
