// Requests to gateways and their results; what a failed request means for its people. Where they may have
// been reached, the outcome is unknown, and nothing is sent again.

import { type OutboundFault, OutboundProblem } from '#server/outbound/request.ts'
import type { PushMessage, PushOutcome } from '#features/push/contract.ts'

export interface Batch {
  /** The same on repetition: a gateway accepts a key once. */
  key: string
  cgi: string
  /** Null for a test. */
  taskId: number | null
  message: PushMessage
  targets: readonly string[]
}

export interface Delivered {
  outcome: PushOutcome
  answer: string
}

export interface Gateway {
  /** Where messages go, in words. */
  name: string
  /** Whether messages reach anybody. */
  delivers: boolean
  /** One answer per target, in order. Never rejects: a failure is an answer. */
  deliver(batch: Batch, signal: AbortSignal): Promise<Delivered[]>
}

export const failed = (answer: string): Delivered => ({ outcome: 'failed', answer })
export const unknown = (answer: string): Delivered => ({ outcome: 'unknown', answer })

const faults: Record<OutboundFault, Delivered> = {
  unresolved: failed('域名无法解析，没有发送；请检查网关的地址'),
  private: failed('地址在内网，未被允许，没有发送；请管理员在设置的 allowed 中列出该地址'),
  refused: failed('对方没有开着的端口，没有发送；请检查网关的地址'),
  certificate: failed('对方的证书无效，没有发送；请检查网关的地址'),
  broken: unknown('连接中断，结果未知'),
  unreachable: unknown('连接中断，结果未知'),
  slow: unknown('响应超时，结果未知'),
  redirect: failed('要求跳转，未被允许，没有发送；请检查网关的地址'),
  large: unknown('返回的内容过大，无法识别，结果未知'),
}

export function ofFailure(error: unknown): Delivered {
  if (!(error instanceof OutboundProblem)) return unknown('服务在发送途中停止，结果未知')
  const code = (error.cause as NodeJS.ErrnoException | undefined)?.code ?? ''
  // Failed before any part of the message was sent.
  if (error.fault === 'unreachable' && /^(EHOST|ENET|EADDR)/.test(code))
    return failed('连不上网关，没有发送；请检查网关的地址')
  return faults[error.fault]
}

const longestAnswer = 200

/** For storage and display: one line of bounded length. */
export function answerText(text: string): string {
  const line = text
    .slice(0, longestAnswer * 4)
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
    .toWellFormed()
  return line.length > longestAnswer ? `${line.slice(0, longestAnswer - 1)}…` : line
}
