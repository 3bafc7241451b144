// Links between the management pages of all slices, in each page's title line.
import { pages } from '#shared/pages.ts'
import { SectionNavigation, type SectionPlace } from './SectionNavigation.tsx'

const places: readonly SectionPlace[] = [
  { path: pages.managementUserManage.path, title: '用户', command: 'users.open' },
  { path: pages.managementAuthority.path, title: '角色', command: 'roles.open' },
  { path: pages.managementJobs.path, title: '任务', command: 'jobs.open' },
  { path: pages.managementSchedules.path, title: '定时', command: 'schedules.open' },
  { path: pages.managementAudit.path, title: '审计日志', command: 'audit.open' },
]

export const ManagementNavigation = () => <SectionNavigation label="权限管理" places={places} />
