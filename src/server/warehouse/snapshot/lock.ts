// One publisher at a time, over all processes. The lock is an SQLite lock on a file: the system releases it
// when its holder dies, so there are no stale locks.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'

interface PublishLock {
  release(): void
}

/** Takes the lock if it is free. */
export const tryPublishLock = (folder: string): PublishLock | null => tryLock(folder, ['BEGIN EXCLUSIVE'])

/** Blocks publishers. Unlike their lock it writes nothing, so the disk may be full. */
export const takeStillness = (folder: string, waitMs: number): Promise<PublishLock> =>
  waitFor(folder, waitMs, () => tryLock(folder, ['BEGIN', 'SELECT count(*) FROM sqlite_schema']))

/**
 * A separate lock for work that publishes several times, or changes definitions along with it; null where
 * somebody holds it.
 */
export async function tryNamedLock(folder: string, name: string): Promise<PublishLock | null> {
  await mkdir(folder, { recursive: true })
  return tryLock(folder, ['BEGIN EXCLUSIVE'], name)
}

function tryLock(folder: string, statements: string[], name = 'publish'): PublishLock | null {
  const database = new DatabaseSync(join(folder, `${name}.lock`), { timeout: 0 })
  try {
    for (const statement of statements) database.prepare(statement).all()
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (/locked|busy/i.test((error as Error).message)) return null
    throw error
  }
}

/** Waits for the lock; `server_busy` when another publication holds it for longer than `waitMs`. */
export const takePublishLock = (folder: string, waitMs: number): Promise<PublishLock> =>
  waitFor(folder, waitMs, () => tryPublishLock(folder))

async function waitFor(
  folder: string,
  waitMs: number,
  attempt: () => PublishLock | null,
): Promise<PublishLock> {
  await mkdir(folder, { recursive: true })
  const until = Date.now() + waitMs
  for (;;) {
    const lock = attempt()
    if (lock) return lock
    if (Date.now() >= until) throw new AppError('server_busy', '另一个数据发布正在进行，请稍后再试')
    await delay(40)
  }
}
