import { listContext } from '#commands/list.ts'
import { pages } from '#shared/pages.ts'
import type { WebSlice } from '#web/shell/slice.ts'
import { jobsCommands } from './commands.ts'

const context = (name: 'jobs' | 'schedules', title: string) =>
  [{ name, title, depth: 6 }, listContext] as const

export const jobsWeb: WebSlice<typeof jobsCommands> = {
  commands: jobsCommands,
  handlers: async () => (await import('./handlers.ts')).jobsWork,
  pages: [
    {
      path: pages.managementJobs.path,
      title: '后台任务',
      permission: 'manage_authority',
      context: context('jobs', '后台任务'),
      load: () => import('./JobsPage.tsx'),
    },
    {
      path: pages.managementSchedules.path,
      title: '定时任务',
      permission: 'manage_authority',
      context: context('schedules', '定时任务'),
      load: () => import('./SchedulesPage.tsx'),
    },
  ],
}
