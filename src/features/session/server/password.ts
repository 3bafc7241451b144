// Password hashes by scrypt. Each hash contains its cost, so the cost can rise without invalidating old
// hashes.
import { randomBytes, scrypt as scryptCallback, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Turns } from '#server/limits/turns.ts'
import type { PasswordCost } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'

const scrypt = promisify<string, Buffer, number, object, Buffer>(scryptCallback)

const saltBytes = 16
const hashBytes = 32

/**
 * Each hash takes 128 MB and about 0.4 s of CPU time, so only a few run at once, however many users sign in.
 */
const turns = new Turns({ atOnce: 2, waiting: 100 })

export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(saltBytes)
  return write(cost, salt, await derive(password, salt, hashBytes, cost))
}

interface Checked {
  right: boolean
  /** The same password's hash at the current cost, when the stored one is cheaper; otherwise null. */
  raised: string | null
}

/**
 * Without a stored hash (an unknown user) it does the same work and returns no match. A cheap stored hash is
 * followed by one of the current cost, right or wrong, so that the response time does not reveal whether the
 * user exists.
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

/** The hash of a new user who has not set a password; no password matches it. */
export const noPassword = (cost: PasswordCost): string =>
  write(cost, randomBytes(saltBytes), randomBytes(hashBytes))

const memoryOf = ({ logN, r }: PasswordCost): number => 2 ** logN * r
const isCheaper = (one: PasswordCost, other: PasswordCost): boolean =>
  memoryOf(one) < memoryOf(other) || memoryOf(one) * one.p < memoryOf(other) * other.p

/** Easy to read aloud and to type: without letters and digits that look alike. */
export function makePassword(groups = 4): string {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
  const draw = () => {
    let byte = 256
    while (byte >= 256 - (256 % signs.length)) byte = randomBytes(1).readUInt8()
    return signs[byte % signs.length]
  }
  const group = () => Array.from({ length: 5 }, draw).join('')
  return Array.from({ length: groups }, group).join('-')
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
  // Unicode can encode the same visible password in several ways, so it is normalized.
  const work = () => scrypt(password.normalize('NFC'), salt, length, { N, r, p, maxmem: 256 * N * r })
  const turn = await turns.enter(new AbortController().signal).catch(() => {
    throw new AppError('server_busy')
  })
  return work().finally(turn)
}
