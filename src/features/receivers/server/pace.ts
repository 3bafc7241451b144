// Keeps to the robots' limit of messages per minute. Each post is recorded before it is sent, in the store
// that all servers share; a post beyond the limit waits until the oldest of the minute has expired.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'

export interface Pace {
  /** The length of a robot's minute, in milliseconds. */
  windowMs: number
}

/** Slightly longer than the robots' minute, because clocks differ and requests take time. */
export const usualPace: Pace = { windowMs: 62_000 }

/** Resolves when so many posts may be sent now; they count from then on. */
export async function takeTurn(
  { metadata }: Pick<Deps, 'metadata'>,
  receiverId: number,
  { posts, most, windowMs }: { posts: number; most: number; windowMs: number },
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const now = Date.now()
    const waitMs = await metadata.transaction(async (db) => {
      const own = db.selectFrom('receiver_post').where('receiver_id', '=', receiverId)
      const lately = await own
        .select('at')
        .where('at', '>', now - windowMs)
        .where('at', '<', now + windowMs)
        .orderBy('at', 'desc')
        .execute()
      // The post that must expire before there is room. Posts in the future, left by a clock that was set
      // back, don't count.
      const last = lately[most - posts]
      if (last) return Math.min(windowMs, Math.max(1, Number(last.at) + windowMs - now))
      await db
        .deleteFrom('receiver_post')
        .where('receiver_id', '=', receiverId)
        .where(({ or, eb }) => or([eb('at', '<=', now - windowMs), eb('at', '>=', now + windowMs)]))
        .execute()
      const rows = Array.from({ length: posts }, () => ({
        id: randomBytes(12).toString('base64url'),
        receiver_id: receiverId,
        at: now,
      }))
      await db.insertInto('receiver_post').values(rows).execute()
      return 0
    })
    if (waitMs === 0) return
    await wait(waitMs, undefined, { signal })
  }
}
