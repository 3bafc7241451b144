// Interprets receivers' answers: an HTTP status, and for a 200 an error code in the body.
import type { OutboundAnswer } from '#server/outbound/request.ts'
import type { Refusal } from './types.ts'

/** Judges by the status only; null for a 2xx. */
export function plainRefusal({ status }: OutboundAnswer, who: string): Refusal | null {
  if (status >= 200 && status < 300) return null
  if (status === 429) return { problem: `${who}说发送太频繁（429），稍后再试`, again: true }
  if (status >= 500) return { problem: `${who}出错（${status}），稍后再试`, again: true }
  if (status === 401 || status === 403)
    return { problem: `${who}拒收（${status}）；请检查渠道的地址与密钥`, again: false }
  if (status === 404 || status === 410)
    return { problem: `${who}没有这个地址（${status}）；请检查渠道的地址`, again: false }
  return { problem: `${who}拒收（${status}）`, again: false }
}

/** Null when the answer does not have the kind's format. */
export function answeredCode(
  { text }: OutboundAnswer,
  codeName: string,
  textName: string,
): { code: number; text: string } | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null || !(codeName in value)) return null
  const answer = value as Record<string, unknown>
  const code = Number(answer[codeName])
  return Number.isFinite(code) ? { code, text: said(answer[textName]) } : null
}

/** Text from a third party: shortened, on one line, and without addresses, which could contain a key. */
const said = (text: unknown): string =>
  (typeof text === 'string' ? text : '')
    .slice(0, 500)
    .replace(/https?:\/\/\S*/gi, '…')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .slice(0, 120)
    .toWellFormed()
    .trim()
