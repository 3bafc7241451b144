// The calls of access tokens, and how a request is known by one.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { bringBackObjects, objectHistory, removeObjects } from '#server/objects/services.ts'
import * as calls from '../contract.ts'
import { findToken } from './finding.ts'
import { tokens, tokensKind } from './objectKind.ts'
import { listTokens, roleNames, saveToken, type TokensDeps } from './service.ts'

export function registerTokens(app: FastifyInstance, given: Deps): void {
  const deps: TokensDeps = { ...given, calls: app.calls }
  app.bearers.find = findToken(given)
  registerCall(app, calls.listTokens, (_, { user }) => listTokens(deps, user))
  registerCall(app, calls.saveToken, ({ body }, { user }) => saveToken(deps, user, body))
  registerCall(app, calls.revokeTokens, ({ body }, { user }) => removeObjects(deps, tokens, user, body.ids))
  registerCall(app, calls.restoreTokens, ({ body }, { user }) =>
    bringBackObjects(deps, tokens, user, body.ids),
  )
  registerCall(app, calls.tokenHistory, async ({ params }, { user }) =>
    objectHistory(deps, tokensKind(await roleNames(deps.metadata.db)), user, params.id),
  )
}
