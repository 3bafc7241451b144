// The calls that carry definitions between installations.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../server/deps.ts'
import { registerCall } from '../../../server/http/registerCall.ts'
import { applyDefinitions, definitionsSchema, exportDefinitions, previewDefinitions } from '../contract.ts'
import { applyFile, previewFile } from './applying.ts'
import { exportFile } from './exporting.ts'
import { schemaFile } from './schemaFile.ts'

export function registerDefinitions(app: FastifyInstance, deps: Deps): void {
  registerCall(app, exportDefinitions, ({ body }, { user }) => exportFile(deps, user, body))
  registerCall(app, definitionsSchema, () => schemaFile(deps))
  registerCall(app, previewDefinitions, ({ body }, { user }) => previewFile(deps, user, body.file))
  registerCall(app, applyDefinitions, ({ body }, { user }) => applyFile(deps, user, body))
}
