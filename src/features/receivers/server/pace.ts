// Robots take so many messages a minute. What is more waits: it is noted before it is sent, in the store that all servers
// share, and what would be too much is sent when the oldest of the minute is over.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'

export interface Pace {
  /** The length of a robot's minute. */
  windowMs: number
}

/** Somewhat longer than theirs: their clock is not ours, and a request takes its time. */
export const usualPace: Pace = { windowMs: 62_000 }

/** Resolves when so many more may be posted now; they count from then on. */
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
      // The one that has to be over before there is room. What a clock that was set back left in the future does not count.
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
