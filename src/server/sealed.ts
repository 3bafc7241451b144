// Texts that are kept encrypted (AES-256-GCM) under a key of the installation's secret, each bound to where it stands:
// moved to another row it can't be read. A backup holds them as they are kept, and the secret is in none.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { installationSecret } from './secret.ts'

const version = 'v1'
const ivBytes = 12
const tagBytes = 16

/** `purpose` gives keys of their own to different things, `place` names where it stands: `ad_account 12`. */
export interface SealedPlace {
  dataDir: string
  purpose: string
  place: string
}

export function seal(text: string, where: SealedPlace): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(where), iv)
  cipher.setAAD(Buffer.from(where.place))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
}

/** Null where it can't be read: another installation's, moved, or changed. */
export function unseal(sealed: string, where: SealedPlace): string | null {
  const [named, body] = sealed.split('.')
  const bytes = Buffer.from(body ?? '', 'base64url')
  if (named !== version || bytes.length < ivBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', keyOf(where), bytes.subarray(0, ivBytes))
  decipher.setAAD(Buffer.from(where.place))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    return null
  }
}

const keyOf = ({ dataDir, purpose }: SealedPlace): Buffer =>
  Buffer.from(hkdfSync('sha256', installationSecret(dataDir), 'analytics sealed texts', purpose, 32))
