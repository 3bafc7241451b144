// Composition root: builds the app with all slices, without listening.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as slices from './features/server.ts'
import { tables } from './main-tables.ts'
import type { Deps } from './server/deps.ts'
import { makeApp } from './server/http/app.ts'
import { registerHealth } from './server/http/health.ts'
import { registerMetrics } from './server/http/metrics.ts'
import { registerWeb } from './server/http/web.ts'
import { openJobs } from './server/jobs/open.ts'
import { giveUpOldRows, openAging } from './server/objects/aging.ts'
import { openPurging, purgeObjects } from './server/objects/purging.ts'
import { openTitles } from './server/objects/titles.ts'
import { openPlaces } from './server/places/open.ts'
import { jobKindsOf, objectKindsOf } from './server/slice.ts'

/** Where build.mjs puts the web part. */
const builtWeb = join(import.meta.dirname, '../dist/web')

/** Where nothing is traced, nothing of the library is loaded. */
async function traceIfAsked(app: FastifyInstance, { settings: { tracing } }: Deps): Promise<void> {
  if (!tracing) return
  const { openTracing } = await import('./server/tracing/open.ts')
  const stop = openTracing(tracing)
  app.addHook('onClose', stop)
}

export async function build(deps: Deps, webFolder = builtWeb): Promise<FastifyInstance> {
  const app = makeApp(deps)
  await traceIfAsked(app, deps)
  app.ownLogs.noteRuns(deps)
  openJobs(app, deps, [...jobKindsOf(slices), purgeObjects, giveUpOldRows])
  openPlaces(app, deps)
  openPurging(app, deps, objectKindsOf(slices))
  openTitles(app, objectKindsOf(slices))
  openAging(app, deps, tables)
  for (const slice of Object.values(slices)) slice.register(app, deps)
  // Runs after the slices' own onReady hooks.
  app.addHook('onReady', () => app.jobs.start())
  registerHealth(app, deps)
  registerMetrics(app, deps)
  registerWeb(app, deps, webFolder)
  await app.ready()
  return app
}
