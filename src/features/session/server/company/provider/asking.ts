// Requests to providers, by the one way out, and what their failures say to who signs in.
import { ask, OutboundProblem } from '#server/outbound/request.ts'
import type { ProviderSettings } from '#server/signIn/providerSettings.ts'
import { readSecretAt } from '#server/signIn/secrets.ts'
import { AppError } from '#shared/errors.ts'

const timeoutMs = 15_000
const mostBytes = 1024 * 1024

interface Request {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array
  signal?: AbortSignal
}

/** Throws sign_in_away where no answer came. */
export async function askProvider(
  { title, allowed }: ProviderSettings,
  url: URL,
  { method, headers = {}, body, signal }: Request,
): Promise<{ status: number; text: string }> {
  try {
    return await ask({
      url,
      method,
      headers,
      allowed,
      timeoutMs,
      mostBytes,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
  } catch (error) {
    throw awayBy(title, error)
  }
}

const faults = {
  slow: `${timeoutMs / 1000} 秒内没有响应`,
  certificate: '的证书不可信',
  private: '的地址在内网里，没有列在 allowed 中',
} as const

export function awayBy(title: string, error: unknown): AppError {
  const fault = error instanceof OutboundProblem ? error.fault : ''
  const says = Object.hasOwn(faults, fault) ? faults[fault as keyof typeof faults] : '连不上'
  const away = new AppError('sign_in_away', `${title}${says}，请稍后再试；本地账号可以照常登录`)
  away.cause = error
  return away
}

/** What came back does not prove anybody. */
export function unproven(title: string, cause: unknown): AppError {
  const refused = new AppError(
    'sign_in_refused',
    `${title}的答复没有通过核对，没有登录；请重试，一直如此请联系管理员`,
  )
  refused.cause = cause
  return refused
}

/** Throws sign_in_away, without the secret. */
export function clientSecret(settings: ProviderSettings): string {
  try {
    return readSecretAt(settings)
  } catch (error) {
    const away = new AppError('sign_in_away', `${settings.title}的密钥没有设置好，请联系管理员`)
    away.cause = error
    throw away
  }
}
