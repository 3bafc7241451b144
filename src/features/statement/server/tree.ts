// The visible tree: folders, each with the views the user may see.
import type { Metadata } from '#server/metadata/open.ts'
import type { Caller } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { readWords, toAll } from '#shared/grants.ts'
import { standingOf } from '#shared/standing.ts'
import { type Audience, looseFolderId, sharedFolderId, type ViewMeta, type ViewType } from '../contract.ts'
import { mayEdit, maySee, type Shown } from './access.ts'
import { changedSinceCheck, type Folder, readFolders, readViews, type View } from './repo.ts'

/**
 * The folders visible to the caller, in order, each with its visible views. Last come views in no such folder: others'
 * as shared with the caller, then the caller's own.
 */
export async function readTree({ db }: Metadata, caller: Caller): Promise<ViewType[]> {
  const [folders, views] = await Promise.all([readFolders(db), readViews(db)])
  const changed = await changedSinceCheck(db, views)
  const all = new Map(folders.map((folder) => [folder.id, folder]))
  const seen = new Set(folders.flatMap((folder) => (maySee(caller, folder) ? [folder.id] : [])))
  /** The next folder above that the caller sees. */
  const shownAbove = (id: number | null): number | null => {
    const passed = new Set<number>()
    for (let at = id; at !== null && !passed.has(at); at = all.get(at)?.parentId ?? null) {
      if (seen.has(at)) return at
      passed.add(at)
    }
    return null
  }
  const metas = Map.groupBy(
    views.filter((view) => maySee(caller, view)),
    ({ typeId, ownerId }) => {
      if (typeId !== null && seen.has(typeId)) return typeId
      return ownerId === caller.id ? looseFolderId : sharedFolderId
    },
  )
  const metasIn = (id: number) =>
    (metas.get(id) ?? []).map((view) => shownView(caller, { ...view, typeId: id > 0 ? id : null }, changed))
  const tree = folders
    .filter(({ id }) => seen.has(id))
    .map((folder) => ({
      ...shownFolder(caller, { ...folder, parentId: shownAbove(folder.parentId) }),
      metas: metasIn(folder.id),
    }))
  const groups = [shared, loose].map((group) => ({ ...group, metas: metasIn(group.id) }))
  return [...tree, ...groups.filter((group) => group.metas.length > 0)]
}

const group = (id: number, name: string, order: number) => ({
  id,
  name,
  parentId: null,
  order,
  owner: '',
  shared: false,
  audience: 'own' as const,
  editable: false,
  revision: 0,
  get pinyin() {
    return pinyinOf(name)
  },
})
const shared = group(sharedFolderId, '与我共享', 1_000_000)
const loose = group(looseFolderId, '我的私有报表', 1_000_001)

function audienceOf({ shared, grants, within, ownerId }: Shown): Audience {
  const words = [...readWords(grants), ...(shared ? readWords(within) : [])]
  if (words.includes(toAll)) return 'all'
  return words.some((word) => !word.endsWith(`:user:${ownerId}`)) ? 'some' : 'own'
}

export const shownFolder = (caller: Caller, folder: Folder): Omit<ViewType, 'metas'> => ({
  id: folder.id,
  name: folder.name,
  parentId: folder.parentId,
  order: folder.position,
  owner: folder.owner,
  shared: folder.shared,
  audience: audienceOf(folder),
  editable: mayEdit(caller, folder),
  revision: folder.revision,
  pinyin: pinyinOf(folder.name),
})

/** `changed`: views whose reports changed after their check. */
export const shownView = (
  caller: Caller,
  view: View,
  changed: ReadonlySet<number> = new Set(),
): ViewMeta => ({
  id: view.id,
  name: view.name,
  typeId: view.typeId,
  order: view.position,
  owner: view.owner,
  shared: view.shared,
  audience: audienceOf(view),
  editable: mayEdit(caller, view),
  revision: view.revision,
  pinyin: pinyinOf(view.name),
  ...standingOf(view.standing),
  ...(changed.has(view.id) && { changedSince: true }),
})
