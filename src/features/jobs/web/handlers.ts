// Implements the commands of jobs and schedules; they act on the open list.

import { navigate } from 'wouter/use-browser-location'
import type { HandledId } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'
import { actOnShown } from '#web/list/shownList.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { jobsCommands } from './commands.ts'

export const jobsWork: Record<HandledId<typeof jobsCommands>, Handler> = {
  'jobs.schedules': () => navigate(pages.managementSchedules()),
  'jobs.retry': () => actOnShown('jobs.retry'),
  'jobs.cancel': () => actOnShown('jobs.cancel'),
  'schedules.pause': () => actOnShown('schedules.pause'),
  'schedules.resume': () => actOnShown('schedules.resume'),
}
