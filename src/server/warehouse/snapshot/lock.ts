// One publisher at a time, over all processes. The lock is SQLite's lock on a file: the system lets go of it
// when its holder dies in whatever way, so there is no stale lock to judge by process ids.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'

export interface PublishLock {
  release(): void
}

/** Takes the lock if nobody holds it now. */
export function tryPublishLock(folder: string): PublishLock | null {
  const database = new DatabaseSync(join(folder, 'publish.lock'), { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (/locked|busy/i.test((error as Error).message)) return null
    throw error
  }
}

/** Waits for the lock; `server_busy` when another publication holds it for longer than `waitMs`. */
export async function takePublishLock(folder: string, waitMs: number): Promise<PublishLock> {
  await mkdir(folder, { recursive: true })
  const until = Date.now() + waitMs
  for (;;) {
    const lock = tryPublishLock(folder)
    if (lock) return lock
    if (Date.now() >= until) throw new AppError('server_busy', '另一个数据发布正在进行，请稍后再试')
    await delay(40)
  }
}
