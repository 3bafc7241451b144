// The calls of the jobs page.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import * as calls from '../contract.ts'
import { cancel, listJobs, readJob, retry } from './jobs.ts'
import { listSchedules, pause, readSchedule } from './schedules.ts'

export function registerJobs(app: FastifyInstance, given: Deps): void {
  const deps = { ...given, jobs: app.jobs, objectKinds: app.objectKinds }
  registerCall(app, calls.listJobs, ({ query }, asker) => listJobs(deps, asker, query))
  registerCall(app, calls.getJob, ({ query }, { user }) => readJob(deps, user, query.id))
  registerCall(app, calls.cancelJob, ({ body }, { user }) => cancel(deps, user, body.id))
  registerCall(app, calls.retryJob, ({ body }, { user }) => retry(deps, user, body))
  registerCall(app, calls.listJobSchedules, ({ query }, { user }) => listSchedules(deps, user, query))
  registerCall(app, calls.getJobSchedule, ({ query }, { user }) => readSchedule(deps, user, query.id))
  registerCall(app, calls.pauseJobSchedule, ({ body }, { user }) => pause(deps, user, body))
}
