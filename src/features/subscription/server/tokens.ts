// Links by which somebody unsubscribes without a login: the place of theirs in one subscription, signed under the
// installation's secret. They open nothing else, and work as often as they are used.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { installationSecret } from '#server/secret.ts'

const form = /^([1-9]\d{0,15})\.([\w-]{43})$/

export const leavingToken = (dataDir: string, recipientId: number): string =>
  `${recipientId}.${signatureOf(dataDir, String(recipientId)).toString('base64url')}`

/** Null for what was not made here. */
export function readToken(dataDir: string, token: string): number | null {
  const [, id = '', signature = ''] = form.exec(token) ?? []
  if (id === '') return null
  const given = Buffer.from(signature, 'base64url')
  const own = signatureOf(dataDir, id)
  if (given.length !== own.length || !timingSafeEqual(given, own)) return null
  const number = Number(id)
  return Number.isSafeInteger(number) && number < 2 ** 31 ? number : null
}

export const leavingPath = (dataDir: string, recipientId: number): string =>
  `/unsubscribe/${leavingToken(dataDir, recipientId)}`

function signatureOf(dataDir: string, id: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', installationSecret(dataDir), 'analytics', 'unsubscribe', 32))
  return createHmac('sha256', key).update(`subscription recipient ${id}`).digest()
}
