// Signs requests to gateways: HMAC-SHA256 over method, path, time and body, against forging, changing or
// replaying elsewhere.
import { createHmac, timingSafeEqual } from 'node:crypto'

interface Signed {
  method: string
  /** With its query string. */
  path: string
  /** Seconds since 1970. */
  time: string
  body: string
}

export const timeHeader = 'x-push-timestamp'
export const signatureHeader = 'x-push-signature'

export const signatureOf = (secret: string | Buffer, { method, path, time, body }: Signed): string =>
  `sha256=${createHmac('sha256', secret).update([method, path, time, body].join('\n')).digest('hex')}`

export function isSigned(secret: string | Buffer, request: Signed, signature: string): boolean {
  const [wanted, given] = [Buffer.from(signatureOf(secret, request)), Buffer.from(signature)]
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}
