// Trace codes: ten characters of Crockford's base32, easy to read off a photograph and to type.
import { createHmac } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 10

/** The same text always gives the same code; nobody without the secret can predict it. */
export function codeOf(secret: Buffer, text: string): string {
  const bits = createHmac('sha256', secret).update(text).digest().readBigUInt64BE()
  return Array.from({ length }, (_, place) => alphabet[Number((bits >> BigInt(5 * place)) & 31n)]).join('')
}

/** Normalizes a typed code: case, spaces and dashes are ignored, O becomes 0, I and L become 1. */
export const typedCode = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}_]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
