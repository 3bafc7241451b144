// Unsubscribe links that need no login: a recipient's entry in one subscription, signed with the
// installation's secret. They grant nothing else and can be used repeatedly.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { installationSecret } from '#server/secret.ts'
import { pages } from '#shared/pages.ts'

const form = /^([1-9]\d{0,15})\.([\w-]{43})$/

const leavingToken = (dataDir: string, recipientId: number): string =>
  `${recipientId}.${signatureOf(dataDir, String(recipientId)).toString('base64url')}`

/** Null for a token that was not made here. */
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
  pages.unsubscribe({ token: leavingToken(dataDir, recipientId) })

function signatureOf(dataDir: string, id: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', installationSecret(dataDir), 'analytics', 'unsubscribe', 32))
  return createHmac('sha256', key).update(`subscription recipient ${id}`).digest()
}
