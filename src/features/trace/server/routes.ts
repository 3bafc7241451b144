// The call of the traces.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { installationSecret } from '#server/secret.ts'
import { lookUpTrace } from '../contract.ts'

export function registerTrace(app: FastifyInstance, deps: Deps): void {
  // Created, or reported as unreadable, at the start rather than by the first report.
  installationSecret(deps.settings.dataDir)
  registerCall(app, lookUpTrace, async ({ params }, { user }) =>
    (await import('./lookUp.ts')).lookUpCode(deps, user.id, params.code),
  )
}
