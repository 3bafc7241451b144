// The calls that list and stop sharing.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { openQueries, stopQuery } from '#features/code/server/index.ts'
import { embedWatching } from '#features/embed/server/index.ts'
import * as calls from '../contract.ts'

export function registerSharing(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.listOpenThings, async () => [
    ...(await (await embedWatching()).openEmbeds(deps)),
    ...(await openQueries(deps)),
  ])
  registerCall(app, calls.stopSharing, async ({ body }, { user }) =>
    body.kind === 'embed'
      ? (await embedWatching()).stopEmbed(deps, user, Number(body.id))
      : stopQuery(deps, user, body.id),
  )
}
