// The pages of management, whichever slice they are of, in the title line of each.
import { SectionNavigation, type SectionPlace } from './SectionNavigation.tsx'

const places: readonly SectionPlace[] = [
  { path: '/management/userManage', title: '用户', command: 'users.open' },
  { path: '/management/authority', title: '角色', command: 'roles.open' },
  { path: '/management/jobs', title: '任务', command: 'jobs.open' },
  { path: '/management/schedules', title: '定时', command: 'schedules.open' },
  { path: '/management/audit', title: '审计日志', command: 'audit.open' },
]

export const ManagementNavigation = () => <SectionNavigation label="权限管理" places={places} />
