// Who sees a folder or view, with names: for the dialog that says and changes it.

import { namedGrants } from '#server/grantees.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { readWords, toAll } from '#shared/grants.ts'
import type { WhoSees } from '#shared/whoSees.ts'
import { assertSeen, mayEdit, maySee } from './access.ts'
import { handedBy, openToAll } from './handing.ts'
import { type Folder, readFolder, readView, type View } from './repo.ts'
import type { SharedKind } from './sharing.ts'

interface Asked {
  kind: SharedKind
  id: number
  folderId?: number | null | undefined
}

export async function readWhoSees(
  { db }: Metadata,
  caller: Caller,
  { kind, id, folderId }: Asked,
): Promise<WhoSees> {
  const thing: View | Folder | undefined =
    kind === 'viewMeta' ? await readView(db, id) : await readFolder(db, id)
  if (thing?.deleted) throw new AppError('object_missing')
  assertSeen(caller, thing)
  const present = 'typeId' in thing ? thing.typeId : thing.parentId
  const named = await namedGrants(db)
  return {
    name: thing.name,
    owner: { id: thing.ownerId, name: thing.owner },
    readerId: caller.id,
    editable: mayEdit(caller, thing),
    revision: thing.revision,
    shared: thing.shared,
    grants: named(thing.grants),
    place: await placeOf(
      db,
      caller,
      folderId === undefined ? present : folderId,
      folderId !== undefined,
      named,
    ),
  }
}

type Named = Awaited<ReturnType<typeof namedGrants>>

/** `asked`: the caller names the folder, and so must see it. */
async function placeOf(
  db: Db,
  caller: Caller,
  folderId: number | null,
  asked: boolean,
  named: Named,
): Promise<WhoSees['place']> {
  const folder = folderId === null ? undefined : await readFolder(db, folderId)
  const isSeen = folder !== undefined && !folder.deleted && maySee(caller, folder)
  if (asked && folderId !== null && !isSeen) throw new AppError('object_missing')
  if (folder && !folder.deleted && !isSeen) return { folder: null, open: false, grants: null }
  const handed = isSeen ? handedBy(rowOf(folder)) : openToAll
  return {
    folder: isSeen ? { id: folder.id, name: folder.name } : null,
    open: readWords(handed).includes(toAll),
    grants: named(handed),
  }
}

const rowOf = ({ ownerId: owner_id, shared, grants, within }: Folder) => ({
  owner_id,
  shared: shared ? 1 : 0,
  grants,
  within,
})
