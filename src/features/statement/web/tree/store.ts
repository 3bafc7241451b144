// State of the side tree: the server's data, unfolded folders, the row under the cursor.
import { create } from 'zustand'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { latestOf } from '#web/api/latest.ts'
import { recordUse } from '#web/shell/palette/history.ts'
import { useSession } from '#web/shell/session.ts'
import { clampSide, usualSide } from '#web/ui/side/sideWidth.ts'
import { getViewMeta, type ViewType } from '#features/statement/contract.ts'
import {
  readRecents,
  readSide,
  readStars,
  withRecent,
  withStarToggled,
  writePrivateViews,
  writeRecents,
  writeSide,
  writeStars,
} from './places.ts'
import { folderKey, groupOf, type NodeKey, pathTo, privateKey, type Shape, shapeOf } from './shape.ts'

export type SideTab = 'all' | 'recent' | 'starred'

/** A folder or view being named: new or existing. */
export type Naming =
  | { kind: 'rename'; key: NodeKey }
  | { kind: 'newFolder'; parentId: number | null }
  | { kind: 'newView'; typeId: number | null }

export interface TreeState {
  owner: string | null
  status: 'idle' | 'loading' | 'ready' | 'failed'
  failure: CallError | null
  list: ViewType[]
  shape: Shape
  tab: SideTab
  find: string
  /** Unfolded folders; untouched ones follow `openByDefault`. */
  open: Set<NodeKey>
  cursor: NodeKey | null
  naming: Naming | null
  /** A dialog over the tree. */
  dialog: { kind: 'move' | 'delete' | 'share' | 'unshare'; key: NodeKey } | null
  recents: number[]
  stars: number[]
  width: number
  folded: boolean
  /** The drawer of narrow windows. */
  drawer: boolean
}

const empty = shapeOf([], null)
const startOf = (owner: string | null): TreeState => {
  const side = readSide()
  return {
    owner,
    status: 'idle',
    failure: null,
    list: [],
    shape: empty,
    tab: 'all',
    find: '',
    open: new Set(side?.open ?? []),
    cursor: null,
    naming: null,
    dialog: null,
    recents: readRecents(),
    stars: readStars(),
    width: clampSide(side?.width ?? usualSide),
    folded: side?.folded ?? false,
    drawer: false,
  }
}

export const useTree = create<TreeState>(() => startOf(null))

const keepSide = () => {
  const { width, folded, open } = useTree.getState()
  writeSide({ width, folded, open: [...open] })
}

const reads = latestOf()
let readsBegun = 0

/** Reloads the tree; the present one stays visible meanwhile. */
export async function loadTree(): Promise<void> {
  const isLatest = reads.begin()
  const mine = ++readsBegun
  const owner = useSession.getState().username
  if (useTree.getState().owner !== owner) useTree.setState(startOf(owner))
  const first = useTree.getState().status !== 'ready'
  if (first) useTree.setState({ status: 'loading' })
  try {
    const list = await call(getViewMeta, { body: {} }, { quiet: first, loading: null })
    if (!isLatest()) return
    const shape = shapeOf(list, useSession.getState().username)
    const { open } = useTree.getState()
    // On a first visit the top folders are unfolded, so that reports are visible at once.
    if (first && readSide() === null) for (const { key } of shape.roots.slice(0, 3)) open.add(key)
    useTree.setState({ status: 'ready', failure: null, list, shape, open: new Set(open) })
    revealAwaited(mine)
    writePrivateViews(
      [...shape.views.values()].filter(({ shared }) => !shared).map(({ id, name }) => ({ id, name })),
    )
  } catch (error) {
    if (first && isLatest()) useTree.setState({ status: 'failed', failure: failureOf(error) })
  }
}

export const setOpen = (key: NodeKey, isOpen: boolean): void => {
  const open = new Set(useTree.getState().open)
  if (isOpen) open.add(key)
  else open.delete(key)
  useTree.setState({ open })
  keepSide()
}

/**
 * A view shown before the tree contains it (by a link, or just created), and how many loads had started by
 * then.
 */
let awaited: { viewId: number; after: number } | null = null

/** Unfolds the folders above a view and moves the cursor to it; once the tree contains it. */
export function revealView(viewId: number): void {
  awaited = showView(viewId) ? null : { viewId, after: readsBegun }
}

/** The view does not exist, or the reader has left: later loads don't reveal it. */
export function stopAwaiting(): void {
  awaited = null
}

/** A load started before the view was shown may be too old to contain it; a later one is final. */
function revealAwaited(read: number): void {
  if (awaited && (showView(awaited.viewId) || read > awaited.after)) awaited = null
}

function showView(viewId: number): boolean {
  const { shape, open } = useTree.getState()
  const view = shape.views.get(viewId)
  if (!view) return false
  const path = pathTo(shape, view.typeId).map(({ id }) => folderKey(id))
  const above = path.length > 0 ? path : [groupOf(shape, viewId)?.key ?? privateKey]
  useTree.setState({ open: new Set([...open, ...above]), cursor: `v${viewId}` })
  return true
}

/** Unfolds a folder that an address names, with those above it, and moves the cursor to it. */
export function showFolder(folderId: number): void {
  const { shape, open } = useTree.getState()
  const path = pathTo(shape, folderId).map(({ id }) => folderKey(id))
  if (path.length > 0) useTree.setState({ open: new Set([...open, ...path]), cursor: folderKey(folderId) })
}

export const setWidth = (width: number): void => {
  useTree.setState({ width: clampSide(width) })
  keepSide()
}

export const toggleFolded = (): void => {
  useTree.setState(({ folded }) => ({ folded: !folded }))
  keepSide()
}

export const noteRecent = (viewId: number): void => {
  const recents = withRecent(readRecents(), viewId)
  writeRecents(recents)
  useTree.setState({ recents })
  recordUse(useSession.getState().username, `view:${viewId}`)
}

export const toggleStar = (viewId: number): void => {
  const stars = withStarToggled(readStars(), viewId)
  writeStars(stars)
  useTree.setState({ stars })
}
