// What uses a receiver; each feature that sends registers its own uses.
import type { Db } from '#server/objects/types.ts'
import type { MessageSource } from '../contract.ts'

export interface ReceiverUse {
  id: number
  name: string
  /** Path within the product. */
  link: string
  /** The games of the object's owner; other users may not read its name. */
  games: string
}

interface ReceiverUser {
  /** Existing objects that use the receiver. */
  usesOf(db: Db, receiverId: number): Promise<ReceiverUse[]>
  /** The number of uses by receiver id, in one query, for the list of all receivers. */
  count(db: Db): Promise<Map<number, number>>
}

const users = new Map<MessageSource, ReceiverUser>()

/** Each feature calls this once at registration; a receiver in use can't be deleted. */
export function tellReceiverUses(kind: MessageSource, user: ReceiverUser): void {
  users.set(kind, user)
}

export async function usesOf(db: Db, receiverId: number): Promise<(ReceiverUse & { kind: MessageSource })[]> {
  const found = []
  for (const [kind, user] of users)
    found.push(...(await user.usesOf(db, receiverId)).map((use) => ({ ...use, kind })))
  return found
}

export async function countUses(db: Db): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  for (const user of users.values())
    for (const [id, count] of await user.count(db)) counts.set(id, (counts.get(id) ?? 0) + count)
  return counts
}
