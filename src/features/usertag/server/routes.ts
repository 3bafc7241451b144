// The calls of users' tags.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../server/deps.ts'
import { registerCall } from '../../../server/http/registerCall.ts'
import * as calls from '../contract.ts'
import { signRequest } from './asking.ts'
import { lookUp, tagBook } from './looking.ts'
import { tagHistory, undoChange, updateTags } from './updating.ts'

export function registerUserTags(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.getUserInfo, (input, { user, sent, signal }) =>
    lookUp(deps, user, input, sent, signal),
  )
  registerCall(app, calls.updateUserTag, (input, { user, sent, signal }) =>
    updateTags(deps, user, input, sent, signal),
  )
  registerCall(app, calls.readTagBook, (_, { user }) => tagBook(deps, user))
  registerCall(app, calls.signTagRequest, ({ body }, { user }) => signRequest(deps, user, body))
  registerCall(app, calls.undoTagChange, ({ body }, { user }) => undoChange(deps, user, body.batch))
  registerCall(app, calls.userTagHistory, ({ params }, { user }) => tagHistory(deps, user, params))
}
