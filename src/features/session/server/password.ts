// Passwords by scrypt; the cost stands in each hash, so it can grow without breaking old ones.
import { randomBytes, scrypt as scryptCallback, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const scrypt = promisify<string, Buffer, number, object, Buffer>(scryptCallback)

/** 32 MB and some 50 ms a try. */
const cost = { logN: 15, r: 8, p: 1 }
const saltBytes = 16
const hashBytes = 32

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, salt, hashBytes, cost)
  return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64'), hash.toString('base64')].join('$')
}

/** Without a stored hash (an unknown user) it does the same work and says no. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, logN, r, p, salt, hash] = (stored ?? nobodysHash).split('$')
  const expected = Buffer.from(hash ?? '', 'base64')
  const parameters = { logN: Number(logN), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt ?? '', 'base64'), expected.length, parameters)
  return timingSafeEqual(derived, expected) && stored !== undefined
}

/** Easy to read aloud and to type: no letters or digits that look alike. */
export function makePassword(): string {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
  const draw = () => {
    let byte = 256
    while (byte >= 256 - (256 % signs.length)) byte = randomBytes(1).readUInt8()
    return signs[byte % signs.length]
  }
  const group = () => Array.from({ length: 5 }, draw).join('')
  return [group(), group(), group(), group()].join('-')
}

const nobodysHash = [
  'scrypt',
  cost.logN,
  cost.r,
  cost.p,
  Buffer.alloc(saltBytes).toString('base64'),
  Buffer.alloc(hashBytes).toString('base64'),
].join('$')

function derive(
  password: string,
  salt: Buffer,
  length: number,
  { logN, r, p }: typeof cost,
): Promise<Buffer> {
  const N = 2 ** logN
  // Unicode can write one visible password in several ways; people mean the same.
  return scrypt(password.normalize('NFC'), salt, length, { N, r, p, maxmem: 256 * N * r })
}
