// POST /api/s1/graphql. A query's own failures are answered 200 with `errors`, as its clients expect;
// what is no query at all is refused with the envelope like any call.
import type { FastifyInstance } from 'fastify'
import type { DocumentNode } from 'graphql'
import mercurius from 'mercurius'
import type { Deps } from '../../../../server/deps.ts'
import { type CallContext, registerRaw } from '../../../../server/http/registerCall.ts'
import { AppError, errors } from '../../../../shared/errors.ts'
import { holdsPermission } from '../../../../shared/permissions.ts'
import { graphql } from '../../contract.ts'
import { GraphQLError, parse } from './library.ts'
import { checkLimits } from './limits.ts'
import { type Caller, makeResolvers } from './resolvers.ts'
import { schemaText } from './schema.ts'

const mostTokens = 4000

interface Answer {
  data: unknown
  errors?: {
    message: string
    locations?: readonly { line: number; column: number }[]
    path?: readonly unknown[]
  }[]
}

export async function registerGraphql(app: FastifyInstance, { metadata, settings }: Deps): Promise<void> {
  // `routes: false`: no GET, no batches, no persisted queries; the one way in is the declared call.
  await app.register(mercurius, {
    schema: schemaText,
    resolvers: makeResolvers(metadata) as never,
    routes: false,
    // Errors reach us as they were thrown; what is told of them is decided below.
    errorFormatter: ({ data, errors }) => ({ statusCode: 200, response: { data, errors } as never }),
  })
  registerRaw(app, graphql, async ({ body }, { user, log }): Promise<Answer> => {
    const caller: Caller = { trusted: holdsPermission(user.authorityInfo, 'search_config') }
    const variables = body.variables ?? {}
    try {
      checkLimits(parsed(body.query), variables, !settings.production)
      const answer = await app.graphql(
        body.query,
        { ...caller } as never,
        variables,
        body.operationName ?? undefined,
      )
      return { data: answer.data ?? null, ...(answer.errors && { errors: answer.errors.map(shownTo(log)) }) }
    } catch (error) {
      return { data: null, errors: causesOf(error).map(shownTo(log)) }
    }
  })
}

/** Read here first: mercurius takes a text that is no GraphQL for a tree in JSON. */
const parsed = (query: string): DocumentNode => parse(query, { maxTokens: mostTokens })

/** Mercurius gathers what validation found in `errors`. */
function causesOf(error: unknown): unknown[] {
  const causes = (error as { errors?: unknown[] }).errors
  return Array.isArray(causes) && causes.length > 0 ? causes.slice(0, 10) : [error]
}

const shownTo = (log: CallContext['log']) => (error: unknown) => {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error
  const place = error instanceof GraphQLError ? { locations: error.locations, path: error.path } : {}
  if (cause instanceof AppError) return { message: cause.message, ...place, extensions: { code: cause.code } }
  // No hint about names that were nearly right: outside development the schema is not told.
  if (cause instanceof GraphQLError) {
    return { message: `查询有误：${cause.message.replace(/ Did you mean .*$/s, '')}`, ...place }
  }
  log.error({ err: cause }, 'graphql failed')
  return { message: errors.internal.message, ...place, extensions: { code: 'internal' } }
}
