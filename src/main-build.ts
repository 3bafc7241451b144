// Composition root: the app with all slices, apart from listening.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { registerCalendar } from './features/calendar/server/routes.ts'
import { registerCode } from './features/code/server/routes.ts'
import { registerConfig } from './features/config/server/routes.ts'
import { registerCustom } from './features/custom/server/routes.ts'
import { registerDefinitions } from './features/definitions/server/routes.ts'
import { registerDictionary } from './features/dictionary/server/routes.ts'
import { registerEmbed } from './features/embed/server/routes.ts'
import { registerSession } from './features/session/server/routes.ts'
import { registerStatement } from './features/statement/server/routes.ts'
import { registerTrace } from './features/trace/server/routes.ts'
import type { Deps } from './server/deps.ts'
import { makeApp } from './server/http/app.ts'
import { registerHealth } from './server/http/health.ts'
import { registerWeb } from './server/http/web.ts'

/** Where build.mjs puts the browser part. */
const builtWeb = join(import.meta.dirname, '../dist/web')

export async function build(deps: Deps, webFolder = builtWeb): Promise<FastifyInstance> {
  const app = makeApp(deps)
  registerSession(app, deps)
  registerStatement(app, deps)
  registerConfig(app, deps)
  registerDictionary(app, deps)
  registerCode(app, deps)
  registerCalendar(app, deps)
  registerEmbed(app, deps)
  registerTrace(app, deps)
  registerCustom(app, deps)
  registerDefinitions(app, deps)
  registerHealth(app, deps)
  registerWeb(app, deps, webFolder)
  await app.ready()
  return app
}
