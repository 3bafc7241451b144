// Asks a platform's gateway about an account: POST { platform, accountId } with the token as bearer; the
// answer is { name, state, balance, currency, note }.
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { ask, type OutboundAnswer, type OutboundFault, OutboundProblem } from '#server/outbound/request.ts'
import { AppError } from '#shared/errors.ts'
import type { AdAccountInfo } from '#features/lists/contract.ts'
import type { Gateway } from './gateways.ts'

const answered = Type.Object({
  name: Type.String({ maxLength: 500 }),
  state: Type.String({ maxLength: 100 }),
  balance: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  currency: Type.Optional(Type.String({ maxLength: 20 })),
  note: Type.Optional(Type.String({ maxLength: 500 })),
})

const faults: Record<OutboundFault, string> = {
  unresolved: '网关的域名无法解析，请检查设置',
  private: '网关指向内网地址，未被允许；请管理员在 adGateways 的 allowed 中列出该地址',
  unreachable: '网关连不上，请稍后再试',
  refused: '网关连不上（拒绝连接），请稍后再试',
  broken: '网关连不上（中途断开），请稍后再试',
  certificate: '网关的证书不被信任，请网关的维护者更换证书',
  slow: '网关响应超时，请稍后再试',
  redirect: '网关要求跳转，未被允许；请检查设置的地址',
  large: '网关返回的内容过大，无法识别',
}

const timeoutMs = 10_000

/** Throws AppError gateway_failed with the reason in Chinese, never with the token. */
export async function askAccount(
  { url, allowed }: Gateway,
  account: { platform: string; accountId: string; token: string },
  signal: AbortSignal,
): Promise<AdAccountInfo> {
  const { platform, accountId, token } = account
  try {
    const answer = await ask({
      url,
      allowed,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ platform, accountId }),
      timeoutMs,
      signal,
    })
    return readAnswer(answer)
  } catch (error) {
    if (!(error instanceof OutboundProblem)) throw error
    throw new AppError('gateway_failed', faults[error.fault])
  }
}

function readAnswer({ status, text }: OutboundAnswer): AdAccountInfo {
  if (status === 401 || status === 403)
    throw new AppError('gateway_failed', '平台不接受这个令牌，请更新令牌后再试')
  if (status === 404) throw new AppError('gateway_failed', '平台上没有这个账户，请检查账户编号')
  if (status !== 200) throw new AppError('gateway_failed', `网关返回 ${status}，请稍后再试`)
  const value = parsed(text)
  if (!Value.Check(answered, value))
    throw new AppError('gateway_failed', '网关返回的内容无法识别，请联系网关的维护者')
  const { name, state, balance = null, currency = '', note = '' } = value
  return { name, state, balance, currency, note }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
