// The visible tree: folders, each with the views the user may see.
import type { Metadata } from '#server/metadata/open.ts'
import type { Caller } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { looseFolderId, type ViewMeta, type ViewType } from '../contract.ts'
import { mayEdit, maySee } from './access.ts'
import { type Folder, readFolders, readViews, type View } from './repo.ts'

/** All folders in order, each with the views visible to the caller; views outside folders come last. */
export async function readTree({ db }: Metadata, caller: Caller): Promise<ViewType[]> {
  const [folders, views] = await Promise.all([readFolders(db), readViews(db)])
  const alive = new Set(folders.map(({ id }) => id))
  const metas = Map.groupBy(
    views.filter((view) => maySee(caller, view)),
    ({ typeId }) => (typeId !== null && alive.has(typeId) ? typeId : null),
  )
  const metasIn = (id: number | null) =>
    (metas.get(id) ?? []).map((view) => shownView(caller, { ...view, typeId: id }))
  const tree = folders.map((folder) => ({ ...shownFolder(caller, folder), metas: metasIn(folder.id) }))
  const loose = metasIn(null)
  return loose.length > 0 ? [...tree, { ...looseFolder, metas: loose }] : tree
}

const looseFolder = {
  id: looseFolderId,
  name: '我的私有报表',
  parentId: null,
  order: 1_000_000,
  owner: '',
  editable: false,
  revision: 0,
  get pinyin() {
    return pinyinOf(this.name)
  },
}

export const shownFolder = (caller: Caller, folder: Folder): Omit<ViewType, 'metas'> => ({
  id: folder.id,
  name: folder.name,
  parentId: folder.parentId,
  order: folder.position,
  owner: folder.owner,
  editable: mayEdit(caller, folder),
  revision: folder.revision,
  pinyin: pinyinOf(folder.name),
})

export const shownView = (caller: Caller, view: View): ViewMeta => ({
  id: view.id,
  name: view.name,
  typeId: view.typeId,
  order: view.position,
  owner: view.owner,
  shared: view.shared,
  editable: mayEdit(caller, view),
  revision: view.revision,
  pinyin: pinyinOf(view.name),
})
