// The calls of one-time codes.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { bringBackObjects, objectHistory, removeObjects } from '#server/objects/services.ts'
import * as calls from '../contract.ts'
import type { Looks } from './looking.ts'
import { mfaAccounts } from './objectKind.ts'

// Loaded on the first call, because the start-up needs none of it.
const keeping = () => import('./keeping.ts')

export function registerMfa(app: FastifyInstance, deps: Deps): void {
  let made: Promise<Looks> | undefined
  // One instance for all calls, because it counts each user's requests.
  const looks = () => {
    made ??= import('./looking.ts').then(({ Looks }) => new Looks(deps))
    return made
  }
  registerCall(app, calls.getMfa, async ({ query }, { user }) => (await looks()).codes(user, query.id))
  registerCall(app, calls.redirectAliyunMfa, async (_, { user }) => (await looks()).signIn(user))
  registerCall(app, calls.listMfaAccounts, async (_, { user }) => (await keeping()).listAccounts(deps, user))
  registerCall(app, calls.saveMfaAccount, async ({ body }, { user }) =>
    (await keeping()).saveAccount(deps, user, body),
  )
  registerCall(app, calls.deleteMfaAccounts, ({ body }, { user }) =>
    removeObjects(deps, mfaAccounts, user, body.ids),
  )
  registerCall(app, calls.restoreMfaAccounts, ({ body }, { user }) =>
    bringBackObjects(deps, mfaAccounts, user, body.ids),
  )
  registerCall(app, calls.mfaAccountHistory, ({ params }, { user }) =>
    objectHistory(deps, mfaAccounts, user, params.id),
  )
}
