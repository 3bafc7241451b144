// The calls of player tags.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import * as calls from '../contract.ts'

// Loaded on the first call, because the start-up needs none of it.
const looking = () => import('./looking.ts')
const updating = () => import('./updating.ts')

export function registerUserTags(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.getUserInfo, async (input, { user, sent, signal }) =>
    (await looking()).lookUp(deps, user, input, sent, signal),
  )
  registerCall(app, calls.updateUserTag, async (input, { user, sent, signal }) =>
    (await updating()).updateTags(deps, user, input, sent, signal),
  )
  registerCall(app, calls.readTagBook, async (_, { user }) => (await looking()).tagBook(deps, user))
  registerCall(app, calls.signTagRequest, async ({ body }, { user }) =>
    (await import('./asking.ts')).signRequest(deps, user, body),
  )
  registerCall(app, calls.undoTagChange, async ({ body }, { user }) =>
    (await updating()).undoChange(deps, user, body.batch),
  )
  registerCall(app, calls.userTagHistory, async ({ params }, { user }) =>
    (await updating()).tagHistory(deps, user, params),
  )
}
