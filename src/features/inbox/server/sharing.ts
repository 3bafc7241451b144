// Tells people that something is shared with them.
import type { SessionUser } from '#server/http/session.ts'
import { userNames } from '#server/objects/history.ts'
import type { Db } from '#server/objects/types.ts'
import { presentUsers } from '#server/people.ts'
import { type Grant, readGrants } from '#shared/grants.ts'
import { tellInboxes } from './telling.ts'

interface Sharing {
  /** Names the thing among all that is shared. */
  key: string
  /** Its number; null where its id is a text. */
  id: number | null
  /** 视图「周报」. */
  titled: string
  /** Where it is found. */
  text: string
  link: string
  ownerId: number
  /** Grants as rows keep them. */
  before: string
  after: string
  sawBefore: (user: SessionUser) => boolean
}

const subjectOf = ({ kind, id }: Grant): string => `${kind} ${id}`

/**
 * Runs in the caller's transaction, for those alone to whom it is shared by name, themselves or their role, and who did
 * not see it before.
 */
export async function tellSharing(
  db: Db,
  userId: number,
  { key, id, titled, text, link, ownerId, before, after, sawBefore }: Sharing,
): Promise<void> {
  const known = new Set(readGrants(before).map(subjectOf))
  const added = readGrants(after).filter((grant) => !known.has(subjectOf(grant)))
  if (added.length === 0) return
  const users = [...(await presentUsers(db, await peopleOf(db, added))).values()]
  const told = users.filter((user) => user.id !== userId && user.id !== ownerId && !sawBefore(user))
  const by = (await userNames(db, [userId])).get(userId) ?? ''
  await tellInboxes(
    db,
    told.map((user) => user.id),
    {
      key: `sharing ${key} ${crypto.randomUUID()}`,
      title: `${by} 与你共享了${titled}`,
      text,
      level: 'info',
      source: { kind: 'sharing', id },
      link,
      at: new Date(),
    },
  )
}

async function peopleOf(db: Db, grants: readonly Grant[]): Promise<number[]> {
  const idsOf = (kind: Grant['kind']) => grants.filter((grant) => grant.kind === kind).map(({ id }) => id)
  const roles = idsOf('role')
  if (roles.length === 0) return idsOf('user')
  const members = await db
    .selectFrom('user')
    .select('id')
    .where('role_id', 'in', roles)
    .where('disabled', '=', 0)
    .execute()
  return [...idsOf('user'), ...members.map(({ id }) => id)]
}
