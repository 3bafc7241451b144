// Stores the texts of long addresses, and returns them by key.
import type { Deps } from '#server/deps.ts'
import { AppError } from '#shared/errors.ts'
import { usualDays } from './tables.ts'

/** Per user and day: a page stores one with each change of a long filter. */
const mostADay = 5_000
const dayMs = 86_400_000

const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString()

export async function keepText(
  { metadata: { db } }: Deps,
  userId: number,
  key: string,
  text: string,
): Promise<null> {
  const known = await db.selectFrom('kept_address').select('text').where('key', '=', key).executeTakeFirst()
  if (known) {
    if (known.text !== text) throw new AppError('parameter_wrong')
    return null
  }
  const { count } = await db
    .selectFrom('kept_address')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', '>', daysAgo(1))
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostADay) throw new AppError('quota_exceeded')
  const row = { key, text, user_id: userId, used_at: new Date().toISOString() }
  // Two tabs may store the same text at once.
  await db
    .insertInto('kept_address')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return null
}

export async function readText({ metadata: { db }, settings }: Deps, key: string): Promise<{ text: string }> {
  const row = await db
    .selectFrom('kept_address')
    .select(['text', 'used_at'])
    .where('key', '=', key)
    .executeTakeFirst()
  const days = settings.installation.keepDays.addresses ?? usualDays
  if (!row)
    throw new AppError(
      'object_missing',
      `这个链接已过期或不完整：链接里的条件${days === 0 ? '' : `超过 ${days} 天没有人打开就会`}被清除`,
    )
  if (row.used_at < daysAgo(1))
    await db
      .updateTable('kept_address')
      .set({ used_at: new Date().toISOString() })
      .where('key', '=', key)
      .execute()
  return { text: row.text }
}
