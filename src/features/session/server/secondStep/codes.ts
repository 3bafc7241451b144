// Codes of the second step (RFC 6238: SHA-1, six digits, 30 seconds) and recovery codes. No code counts twice.
import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Database } from '#server/metadata/schema.ts'
import type { Db } from '#server/objects/types.ts'
import { type SealedPlace, seal, sealedPlace, unseal } from '#server/sealed.ts'
import { AppError } from '#shared/errors.ts'
import { makePassword } from '../password.ts'
import { stepSealing } from '../tables.ts'

type StoredStep = Selectable<Database['second_step']>

const periodMs = 30_000
/** Codes one step earlier or later count, because clocks differ. */
const stepsBeside = 1
const recoveryCodes = 10

const placeOf = (settings: { dataDir: string }, id: number): SealedPlace =>
  sealedPlace(settings, 'second_step', stepSealing, id)

export const makeSeed = (): string => new Secret({ size: 20 }).base32

/** Bound to the row of this id. */
export const sealedSeed = (settings: { dataDir: string }, id: number, seed: string): string =>
  seal(seed, placeOf(settings, id))

/** Throws where this installation can't decrypt it. */
export function seedIn(settings: { dataDir: string }, row: { id: number; seed: string }): string {
  const seed = unseal(row.seed, placeOf(settings, row.id))
  if (seed === null)
    throw new AppError('parameter_wrong', '验证器的密钥是在另一套系统上加密的，请联系管理员重置两步登录')
  return seed
}

export const addressOf = (seed: string, issuer: string, account: string): string =>
  new TOTP({ secret: Secret.fromBase32(seed), issuer, label: account }).toString()

/** The time step whose code was typed; null where it is none of those around now. */
export function stepTyped(seed: string, typed: string, now = Date.now()): number | null {
  const token = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const totp = new TOTP({ secret: Secret.fromBase32(seed) })
  const delta = totp.validate({ token, timestamp: now, window: stepsBeside })
  return delta === null ? null : Math.floor(now / periodMs) + delta
}

export const readStep = (db: Db, userId: number): Promise<StoredStep | undefined> =>
  db
    .selectFrom('second_step')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()

const wrong = (message: string): AppError => new AppError('step_wrong', message)

/** Uses the typed code up; returns what it was. Throws step_wrong. */
export async function spendCode(
  db: Db,
  settings: { dataDir: string },
  stored: StoredStep,
  typed: string,
): Promise<'code' | 'recovery'> {
  if (typed.trim() === '') throw wrong('请填写验证器上现在的口令，或一个备用码')
  if (/^[\d\s]+$/.test(typed)) {
    const step = stepTyped(seedIn(settings, stored), typed)
    if (step === null) throw wrong('口令不对：请用验证器上现在的 6 位数字，并看看手机的时间准不准')
    if (!(await advance(db, stored.id, step))) throw wrong('这个口令已经用过，请等下一个')
    return 'code'
  }
  if (!(await spendRecovery(db, stored, typed))) throw wrong('备用码不对，或已经用过')
  return 'recovery'
}

/** False where the step's code, or a later one, was used before. */
async function advance(db: Db, id: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_step')
    .set({ last_step: step })
    .where('id', '=', id)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function spendRecovery(db: Db, stored: StoredStep, typed: string): Promise<boolean> {
  const left = JSON.parse(stored.recovery) as string[]
  const hash = recoveryHash(typed)
  if (!left.includes(hash)) return false
  const { numUpdatedRows } = await db
    .updateTable('second_step')
    .set({ recovery: JSON.stringify(left.filter((one) => one !== hash)) })
    .where('id', '=', stored.id)
    .where('recovery', '=', stored.recovery)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** 74 bits each, so a plain hash can't be searched. */
export const makeRecovery = (): string[] => Array.from({ length: recoveryCodes }, () => makePassword(3))

/** Case, blanks and dashes don't matter. */
export const recoveryHash = (code: string): string =>
  createHash('sha256').update(code.replace(/[\s-]/g, '').toLowerCase()).digest('hex')
