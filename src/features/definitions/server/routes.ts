// The calls that move definitions between installations.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { applyDefinitions, definitionsSchema, exportDefinitions, previewDefinitions } from '../contract.ts'

/** Loaded on first use rather than with the server. */
const applying = () => import('./applying.ts')
const exporting = () => import('./exporting.ts')
const schema = () => import('./schemaFile.ts')

export function registerDefinitions(app: FastifyInstance, deps: Deps): void {
  registerCall(app, exportDefinitions, async ({ body }, { user }) =>
    (await exporting()).exportFile(deps, user, body),
  )
  registerCall(app, definitionsSchema, async () => (await schema()).schemaFile(deps))
  registerCall(app, previewDefinitions, async ({ body }, { user }) =>
    (await applying()).previewFile(deps, user, body.file),
  )
  registerCall(app, applyDefinitions, async ({ body }, { user }) =>
    (await applying()).applyFile(deps, user, body),
  )
}
