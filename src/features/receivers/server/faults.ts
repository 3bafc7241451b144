// Explains in Chinese why a receiver could not be reached and what to do.
import { type OutboundFault, OutboundProblem } from '#server/outbound/problem.ts'
import type { Refusal } from './formats/types.ts'

const faults: Record<OutboundFault, Refusal> = {
  unresolved: { problem: '域名无法解析；请检查地址', again: true },
  private: {
    problem:
      '地址指向内网，未被允许；请管理员在 settings.json 中列出该网段（webhookNets，邮件服务器为 mail 的 allowed）',
    again: false,
  },
  unreachable: { problem: '连不上对方的服务器', again: true },
  refused: { problem: '对方的服务器拒绝连接', again: true },
  broken: { problem: '连接中途断开，没有得到响应', again: true },
  certificate: { problem: '对方的证书不被信任，或不支持加密连接；请对方更换证书', again: true },
  slow: { problem: '对方 10 秒内没有响应', again: true },
  redirect: { problem: '对方要求跳转到别处，未被允许；请填写最终的地址', again: false },
  large: { problem: '对方返回的内容过大，无法识别', again: false },
}

/** Null for errors other than network errors. */
export const refusalOf = (error: unknown): Refusal | null =>
  error instanceof OutboundProblem ? faults[error.fault] : null
