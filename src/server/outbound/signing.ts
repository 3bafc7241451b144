// How the other side knows that a request is ours and new: an HMAC over time and body.
import { createHmac } from 'node:crypto'

/** `x-timestamp` in seconds; `x-signature` of `<timestamp>.<body>`, absent without a secret. */
export function signedHeaders(secret: string, body: string, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  if (secret === '') return { 'x-timestamp': timestamp }
  const sign = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return { 'x-timestamp': timestamp, 'x-signature': `sha256=${sign}` }
}
