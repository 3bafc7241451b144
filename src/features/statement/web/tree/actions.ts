// Actions on folders and views in the tree. Each calls the server, then shows the server's state.

import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { call } from '#web/api/client.ts'
import { shifted } from '#web/pick/order.ts'
import { queryOf } from '#web/shell/longAddress.ts'
import { showMessage } from '#web/shell/message.ts'
import {
  addOrUpdateViewMeta,
  addOrUpdateViewType,
  deleteViewMeta,
  deleteViewType,
  updateOrder,
} from '#features/statement/contract.ts'
import { linkTo } from '../address/link.ts'
import { rememberStep } from '../undo.ts'
import { changeNode } from './changing.ts'
import { folderKey, holdsFolder, idOf, isViewKey, type NodeKey, siblingsOf, viewKey } from './shape.ts'
import { loadTree, type Naming, revealView, setOpen, useTree } from './store.ts'

/** The client has shown the failure; the tree shows the server's state either way. */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    const result = await work()
    await loadTree()
    return result
  } catch {
    await loadTree()
    return undefined
  }
}

export const viewAddress = (id: number): string => linkTo(id)

export function openView(id: number): void {
  useTree.setState({ cursor: viewKey(id), drawer: false, find: '' })
  navigate(viewAddress(id))
}

/** Ends naming; an empty or unchanged text changes nothing. */
export async function finishNaming(naming: Naming, text: string): Promise<void> {
  useTree.setState({ naming: null })
  const name = text.trim()
  if (name === '') return
  if (naming.kind === 'rename') return rename(naming.key, name)
  if (naming.kind === 'newFolder') {
    const { parentId } = naming
    const saved = await attempt(() => call(addOrUpdateViewType, { body: { name, parentId } }))
    if (saved) useTree.setState({ cursor: folderKey(saved.id) })
    return
  }
  const { typeId } = naming
  const saved = await attempt(() => call(addOrUpdateViewMeta, { body: { name, typeId } }))
  if (!saved) return
  revealView(saved.id)
  openView(saved.id)
}

async function rename(key: NodeKey, name: string, remember = true): Promise<void> {
  const { shape } = useTree.getState()
  const id = idOf(key)
  const before = (isViewKey(key) ? shape.views.get(id) : shape.folders.get(id))?.name
  if (name === before || before === undefined) return
  const saved = await attempt(() => changeNode(key, { name }))
  if (saved && remember) rememberStep(() => void rename(key, before, false))
}

/** Starts a folder or view beside the row under the cursor. */
export function startNaming(kind: 'newFolder' | 'newView'): void {
  const { cursor, shape } = useTree.getState()
  const folderId = cursor === null ? null : folderOf(cursor)
  if (folderId !== null) setOpen(folderKey(folderId), true)
  const typeId = folderId !== null && shape.folders.has(folderId) ? folderId : null
  useTree.setState({
    tab: 'all',
    find: '',
    folded: false,
    naming: kind === 'newFolder' ? { kind, parentId: typeId } : { kind, typeId },
  })
}

/** The folder of a row (itself or its parent); null at the top and among private views. */
export function folderOf(key: NodeKey): number | null {
  const { shape } = useTree.getState()
  if (key.startsWith('f')) return idOf(key)
  return isViewKey(key) ? (shape.views.get(idOf(key))?.typeId ?? null) : null
}

export function isEditable(key: NodeKey): boolean {
  const { shape } = useTree.getState()
  const found = isViewKey(key) ? shape.views.get(idOf(key)) : shape.folders.get(idOf(key))
  return found?.editable ?? false
}

export const refusal = '只有所有者或报表配置人员可以修改'
export const refused = () => showMessage({ message: refusal, intent: 'warning' })

export function startRename(key: NodeKey): void {
  if (!isEditable(key)) return void refused()
  useTree.setState({ naming: { kind: 'rename', key }, folded: false })
}

export function openDialog(kind: 'move' | 'delete' | 'share' | 'unshare', key: NodeKey): void {
  if (!isEditable(key)) return void refused()
  useTree.setState({ dialog: { kind, key } })
}

export async function moveInto(key: NodeKey, folderId: number | null, remember = true): Promise<void> {
  if (!isEditable(key)) return void refused()
  const { shape } = useTree.getState()
  const id = idOf(key)
  const before = isViewKey(key) ? folderOf(key) : (shape.folders.get(id)?.parentId ?? null)
  if (before === folderId) return
  if (!isViewKey(key) && folderId !== null && holdsFolder(shape, id, folderId)) {
    showMessage({ message: '文件夹不能移到自己里面', intent: 'warning' })
    return
  }
  if (remember && changesReaders(key, folderId)) {
    const { askMove } = await import('../whoSees.tsx')
    if (!(await askMove(key, folderId))) return
  }
  const saved = await attempt(() => changeNode(key, { folder: folderId }))
  if (folderId !== null) setOpen(folderKey(folderId), true)
  if (saved && remember) rememberStep(() => void moveInto(key, before, false))
}

/** Whether other people may see it in another folder: it follows its folder, and one of both is not open to all. */
function changesReaders(key: NodeKey, folderId: number | null): boolean {
  const { shape } = useTree.getState()
  const thing = isViewKey(key) ? shape.views.get(idOf(key)) : shape.folders.get(idOf(key))
  if (!thing?.shared) return false
  const isOpen = folderId === null || shape.folders.get(folderId)?.audience === 'all'
  return !isOpen || thing.audience !== 'all'
}

/** Alt+↑ and Alt+↓. */
export async function shift(key: NodeKey, by: -1 | 1): Promise<void> {
  const ids = shifted(siblingsOf(useTree.getState().shape, key), idOf(key), by)
  if (ids) await placeInOrder(key, ids)
}

export async function placeInOrder(key: NodeKey, ids: number[]): Promise<void> {
  if (!isEditable(key)) return void refused()
  const kind = isViewKey(key) ? 'viewMeta' : 'viewType'
  await attempt(() => call(updateOrder, { body: { kind, ids } }, { loading: null }))
}

/** `typeId`: the target folder; null removes it from its folder. */
export async function setShared(
  viewId: number,
  shared: boolean,
  typeId?: number | null,
  remember = true,
): Promise<void> {
  const before = useTree.getState().shape.views.get(viewId)
  const folder = typeId === undefined ? {} : { folder: typeId }
  const saved = await attempt(() => changeNode(viewKey(viewId), { shared, ...folder }))
  if (!saved || !before) return
  const name = before.name
  const takeBack = () =>
    void setShared(viewId, before.shared, typeId === undefined ? undefined : before.typeId, false)
  if (remember) rememberStep(takeBack)
  showMessage({
    message: shared ? `已共享「${name}」，有权限的同事都能看到` : `「${name}」已设为私有，仅自己可见`,
    intent: 'success',
    ...(remember && { action: { text: '撤销', onClick: takeBack } }),
  })
}

/** Unsharing asks first; a view outside folders asks for a folder to share it in. */
export function toggleShared(viewId: number): void {
  const view = useTree.getState().shape.views.get(viewId)
  if (!view) return
  if (!view.editable) return void refused()
  if (view.shared) useTree.setState({ dialog: { kind: 'unshare', key: viewKey(viewId) } })
  else if (view.typeId === null) useTree.setState({ dialog: { kind: 'share', key: viewKey(viewId) } })
  else void setShared(viewId, true)
}

export async function remove(key: NodeKey): Promise<void> {
  const { shape } = useTree.getState()
  const id = idOf(key)
  const isView = isViewKey(key)
  const name = (isView ? shape.views.get(id) : shape.folders.get(id))?.name ?? ''
  const done = await attempt(async () => {
    if (isView) await call(deleteViewMeta, { params: { id }, body: {} })
    else await call(deleteViewType, { params: { id }, body: {} })
    return true
  })
  if (!done) return
  if (isView && queryOf(location.search).get('id') === String(id)) navigate(pages.statement())
  const takeBack = () => void restore(key)
  rememberStep(takeBack)
  showMessage({ message: `已删除「${name}」`, action: { text: '撤销', onClick: takeBack } })
}

async function restore(key: NodeKey): Promise<void> {
  const id = idOf(key)
  const saved = await attempt(() =>
    isViewKey(key)
      ? call(addOrUpdateViewMeta, { body: { id, restored: true } })
      : call(addOrUpdateViewType, { body: { id, restored: true } }),
  )
  if (!saved) return
  showMessage({ message: '已恢复', intent: 'success' })
  if (isViewKey(key)) revealView(id)
}
