// Looks accounts of the directory up between sign-ins: who left, was disabled or lost the groups is stopped, and whose
// groups changed gets what they give now. A directory that can't be asked changes nothing.
import type { Selectable } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import type { OutsideAccount } from '../tables.ts'
import { followAccount, haltAccount } from './following.ts'
import { personWithId } from './ldap/entries.ts'
import { asReader } from './ldap/signIn.ts'

type Stored = Selectable<OutsideAccount>

/** Of one connection: its time is that of a sign-in. */
const atOnce = 50

/** How many accounts were looked up, and how many of them may not be used any more. */
export async function checkDirectory(
  deps: Deps,
  signal: AbortSignal,
): Promise<{ checked: number; stopped: number }> {
  const stored = await storedIn(deps.metadata.db)
  const counts = { checked: 0, stopped: 0 }
  for (let at = 0; at < stored.length; at += atOnce) {
    signal.throwIfAborted()
    const part = stored.slice(at, at + atOnce)
    // One part after the other: a directory serves people first.
    const stopped = await checkPart(deps, part)
    counts.checked += part.length
    counts.stopped += stopped
  }
  return counts
}

/** Stops accounts of providers, which can't be asked, when nobody has signed in for too long. */
export async function stopUnseen({ metadata, settings }: Deps, now = Date.now()): Promise<number> {
  let stopped = 0
  for (const { key, freshDays } of settings.installation.signIn.providers) {
    const before = new Date(now - freshDays * 86_400_000).toISOString()
    const stale = await metadata.db
      .selectFrom('outside_account')
      .selectAll()
      .where('method', '=', key)
      .where('checked_at', '<', before)
      .where('stopped_why', 'is', null)
      .execute()
    for (const one of stale) await metadata.transaction((db) => haltAccount(db, one, 'unseen'))
    stopped += stale.length
  }
  return stopped
}

const storedIn = (db: Db): Promise<Stored[]> =>
  db.selectFrom('outside_account').selectAll().where('method', '=', 'ldap').orderBy('id').execute()

async function checkPart(deps: Deps, part: readonly Stored[]): Promise<number> {
  const directory = deps.settings.installation.signIn.ldap
  if (!directory) return 0
  // All answers come before anything is written: a directory that breaks down half-way has told nothing.
  const found = await asReader(directory, async (client) => {
    const people: [Stored, Awaited<ReturnType<typeof personWithId>>][] = []
    // In order, on one connection.
    for (const one of part) people.push([one, await personWithId(client, directory, one.subject)])
    return people
  })
  let stopped = 0
  for (const [one, person] of found) {
    if (person) stopped += await followed(deps, person.proven)
    else {
      await deps.metadata.transaction((db) => haltAccount(db, one, 'gone'))
      stopped += 1
    }
  }
  return stopped
}

/** 1 where the account may not be used; followAccount has stopped it then. */
async function followed(deps: Deps, proven: Parameters<typeof followAccount>[1]): Promise<0 | 1> {
  try {
    await followAccount(deps, proven)
    return 0
  } catch (error) {
    if (error instanceof AppError && error.code === 'sign_in_refused') return 1
    throw error
  }
}
