// The calls that list and stop sharing.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { openQueries, stopQuery } from '#features/code/server/index.ts'
import { openEmbeds, stopEmbed } from '#features/embed/server/index.ts'
import * as calls from '../contract.ts'

export function registerSharing(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.listOpenThings, async () => [
    ...(await openEmbeds(deps)),
    ...(await openQueries(deps)),
  ])
  registerCall(app, calls.stopSharing, ({ body }, { user }) =>
    body.kind === 'embed' ? stopEmbed(deps, user, Number(body.id)) : stopQuery(deps, user, body.id),
  )
}
