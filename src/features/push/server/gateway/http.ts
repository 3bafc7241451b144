// An HTTP gateway: POST { app, key, task, message, targets }, signed, with an idempotency key. It answers {
// "failed": [{ "target", "reason" }] } with the rejected targets; all others were accepted. Status 400 to
// 499, and 503 with Retry-After, mean that none was accepted.
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { ask, type OutboundAnswer } from '#server/outbound/request.ts'
import {
  answerText,
  type Batch,
  type Delivered,
  failed,
  type Gateway,
  ofFailure,
  unknown,
} from './delivered.ts'
import { signatureHeader, signatureOf, timeHeader } from './signing.ts'

export interface HttpGateway {
  name: string
  delivers: boolean
  url: URL
  allowed: readonly string[]
  secret: string | Buffer
}

const timeoutMs = 10_000

export const httpGateway = ({ name, delivers, url, allowed, secret }: HttpGateway): Gateway => ({
  name,
  delivers,
  deliver: async (batch, signal) => {
    const body = bodyOf(batch)
    const time = String(Math.floor(Date.now() / 1000))
    const signature = signatureOf(secret, {
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      time,
      body,
    })
    try {
      const answer = await ask({
        url,
        allowed,
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'idempotency-key': batch.key,
          [timeHeader]: time,
          [signatureHeader]: signature,
        },
        body,
        timeoutMs,
        signal,
      })
      return readAnswer(answer, batch.targets)
    } catch (error) {
      return batch.targets.map(() => ofFailure(error))
    }
  },
})

const bodyOf = ({ cgi, key, taskId, message, targets }: Batch): string =>
  JSON.stringify({ app: cgi, key, task: taskId, message, targets })

const answered = Type.Object({
  failed: Type.Optional(
    Type.Array(
      Type.Object({
        target: Type.Union([Type.String(), Type.Number()]),
        reason: Type.Optional(Type.String()),
      }),
    ),
  ),
})

function readAnswer({ status, text }: OutboundAnswer, targets: readonly string[]): Delivered[] {
  const all = (one: Delivered) => targets.map(() => one)
  if (status === 429 || status === 503) return all(failed(`网关返回 ${status}：太忙，没有接受`))
  if (status === 401 || status === 403) return all(failed(`网关返回 ${status}：不接受签名，请检查密钥`))
  if (status >= 400 && status < 500) return all(failed(answerText(`网关返回 ${status}：${text}`)))
  if (status < 200 || status > 299) return all(unknown(`网关返回 ${status}，结果未知`))
  const value = text.trim() === '' ? {} : parsed(text)
  if (!Value.Check(answered, value)) return all(unknown(answerText(`网关返回的内容无法识别：${text}`)))
  const refused = new Map((value.failed ?? []).map(({ target, reason = '' }) => [String(target), reason]))
  return targets.map((target) => {
    const reason = refused.get(target)
    if (reason !== undefined) return failed(answerText(reason) || '网关没有接受')
    return { outcome: 'sent', answer: `网关返回 ${status}` }
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
