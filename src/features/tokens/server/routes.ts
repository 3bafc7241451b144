// The calls of access tokens, and how a request is known by one.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { bringBackObjects, objectHistory, removeObjects } from '#server/objects/services.ts'
import * as calls from '../contract.ts'
import { tokens, tokensKind } from './objectKind.ts'
import type { TokensDeps } from './service.ts'

const service = () => import('./service.ts')

export function registerTokens(app: FastifyInstance, given: Deps): void {
  const deps: TokensDeps = { ...given, calls: app.calls }
  let find: Promise<typeof app.bearers.find> | undefined
  app.bearers.find = async (token, from) => {
    find ??= import('./finding.ts').then(({ findToken }) => findToken(given))
    return (await find)(token, from)
  }
  registerCall(app, calls.listTokens, async (_, { user }) => (await service()).listTokens(deps, user))
  registerCall(app, calls.saveToken, async ({ body }, { user }) =>
    (await service()).saveToken(deps, user, body),
  )
  registerCall(app, calls.revokeTokens, ({ body }, { user }) => removeObjects(deps, tokens, user, body.ids))
  registerCall(app, calls.restoreTokens, ({ body }, { user }) =>
    bringBackObjects(deps, tokens, user, body.ids),
  )
  registerCall(app, calls.tokenHistory, async ({ params }, { user }) =>
    objectHistory(deps, tokensKind(await (await service()).roleNames(deps.metadata.db)), user, params.id),
  )
}
