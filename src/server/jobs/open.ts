// Opens the app's jobs: slices bind their work and enqueue; running jobs are handed back before the app
// closes.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { JobKind } from './declare.ts'
import { Jobs } from './jobs.ts'

declare module 'fastify' {
  interface FastifyInstance {
    jobs: Jobs
  }
}

export function openJobs(app: FastifyInstance, deps: Deps, kinds: readonly JobKind[]): void {
  const { metadata, log, settings } = deps
  const jobs = new Jobs({ metadata, log, settings, dataDir: settings.dataDir, kinds })
  app.decorate('jobs', jobs)
  app.addHook('preClose', () => jobs.stop())
}
