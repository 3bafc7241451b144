// What follows when it changes with whom a folder or view is shared: the audit, and a note for who sees it now.
import { writeAudit } from '#server/metadata/audit.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { readGrants } from '#shared/grants.ts'
import { pages } from '#shared/pages.ts'
import { tellSharing } from '#features/inbox/server/index.ts'
import { mayEdit, maySee, shownOf } from './access.ts'
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

/** Whoever could not take a change back themselves leaves it to others. */
export function assertStaysEditor(caller: Caller, present: Row, values: Partial<Row>): void {
  const may = (row: Row) => mayEdit(caller, shownOf(row))
  if (!may(present) || may({ ...present, ...values })) return
  throw new AppError('permission_missing', '这样改后你自己就不能再修改它，请让所有者来改')
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
  await tellSharing(db, userId, {
    key: `${names[kind]} ${id}`,
    id,
    titled: `${titles[kind]}「${after.name}」`,
    text: '它在目录里：在它的文件夹，或在「与我共享」。',
    link: pages.statement(kind === 'viewMeta' ? { id } : { folder: id }),
    ownerId: after.owner_id,
    before: before?.grants ?? '[]',
    after: grants,
    sawBefore: (user) => before !== null && maySee(user, shownOf(before)),
  })
}
