// A provider on loopback whose ID tokens are what a test makes of them.
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Forger {
  issuer: string
  /** What the next answers hold. */
  next: { claims: object; key: 'own' | 'other' | 'none'; issuer?: string; iss?: string }
  stop(): Promise<void>
}

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

export async function startForger(): Promise<Forger> {
  const own = pair()
  const other = pair()
  const server = createServer((request, response) => {
    const { issuer } = forger
    const { next } = forger
    const bodies: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer: next.issuer ?? issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      },
      '/keys': {
        keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
      },
      '/token': {
        access_token: 'access',
        token_type: 'Bearer',
        expires_in: 60,
        id_token: tokenOf(
          next.claims,
          { own: own.privateKey, other: other.privateKey, none: null }[next.key],
        ),
      },
    }
    const body = bodies[request.url ?? '']
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const forger: Forger = {
    issuer: `http://localhost:${(server.address() as AddressInfo).port}`,
    next: { claims: {}, key: 'own' },
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return forger
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function tokenOf(claims: object, key: KeyObject | null): string {
  const signed = `${part({ alg: key ? 'RS256' : 'none', kid: 'one', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${key ? createSign('RSA-SHA256').update(signed).sign(key, 'base64url') : ''}`
}
