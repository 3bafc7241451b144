// The calls of forecasts and of the anomaly search. The implementation is loaded on first use.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { bringBackObjects, removeObjects } from '#server/objects/services.ts'
import * as calls from '../contract.ts'
import { keepScenario, ownScenarios, scenarios } from './scenarios.ts'

export function registerPrediction(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.queryConfidenceInterval, async ({ body }, { user, signal }) =>
    (await import('./interval.ts')).readInterval(deps, user, body, signal),
  )
  registerCall(app, calls.predictionOptions, async (_, { user }) =>
    (await import('./options.ts')).predictionOptionsOf(deps, user),
  )
  registerCall(app, calls.backtestForecast, async ({ body }, { user, signal }) =>
    (await import('./backtesting.ts')).backtestOf(deps, user, body, signal),
  )
  registerCall(app, calls.exportForecast, async ({ body }, { user, signal }) =>
    (await import('./exporting.ts')).exportForecastOf(deps, user, body, signal),
  )
  registerScenarios(app, deps)
  registerSearch(app, deps)
}

function registerScenarios(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.listScenarios, (_, { user }) => ownScenarios(deps, user))
  registerCall(app, calls.saveScenario, ({ body }, { user }) => keepScenario(deps, user, body))
  registerCall(app, calls.deleteScenario, ({ params }, { user }) =>
    removeObjects(deps, scenarios, user, [params.id]),
  )
  registerCall(app, calls.restoreScenario, ({ params }, { user }) =>
    bringBackObjects(deps, scenarios, user, [params.id]),
  )
}

function registerSearch(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.findUnusual, async ({ body }, { user, signal }) =>
    (await import('./unusual.ts')).findUnusualDays(deps, user, body, signal),
  )
  registerCall(app, calls.exportUnusual, async ({ body }, { user, signal }) =>
    (await import('./exporting.ts')).exportUnusualOf(deps, user, body, signal),
  )
  registerCall(app, calls.findMovers, async ({ body }, { user, signal }) =>
    (await import('./moving.ts')).moversOfDay(deps, user, body, signal),
  )
  registerCall(app, calls.findRows, async ({ body }, { user, signal }) =>
    (await import('./rows.ts')).findRowsIn(deps, user, body, signal),
  )
  registerCall(app, calls.exportRows, async ({ body }, { user, signal }) =>
    (await import('./exporting.ts')).exportRowsOf(deps, user, body, signal),
  )
}
