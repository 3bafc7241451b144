// Makes each signature usable once, on all servers and across restarts: the store keeps the used ones.
import type { Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { signatureSeconds } from '../contract.ts'
import type { Verified } from './signing.ts'

/** Kept this much longer than a signature is valid, in seconds, because servers' clocks differ. */
const spareSeconds = 600

/** Runs in the transaction that records the use. Throws signature_used. */
export async function useUp(db: Db, { sign, ts }: Verified, nowMs: number): Promise<void> {
  const now = Math.floor(nowMs / 1_000)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('user_tag_signature')
    .values({ sign, until: ts + signatureSeconds + spareSeconds })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (Number(numInsertedOrUpdatedRows ?? 0) !== 1)
    throw new AppError('signature_used', '这个签名已经用过：每个签名只能用一次，请重新签名')
  await db.deleteFrom('user_tag_signature').where('until', '<', now).execute()
}

export const isUsed = async (db: Db, sign: string): Promise<boolean> =>
  (await db.selectFrom('user_tag_signature').select('sign').where('sign', '=', sign).executeTakeFirst()) !==
  undefined
