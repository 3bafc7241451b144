// A browser's side of Web Push, written from the RFCs: its keys, decryption of messages (RFC 8188, 8291), and how its
// push service authenticates the sender (RFC 8292).
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'

export interface BrowserKeys {
  p256dh: string
  auth: string
  privateKey: Buffer
}

export function makeBrowserKeys(): BrowserKeys {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  return {
    p256dh: curve.getPublicKey('base64url', 'uncompressed'),
    auth: randomBytes(16).toString('base64url'),
    privateKey: curve.getPrivateKey(),
  }
}

const derived = (key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Throws where the message was encrypted for other keys, or was changed. */
export function decrypt(sent: Buffer, { p256dh, auth, privateKey }: BrowserKeys): string {
  const salt = sent.subarray(0, 16)
  const keyLength = sent.readUInt8(20)
  const sender = sent.subarray(21, 21 + keyLength)
  const record = sent.subarray(21 + keyLength)
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), sender])
  const key = derived(curve.computeSecret(sender), Buffer.from(auth, 'base64url'), info, 32)
  const contentKey = derived(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with the byte 2, followed by padding.
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8')
}

export interface Vapid {
  publicKey: string
  claims: { aud: string; exp: number; sub: string }
}

/** Throws where the header is not signed by the key it names. */
export function readVapid(authorization: string): Vapid {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as JsonWebKey, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the signature is not of this key')
  return { publicKey, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Vapid['claims'] }
}
