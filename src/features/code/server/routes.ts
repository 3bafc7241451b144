// The calls of the SQL workspace, each area's in its own file.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerExports } from './exports/routes.ts'
import { registerLibrary } from './library/routes.ts'
import { registerResults } from './results/routes.ts'
import { failRunsOf } from './runs/recovery.ts'
import { registerRuns } from './runs/routes.ts'
import { openRuns } from './runs/runs.ts'
import { registerSaved } from './saved/routes.ts'
import { registerSnippets } from './snippets/snippets.ts'
import { registerTemporary } from './temporary/routes.ts'

export function registerCode(app: FastifyInstance, deps: Deps): void {
  const runs = openRuns(deps, {}, app.jobs)
  app.addHook('preClose', async () => runs.release())
  app.addHook('onClose', () => runs.stop())
  app.places.noteRuns(runs.tag)
  app.places.onLost((tag) => failRunsOf(deps, tag))
  registerRuns(app, deps, runs)
  registerResults(app, deps, runs)
  registerExports(app, deps, runs)
  registerTemporary(app, deps, runs)
  registerSaved(app, deps, runs)
  registerLibrary(app, deps)
  registerSnippets(app, deps)
}
