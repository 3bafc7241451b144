// The calls of the report engine's definitions.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { Newest } from '#server/limits/newest.ts'
import * as calls from '../contract.ts'
import { registerGraphql } from './graphql/route.ts'
import { readModel } from './model.ts'
import { readCategories, readDimensionTables, readPointTables } from './repo.ts'
import { fittingTables, pickTables } from './service.ts'

// Code not needed at start is loaded on first use.
const uses = () => import('./using/uses.ts')
const saving = () => import('./saving/save.ts')
const removing = () => import('./saving/remove.ts')
const past = () => import('./saving/past.ts')
const many = () => import('./saving/many.ts')
const proposals = () => import('./proposing/proposal.ts')
const options = () => import('./options.ts')
const cleaning = () => import('./cleanCache.ts')
const checks = () => import('./checking/check.ts')

export function registerConfig(app: FastifyInstance, deps: Deps): void {
  const { db } = deps.metadata
  const { warehouse } = deps
  registerCall(app, calls.anaSettingOption, async () => (await options()).settingOptions())
  registerCall(app, calls.getAdbTableNameByTableType, ({ params }, { user }) =>
    fittingTables(warehouse.tables(), params.tableType, user),
  )
  registerCall(app, calls.getAnaDimTable, async ({ body }) =>
    pickTables(await readDimensionTables(db), body.tableIds),
  )
  registerCall(app, calls.getAnaPointTable, async ({ body }) =>
    pickTables(await readPointTables(db), body.tableIds),
  )
  registerCall(app, calls.getAnaDimOrPointType, () => readCategories(db))
  registerCall(app, calls.cleanPointTableCache, async ({ params }, { user }) =>
    (await cleaning()).cleanTableCache(deps, user.id, params.id),
  )
  registerCall(app, calls.replaceReportPoint, async ({ body }, { user }) =>
    (await import('./replacing/replace.ts')).replacePoint(deps, user, body),
  )
  registerGraphql(app, deps)
  registerSaves(app, deps)
  registerPast(app, deps)
  registerChecks(app, deps)
  registerProposals(app, deps)
}

function registerProposals(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.undefinedTables, async (_, { user }) =>
    (await proposals()).undefinedTables(deps, user),
  )
  registerCall(app, calls.tableProposal, async ({ params }, { user, signal }) =>
    (await proposals()).tableProposal(deps, user, params.table, signal),
  )
  registerCall(app, calls.formulasInUse, async (_, { user }) =>
    (await import('./proposing/formulas.ts')).formulasInUse(deps, user),
  )
  registerCall(app, calls.adoptFormula, async ({ body }, { user }) =>
    (await import('./proposing/formulas.ts')).adoptFormula(deps, user, body),
  )
  registerCall(app, calls.applyProposal, async ({ body }, { user, signal }) =>
    (await proposals()).applyProposal(deps, user, body, signal),
  )
}

/** Only the newest check of a user runs: former ones are canceled. */
function registerChecks(app: FastifyInstance, deps: Deps): void {
  const newest = new Newest()
  type Typed = { id?: number | undefined }
  const only = <Result>(
    [user, kind, { id = -1 }]: [user: number, kind: string, typed: Typed],
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ) => newest.only(`${user} ${kind} ${id}`, signal, work)
  registerCall(app, calls.checkPoint, ({ body }, { user, signal }) =>
    only([user.id, 'point', body.point], signal, async (own) =>
      (await checks()).checkPoint(deps, user, body, own),
    ),
  )
  registerCall(app, calls.checkDimension, ({ body }, { user, signal }) =>
    only([user.id, 'dimension', body.dimension], signal, async (own) =>
      (await checks()).checkDimension(deps, user, body, own),
    ),
  )
  registerCall(app, calls.checkDimensionTable, ({ body }, { user, signal }) =>
    only([user.id, 'dimensionTable', body.dimensionTable], signal, async (own) =>
      (await checks()).checkDimensionTable(deps, user, body, own),
    ),
  )
  registerCall(app, calls.checkPointTable, ({ body }, { user, signal }) =>
    only([user.id, 'pointTable', body.pointTable], signal, async (own) =>
      (await checks()).checkPointTable(deps, user, body, own),
    ),
  )
  registerCall(app, calls.expressionCompletion, async ({ query }) =>
    (await import('./checking/completion.ts')).completionOf(await readModel(deps), query.table),
  )
}

function registerSaves(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.addOrUpdateAnaDim, async ({ body }, { user }) =>
    (await saving()).saveDefinition(deps, user, 'dimension', body),
  )
  registerCall(app, calls.addOrUpdateAnaPoint, async ({ body }, { user }) =>
    (await saving()).saveDefinition(deps, user, 'point', body),
  )
  registerCall(app, calls.addOrUpdateAnaDimTable, async ({ body }, { user }) =>
    (await saving()).saveDefinition(deps, user, 'dimensionTable', body),
  )
  registerCall(app, calls.addOrUpdateAnaPointTable, async ({ body }, { user }) =>
    (await saving()).saveDefinition(deps, user, 'pointTable', body),
  )
  registerCall(app, calls.addOrUpdateAnaDimOrPointType, async ({ body }, { user }) =>
    (await saving()).saveDefinition(deps, user, 'category', body),
  )
  registerCall(app, calls.deleteAnaDim, async ({ params }, { user }) =>
    (await removing()).removeDefinitions(deps, user, 'dimension', [params.id]),
  )
  registerCall(app, calls.deleteAnaPoint, async ({ params }, { user }) =>
    (await removing()).removeDefinitions(deps, user, 'point', [params.id]),
  )
  registerCall(app, calls.deleteAnaDimTable, async ({ params }, { user }) =>
    (await removing()).removeDefinitions(deps, user, 'dimensionTable', [params.id]),
  )
  registerCall(app, calls.deleteAnaPointTable, async ({ params }, { user }) =>
    (await removing()).removeDefinitions(deps, user, 'pointTable', [params.id]),
  )
  registerCall(app, calls.deleteAnaDimOrPointType, async ({ params }, { user }) =>
    (await removing()).removeDefinitions(deps, user, 'category', [params.id]),
  )
  registerCall(app, calls.editDefinitions, async ({ body }, { user }) =>
    (await many()).editDefinitions(deps, user, body),
  )
  registerCall(app, calls.deleteDefinitions, async ({ body }, { user }) =>
    (await removing()).removeDefinitions(deps, user, body.kind, body.ids),
  )
}

function registerPast(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.personalTable, async ({ query }, { user, signal }) =>
    (await import('./personal/service.ts')).personalTable(deps, user, query.table, signal),
  )
  registerCall(app, calls.tellPlayer, async ({ body }, { user, signal }) =>
    (await import('./personal/telling.ts')).tellPlayer(deps, user, body.player, signal),
  )
  registerCall(app, calls.exportPlayer, async ({ body }, { user, signal }) =>
    (await import('./personal/telling.ts')).exportPlayer(deps, user, body.player, signal),
  )
  registerCall(app, calls.markPersonal, async ({ body }, { user }) =>
    (await import('./personal/service.ts')).markPersonal(deps, user, body),
  )
  registerCall(app, calls.definitionUses, async ({ params }, { user }) =>
    (await uses()).definitionUses(deps, user, params.kind, params.id),
  )
  registerCall(app, calls.markPoint, async ({ body }, { user }) =>
    (await import('./saving/standing.ts')).markPoint(deps, user, body),
  )
  registerCall(app, calls.changeEffect, async ({ body }, { user, signal }) =>
    (await import('./using/effect.ts')).changeEffect(deps, user, body, signal),
  )
  registerCall(app, calls.definitionGraph, async ({ query }, { user }) =>
    (await import('./using/graph.ts')).definitionGraph(deps, user, query),
  )
  registerCall(app, calls.definitionHistory, async ({ params }, { user }) =>
    (await past()).definitionHistory(deps, user, params.kind, params.id),
  )
  registerCall(app, calls.backToChange, async ({ body }, { user }) =>
    (await past()).backToChange(deps, user, body.kind, body),
  )
  registerCall(app, calls.bringBackDefinitions, async ({ body }, { user }) =>
    (await removing()).bringBackDefinitions(deps, user, body.kind, body.ids),
  )
  registerCall(app, calls.goneDefinitions, async ({ params }) =>
    (await removing()).goneDefinitions(deps, params.kind),
  )
}
