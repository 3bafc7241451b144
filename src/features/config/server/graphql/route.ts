// POST /api/s1/graphql. Errors of a query are answered with 200 and `errors`, as clients expect; a malformed
// request is refused with the envelope like any call.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerRaw } from '#server/http/registerCall.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { graphql } from '#features/config/contract.ts'
import type { Answer, Engine } from './engine.ts'

export function registerGraphql(app: FastifyInstance, { metadata, settings }: Deps): void {
  let engine: Promise<Engine> | undefined
  const load = async () => {
    try {
      return await (await import('./engine.ts')).makeEngine(metadata, settings.development)
    } catch (error) {
      engine = undefined
      throw error
    }
  }
  registerRaw(app, graphql, async ({ body }, { user, log }): Promise<Answer> => {
    engine ??= load()
    const { query, variables, operationName } = body
    const trusted = holdsPermission(user.authorityInfo, 'search_config')
    const question = { query, variables: variables ?? {}, operationName: operationName ?? undefined }
    return (await engine).run(question, { trusted }, log)
  })
}
