// What uses a receiver: each slice that sends says so of its own.
import type { Db } from '#server/objects/types.ts'
import type { MessageSource } from '../contract.ts'

export interface ReceiverUse {
  id: number
  name: string
  /** Path within the product. */
  link: string
  /** Whose it is: others than the owner's games may not read its name. */
  games: string
}

export interface ReceiverUser {
  /** Those that live and name the receiver. */
  usesOf(db: Db, receiverId: number): Promise<ReceiverUse[]>
  /** How many there are of each, by the receiver's id: in one look, for the list of all. */
  count(db: Db): Promise<Map<number, number>>
}

const users = new Map<MessageSource, ReceiverUser>()

/** Once a slice, as it registers: a receiver that something names can't be deleted. */
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
