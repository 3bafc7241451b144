// Runs GraphQL queries by mercurius. Loaded on first use: it would cost each start a tenth of a second.
import fastify from 'fastify'
import type { DocumentNode } from 'graphql'
import mercurius from 'mercurius'
import type { Log } from '#server/log.ts'
import type { Metadata } from '#server/metadata/open.ts'
import { AppError, errors } from '#shared/errors.ts'
import { GraphQLError, parse } from './library.ts'
import { checkLimits, tooDeep } from './limits.ts'
import { type GraphqlReader, makeResolvers } from './resolvers.ts'
import { schemaText } from './schema.ts'
import { wordsOf } from './wording.ts'

export interface Question {
  query: string
  variables: Record<string, unknown>
  operationName?: string | undefined
}

export interface Answer {
  data: unknown
  errors?: {
    message: string
    locations?: readonly unknown[]
    path?: readonly unknown[]
    extensions?: object
  }[]
}

export interface Engine {
  run(question: Question, caller: GraphqlReader, log: Pick<Log, 'error'>): Promise<Answer>
}

const mostTokens = 4000

/** `introspection`: whether the schema itself may be queried. */
export async function makeEngine(metadata: Metadata, introspection: boolean): Promise<Engine> {
  // A separate Fastify instance that never listens: mercurius adds no GET route, batching or persisted
  // queries to ours.
  const host = fastify()
  await host.register(mercurius, {
    schema: schemaText,
    resolvers: makeResolvers(metadata) as never,
    routes: false,
    // Errors are passed through; what they reveal is decided below.
    errorFormatter: ({ data, errors }) => ({ statusCode: 200, response: { data, errors } as never }),
  })
  await host.ready()
  return {
    async run({ query, variables, operationName }, caller, log) {
      try {
        checkLimits(parsed(query), variables, introspection)
        const answer = await host.graphql(query, { ...caller } as never, variables, operationName)
        return {
          data: answer.data ?? null,
          ...(answer.errors && { errors: answer.errors.map(shownTo(log)) }),
        }
      } catch (error) {
        return { data: null, errors: causesOf(error).map(shownTo(log)) }
      }
    },
  }
}

/** Parsed here first: mercurius would take a text that is no GraphQL for a JSON tree. */
const parsed = (query: string): DocumentNode => parse(query, { maxTokens: mostTokens })

/** Mercurius collects validation errors in `errors`. */
function causesOf(error: unknown): unknown[] {
  const causes = (error as { errors?: unknown[] }).errors
  return Array.isArray(causes) && causes.length > 0 ? causes.slice(0, 10) : [error]
}

const shownTo = (log: Pick<Log, 'error'>) => (error: unknown) => {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error
  const place =
    error instanceof GraphQLError
      ? { ...(error.locations && { locations: error.locations }), ...(error.path && { path: error.path }) }
      : {}
  if (cause instanceof AppError) return { message: cause.message, ...place, extensions: { code: cause.code } }
  if (cause instanceof GraphQLError) return { message: wordsOf(cause), ...place }
  // The library parses a query recursively.
  if (cause instanceof RangeError)
    return { message: tooDeep, ...place, extensions: { code: 'parameter_wrong' } }
  log.error({ err: cause }, 'graphql failed')
  return { message: errors.internal.message, ...place, extensions: { code: 'internal' } }
}
