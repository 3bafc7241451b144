// What follows when it changes with whom a folder or view is shared: the audit, and a note for who sees it now.
import { writeAudit } from '#server/metadata/audit.ts'
import { userNames } from '#server/objects/history.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { presentUsers } from '#server/people.ts'
import { AppError } from '#shared/errors.ts'
import { type Grant, readGrants } from '#shared/grants.ts'
import { pages } from '#shared/pages.ts'
import { tellInboxes } from '#features/inbox/server/index.ts'
import { maySee, shownOf } from './access.ts'
import type { FolderRow, ViewRow } from './objectKinds.ts'

export type SharedKind = 'viewMeta' | 'viewType'
const names = { viewMeta: 'view', viewType: 'folder' } as const
const titles = { viewMeta: '视图', viewType: '文件夹' } as const

type Row = Pick<ViewRow | FolderRow, 'id' | 'name' | 'owner_id' | 'shared' | 'grants' | 'within'>

/** Making private withdraws a thing from everybody: only its owner does that. */
export function assertMayClose(caller: Caller, present: Row, shared: boolean | undefined): void {
  if (shared !== false || present.shared === 0 || present.owner_id === caller.id) return
  throw new AppError('permission_missing', '只有所有者可以设为私有')
}

/** `before`: null for a new one. */
export async function noteSharing(
  db: Db,
  { id: userId }: Caller,
  kind: SharedKind,
  before: Row | null,
  after: Row,
): Promise<void> {
  const { id, shared, grants } = after
  if (before?.shared === shared && before.grants === grants) return
  const detail = {
    id,
    shared: shared === 1,
    ...((before?.grants ?? '[]') !== grants && {
      grants: readGrants(grants).map(({ kind, id, right }) => `${kind} ${id} ${right}`),
    }),
  }
  await writeAudit(db, { userId, action: `${names[kind]}.share`, detail })
  await tellNewReaders(db, userId, kind, before, after)
}

/** Those alone to whom it is shared by name, themselves or their role, and who did not see it before. */
async function tellNewReaders(
  db: Db,
  userId: number,
  kind: SharedKind,
  before: Row | null,
  after: Row,
): Promise<void> {
  const known = new Set(before ? readGrants(before.grants).map(subjectOf) : [])
  const added = readGrants(after.grants).filter((grant) => !known.has(subjectOf(grant)))
  if (added.length === 0) return
  const users = [...(await presentUsers(db, await peopleOf(db, added))).values()]
  const readers = users.filter(
    (user) => user.id !== userId && user.id !== after.owner_id && !(before && maySee(user, shownOf(before))),
  )
  const by = (await userNames(db, [userId])).get(userId) ?? ''
  const ids = readers.map(({ id }) => id)
  await tellInboxes(db, ids, {
    key: `sharing ${names[kind]} ${after.id} ${crypto.randomUUID()}`,
    title: `${by} 与你共享了${titles[kind]}「${after.name}」`,
    text: '它在目录里：在它的文件夹，或在「与我共享」。',
    level: 'info',
    source: { kind: 'sharing', id: after.id },
    link: kind === 'viewMeta' ? pages.statement({ id: after.id }) : pages.statement(),
    at: new Date(),
  })
}

const subjectOf = ({ kind, id }: Grant): string => `${kind} ${id}`

async function peopleOf(db: Db, grants: readonly Grant[]): Promise<number[]> {
  const idsOf = (kind: Grant['kind']) => grants.filter((grant) => grant.kind === kind).map(({ id }) => id)
  const roles = idsOf('role')
  const members =
    roles.length === 0
      ? []
      : await db
          .selectFrom('user')
          .select('id')
          .where('role_id', 'in', roles)
          .where('disabled', '=', 0)
          .execute()
  return [...idsOf('user'), ...members.map(({ id }) => id)]
}
