// Texts that are kept encrypted (AES-256-GCM) under a key of the installation's secret, each bound to where it stands:
// moved to another row it can't be read. A backup holds them as they are kept; the secret goes along where a passphrase
// seals it.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { installationSecret } from './secret.ts'

const version = 'v1'
const ivBytes = 12
const tagBytes = 16

/** What a column of such texts says of itself in its table's declaration. */
export interface Sealing {
  /** Gives keys of their own to different things. */
  purpose: string
  /** Column that binds a text to its row. */
  by: string
  /** Column by which a person knows the row. */
  named: string
  /** Where it is written anew: the list's title and page. */
  list: string
}

export interface SealedPlace {
  dataDir: string
  purpose: string
  /** Names where it stands: `ad_account 12`. */
  place: string
}

export const placeIn = (table: string, key: string | number): string => `${table} ${key}`

export const sealedPlace = (
  { dataDir }: { dataDir: string },
  table: string,
  { purpose }: Sealing,
  key: string | number,
): SealedPlace => ({ dataDir, purpose, place: placeIn(table, key) })

export function seal(text: string, where: SealedPlace): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(installationSecret(where.dataDir), where.purpose), iv)
  cipher.setAAD(Buffer.from(where.place))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
}

/** Null where it can't be read: another installation's, moved, or changed. */
export const unseal = (sealed: string, where: SealedPlace): string | null =>
  unsealWith(installationSecret(where.dataDir), sealed, where)

/** By a secret that is not the installation's, or not yet. */
export function unsealWith(
  secret: Buffer,
  sealed: string,
  { purpose, place }: Omit<SealedPlace, 'dataDir'>,
): string | null {
  const [named, body] = sealed.split('.')
  const bytes = Buffer.from(body ?? '', 'base64url')
  if (named !== version || bytes.length < ivBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), bytes.subarray(0, ivBytes))
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    return null
  }
}

const keyOf = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'analytics sealed texts', purpose, 32))
