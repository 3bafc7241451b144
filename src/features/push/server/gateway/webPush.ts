// Web Push (RFC 8030): the message is encrypted for one browser (RFC 8291), signed with our key, and sent to
// the browser's push service. web-push builds the request; our outbound client sends it, so private addresses
// stay blocked.

import { ask, type OutboundAnswer } from '#server/outbound/request.ts'
import type { Settings } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'
import type { PushMessage } from '#features/push/contract.ts'
import { answerText, type Delivered, failed, ofFailure, unknown } from './delivered.ts'
import { vapidKeys } from './vapid.ts'

export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** `gone`: the browser has ended its subscription and must be removed. */
export type BrowserAnswer = Delivered & { gone: boolean }

/**
 * The least size that push services accept (4,096 bytes), minus salt, key, record header, padding and tag.
 */
const longestPayload = 3_993
const keptSeconds = 24 * 3_600
const timeoutMs = 10_000

/** In the format of our service worker. */
const payloadOf = (message: PushMessage): string =>
  JSON.stringify(Object.fromEntries(Object.entries(message).filter(([, text]) => text !== '')))

export function assertFits(message: PushMessage): void {
  const size = Buffer.byteLength(payloadOf(message))
  if (size <= longestPayload) return
  throw new AppError('parameter_wrong', `Web Push 最多 ${longestPayload} 字节，现为 ${size} 字节，请缩短内容`)
}

export async function sendToBrowser(
  settings: Settings,
  { endpoint, keys }: Subscription,
  message: PushMessage,
  signal: AbortSignal,
): Promise<BrowserAnswer> {
  const { webPushAllowed: allowed = [], contact = 'mailto:push@localhost' } = settings.installation.push
  try {
    const { default: webPush } = await import('web-push')
    const request = webPush.generateRequestDetails({ endpoint, keys }, payloadOf(message), {
      vapidDetails: { subject: contact, ...vapidKeys(settings) },
      TTL: keptSeconds,
      urgency: 'normal',
    })
    // Our outbound client sets its length.
    const { 'Content-Length': _, ...headers } = request.headers
    const answer = await ask({
      url: new URL(endpoint),
      allowed,
      method: 'POST',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: request.body,
      timeoutMs,
      signal,
    })
    return readAnswer(answer)
  } catch (error) {
    if (error instanceof AppError) return { ...failed(error.message), gone: false }
    return { ...ofFailure(error), gone: false }
  }
}

function readAnswer({ status, text }: OutboundAnswer): BrowserAnswer {
  if (status === 201 || status === 200 || status === 202 || status === 204)
    return { outcome: 'sent', answer: `推送服务返回 ${status}`, gone: false }
  if (status === 404 || status === 410)
    return { ...failed(`推送服务返回 ${status}：订阅已失效，已移除`), gone: true }
  if (status === 413) return { ...failed('推送服务返回 413：内容过长'), gone: false }
  if (status === 429) return { ...failed('推送服务返回 429：发送过多，没有接受'), gone: false }
  if (status >= 400 && status < 500)
    return { ...failed(answerText(`推送服务返回 ${status}：${text}`)), gone: false }
  return { ...unknown(`推送服务返回 ${status}，结果未知`), gone: false }
}
