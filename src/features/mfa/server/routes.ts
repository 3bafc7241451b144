// The calls of one-time codes.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../server/deps.ts'
import { registerCall } from '../../../server/http/registerCall.ts'
import { bringBackObjects, objectHistory, removeObjects } from '../../../server/objects/services.ts'
import * as calls from '../contract.ts'
import { listAccounts, saveAccount } from './keeping.ts'
import { mfaAccounts } from './kind.ts'
import { Looks } from './looking.ts'

export function registerMfa(app: FastifyInstance, deps: Deps): void {
  const looks = new Looks(deps)
  registerCall(app, calls.getMfa, ({ query }, { user }) => looks.codes(user, query.id))
  registerCall(app, calls.redirectAliyunMfa, (_, { user }) => looks.signIn(user))
  registerCall(app, calls.listMfaAccounts, (_, { user }) => listAccounts(deps, user))
  registerCall(app, calls.saveMfaAccount, ({ body }, { user }) => saveAccount(deps, user, body))
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
