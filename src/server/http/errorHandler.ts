// Every failure becomes the envelope, by the one table of errors. What is unknown is logged and never leaks.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode, errors } from '#shared/errors.ts'
import { storageFailure } from '../storage.ts'
import { failurePageOf, isNavigation, pageType } from './failurePage.ts'
import { jsonType } from './reply.ts'
import { callOf } from './requests.ts'
import { contentSecurityPolicy } from './securityHeaders.ts'

/** Fastify's own refusals, by their codes. */
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

/** Of what we say ourselves the log has no word: messages name values and texts of users. */
const told = (error: unknown): object => (error instanceof AppError ? { reason: error.code } : { err: error })

export const failureText = (error: AppError): string =>
  JSON.stringify({ isSuccess: false, data: error.data, msg: error.message, code: error.code })

export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Of what is unknown the caller is told the number alone by which the log knows it.
  const failure = asAppError(error) ?? new AppError('internal', undefined, { requestId: request.id })
  if (errors[failure.code].reported) {
    request.log.error({ ...told(error), call: callOf(request) }, failure.code)
  }
  reply.removeHeader('content-disposition')
  reply.status(failure.status)
  if (!isNavigation(request)) return reply.type(jsonType).send(failureText(failure))
  // 203 is for programs; a browser that has no session finds the login from any page.
  reply.header('content-security-policy', contentSecurityPolicy([]))
  return reply.type(pageType).send(request.method === 'HEAD' ? '' : failurePageOf(failure))
}
