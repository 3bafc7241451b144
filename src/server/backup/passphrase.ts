// Encrypts the installation's secret for a backup, with a key that scrypt derives from a passphrase. Neither
// the archive nor the passphrase alone reveals the secret.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { PasswordCost } from '../settings.ts'

export const sealedSecretName = 'secret.sealed'
export const leastPassphrase = 8

interface SealedSecret extends PasswordCost {
  salt: string
  iv: string
  tag: string
  body: string
}

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

const keyOf = (passphrase: string, salt: Buffer, { logN, r, p }: PasswordCost): Promise<Buffer> =>
  derive(passphrase.normalize('NFC'), salt, 32, { N: 2 ** logN, r, p, maxmem: 2 ** (logN + 8) * r })

export async function sealSecret(secret: Buffer, passphrase: string, cost: PasswordCost): Promise<Buffer> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt, cost), iv)
  const body = Buffer.concat([cipher.update(secret), cipher.final()])
  const base64 = (bytes: Buffer) => bytes.toString('base64')
  const sealed: SealedSecret = {
    ...cost,
    salt: base64(salt),
    iv: base64(iv),
    tag: base64(cipher.getAuthTag()),
    body: base64(body),
  }
  return Buffer.from(`${JSON.stringify(sealed)}\n`)
}

/** Null for a wrong passphrase. */
export async function openSecret(bytes: Buffer, passphrase: string): Promise<Buffer | null> {
  const { salt, iv, tag, body, ...cost } = JSON.parse(bytes.toString()) as SealedSecret
  const [key, ...rest] = [await keyOf(passphrase, Buffer.from(salt, 'base64'), cost), iv, tag, body]
  const [ivBytes, tagBytes, sealed] = rest.map((text) => Buffer.from(text as string, 'base64'))
  const decipher = createDecipheriv('aes-256-gcm', key as Buffer, ivBytes as Buffer)
  decipher.setAuthTag(tagBytes as Buffer)
  try {
    return Buffer.concat([decipher.update(sealed as Buffer), decipher.final()])
  } catch {
    return null
  }
}
