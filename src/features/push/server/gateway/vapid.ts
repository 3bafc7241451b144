// The server's key for push services (VAPID, RFC 8292): from the environment, where several installations
// share browsers, else derived from the installation's secret, so that it is in no file and no backup.
import { createECDH, hkdfSync } from 'node:crypto'
import { installationSecret } from '#server/secret.ts'
import type { Settings } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'

interface VapidKeys {
  /** base64url, as used by web-push and browsers. */
  publicKey: string
  privateKey: string
}

/** The order of the curve P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

export function vapidKeys({ dataDir }: Pick<Settings, 'dataDir'>): VapidKeys {
  const given = process.env.PUSH_VAPID_KEY?.trim()
  return keysOf(given ? fromText(given) : madeOf(installationSecret(dataDir)))
}

function fromText(text: string): Buffer {
  const key = Buffer.from(text, 'base64url')
  const number = BigInt(`0x${key.toString('hex') || '0'}`)
  if (key.length === 32 && number > 0n && number < order) return key
  // The key is secret, so the message does not repeat it.
  throw new AppError('gateway_failed', 'PUSH_VAPID_KEY 应为 P-256 私钥（32 字节，base64url），请管理员检查')
}

/** Sixteen extra bytes, so that all values are equally likely. */
function madeOf(secret: Buffer): Buffer {
  const bytes = Buffer.from(hkdfSync('sha256', secret, 'analytics push', 'vapid', 48))
  const number = (BigInt(`0x${bytes.toString('hex')}`) % (order - 1n)) + 1n
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
}

function keysOf(privateKey: Buffer): VapidKeys {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  return {
    publicKey: curve.getPublicKey('base64url', 'uncompressed'),
    privateKey: privateKey.toString('base64url'),
  }
}
