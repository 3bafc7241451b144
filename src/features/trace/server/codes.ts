// Trace codes: ten characters of Crockford's base32, which people can read off a photograph and type.
import { createHmac } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 10

/** The same for the same text; nobody without the secret can tell what it will be. */
export function codeOf(secret: Buffer, text: string): string {
  const bits = createHmac('sha256', secret).update(text).digest().readBigUInt64BE()
  return Array.from({ length }, (_, place) => alphabet[Number((bits >> BigInt(5 * place)) & 31n)]).join('')
}

/** As it was given, whatever was typed: case, spaces and dashes don't count, O is 0, I and L are 1. */
export const typedCode = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}_]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
