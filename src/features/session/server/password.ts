// Passwords by scrypt; the cost stands in each hash, so it can grow without breaking old ones.
import { randomBytes, scrypt as scryptCallback, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Turns } from '#server/limits/turns.ts'
import type { PasswordCost } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'

const scrypt = promisify<string, Buffer, number, object, Buffer>(scryptCallback)

const saltBytes = 16
const hashBytes = 32

/** Each takes its 128 MB and some 0.4 s of a processor, so that few are at work, however many sign in. */
const turns = new Turns({ atOnce: 2, waiting: 100 })

export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(saltBytes)
  return write(cost, salt, await derive(password, salt, hashBytes, cost))
}

export interface Checked {
  right: boolean
  /** The same password's hash at the wanted cost, where what is stored is cheaper. */
  raised: string | null
}

/**
 * Without a stored hash (an unknown user) it does the same work and says no. A cheap stored one is followed by one
 * of the wanted cost, right or wrong, so that the time doesn't tell either that there is such a user.
 */
export async function checkPassword(
  password: string,
  stored: string | undefined,
  cost: PasswordCost,
): Promise<Checked> {
  const [, logN, r, p, salt, hash] = (stored ?? nobodysHash(cost)).split('$')
  const expected = Buffer.from(hash ?? '', 'base64')
  const kept = { logN: Number(logN), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt ?? '', 'base64'), expected.length, kept)
  const right = timingSafeEqual(derived, expected) && stored !== undefined
  const raised = isCheaper(kept, cost) ? await hashPassword(password, cost) : null
  return { right, raised: right ? raised : null }
}

/** Of a new user, until they set one: no password has it. */
export const noPassword = (cost: PasswordCost): string =>
  write(cost, randomBytes(saltBytes), randomBytes(hashBytes))

const memoryOf = ({ logN, r }: PasswordCost): number => 2 ** logN * r
const isCheaper = (one: PasswordCost, other: PasswordCost): boolean =>
  memoryOf(one) < memoryOf(other) || memoryOf(one) * one.p < memoryOf(other) * other.p

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

const write = ({ logN, r, p }: PasswordCost, salt: Buffer, hash: Buffer): string =>
  ['scrypt', logN, r, p, salt.toString('base64'), hash.toString('base64')].join('$')

const nobodysHash = (cost: PasswordCost): string =>
  write(cost, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes))

async function derive(
  password: string,
  salt: Buffer,
  length: number,
  { logN, r, p }: PasswordCost,
): Promise<Buffer> {
  const N = 2 ** logN
  // Unicode can write one visible password in several ways; people mean the same.
  const work = () => scrypt(password.normalize('NFC'), salt, length, { N, r, p, maxmem: 256 * N * r })
  const turn = await turns.enter(new AbortController().signal).catch(() => {
    throw new AppError('server_busy')
  })
  return work().finally(turn)
}
