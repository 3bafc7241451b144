// The calls of stored addresses.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { keepAddress, readKeptAddress } from '../contract.ts'
import { keepText, readText } from './service.ts'

export function registerAddress(app: FastifyInstance, deps: Deps): void {
  registerCall(app, keepAddress, ({ body }, { user }) => keepText(deps, user.id, body.key, body.text))
  registerCall(app, readKeptAddress, ({ params }) => readText(deps, params.key))
}
