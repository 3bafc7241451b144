// Turns every failure into the envelope, by the one table of errors. Unknown errors are logged and never
// leak.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode, errors } from '#shared/errors.ts'
import { storageFailure } from '../storage.ts'
import { failurePageOf, isNavigation, pageType } from './failurePage.ts'
import { jsonType } from './reply.ts'
import { callOf } from './requests.ts'
import { contentSecurityPolicy } from './securityHeaders.ts'

/** Fastify's own error codes, mapped to ours. */
const foreignCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_unsupported',
  FST_ERR_ASYNC_CONSTRAINT: 'route_missing',
}

export function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : foreignCodes[code]
  if (known) return new AppError(known)
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? new AppError('request_malformed')
    : storageFailure(error)
}

/** AppErrors are logged without their message, which may contain users' values and texts. */
const told = (error: unknown): object => (error instanceof AppError ? { reason: error.code } : { err: error })

export const failureText = (error: AppError): string =>
  JSON.stringify({ isSuccess: false, data: error.data, msg: error.message, code: error.code })

export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Of an unknown error the caller gets only the request id, under which the log has the details.
  const failure = asAppError(error) ?? new AppError('internal', undefined, { requestId: request.id })
  request.failureCode = failure.code
  if (errors[failure.code].reported) {
    request.log.error({ ...told(error), call: callOf(request) }, failure.code)
  }
  reply.removeHeader('content-disposition')
  const { retryAfter } = (failure.data ?? {}) as { retryAfter?: unknown }
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter)
  reply.status(failure.status)
  if (failure.status === 401) reply.header('www-authenticate', 'Bearer error="invalid_token"')
  if (!isNavigation(request)) return reply.type(jsonType).send(failureText(failure))
  // Status 203 is for programs; a browser without a session is led to the login page.
  reply.header('content-security-policy', contentSecurityPolicy([]))
  return reply.type(pageType).send(request.method === 'HEAD' ? '' : failurePageOf(failure))
}
