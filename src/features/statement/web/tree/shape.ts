// The tree as pure data: nested folders with their views, what is visible, and moves.
import { looseFolderId, sharedFolderId, type ViewMeta, type ViewType } from '#features/statement/contract.ts'

/** `f12` a folder, `v34` a view; `private`, `shared`: the groups of views outside folders, one's own and others'. */
export type NodeKey = string
export const privateKey: NodeKey = 'private'
export const sharedKey: NodeKey = 'shared'
export const folderKey = (id: number): NodeKey => `f${id}`
export const viewKey = (id: number): NodeKey => `v${id}`
export const idOf = (key: NodeKey): number => Number(key.slice(1))
export const isFolderKey = (key: NodeKey): boolean => /^f\d/.test(key)
export const isViewKey = (key: NodeKey): boolean => /^v\d/.test(key)

export interface FolderNode {
  key: NodeKey
  /** Null for the groups of views outside folders. */
  folder: Omit<ViewType, 'metas'> | null
  name: string
  folders: FolderNode[]
  views: ViewMeta[]
  /** Views in it and below. */
  count: number
}

export interface Shape {
  roots: FolderNode[]
  views: Map<number, ViewMeta>
  folders: Map<number, ViewType>
}

const groups = [
  { id: sharedFolderId, key: sharedKey },
  { id: looseFolderId, key: privateKey },
]

const byOrder = (one: { order: number; id: number }, other: { order: number; id: number }) =>
  one.order - other.order || one.id - other.id

/**
 * Folders without a parent, or inside themselves, are shown at the top. Folders in which the reader
 * (`reader`: their name) may see nothing are left out unless they own them.
 */
export function shapeOf(answer: readonly ViewType[], reader: string | null): Shape {
  // The server's groups of views without a folder are no real folders.
  const list = answer.filter(({ id }) => id > 0)
  const folders = new Map(list.map((folder) => [folder.id, folder]))
  const views = new Map(answer.flatMap(({ metas }) => metas.map((meta) => [meta.id, meta] as const)))
  const placed = new Set<number>()
  const isShown = ({ count, folder, folders: below }: FolderNode) =>
    count > 0 || below.length > 0 || folder?.owner === reader
  const nodeOf = (folder: ViewType): FolderNode => {
    placed.add(folder.id)
    const below = list
      .filter((other) => other.parentId === folder.id && !placed.has(other.id))
      .sort(byOrder)
      .map(nodeOf)
      .filter(isShown)
    const own = folder.metas.filter(({ typeId }) => typeId !== null).sort(byOrder)
    const { metas: _, ...rest } = folder
    return {
      key: folderKey(folder.id),
      folder: rest,
      name: folder.name,
      folders: below,
      views: own,
      count: own.length + below.reduce((sum, { count }) => sum + count, 0),
    }
  }
  const ordered = [...list].sort(byOrder)
  const isTop = ({ parentId }: ViewType) => parentId === null || !folders.has(parentId)
  const roots = ordered.filter(isTop).map(nodeOf).filter(isShown)
  // Folders that contain each other are unreachable from the top, so they are shown there.
  for (const folder of ordered) {
    if (placed.has(folder.id)) continue
    const node = nodeOf(folder)
    if (isShown(node)) roots.push(node)
  }
  for (const { id, key } of groups) {
    const group = answer.find((one) => one.id === id)
    if (!group) continue
    const loose = [...group.metas].sort(byOrder)
    roots.push({ key, folder: null, name: group.name, folders: [], views: loose, count: loose.length })
  }
  // As the tree shows them: lists to choose from have the same order.
  const inOrder = [...placed].flatMap((id) => {
    const folder = folders.get(id)
    return folder ? [[id, folder] as const] : []
  })
  return { roots, views, folders: new Map(inOrder) }
}

/** Keeps matches and the folders above them; a matching folder keeps all its content. */
export function narrow(
  roots: readonly FolderNode[],
  matches: (name: string, pinyin: string) => boolean,
): FolderNode[] {
  return roots.flatMap((node) => {
    if (node.folder && matches(node.name, node.folder.pinyin)) return [node]
    const folders = narrow(node.folders, matches)
    const views = node.views.filter(({ name, pinyin }) => matches(name, pinyin))
    return folders.length || views.length ? [{ ...node, folders, views }] : []
  })
}

export interface Row {
  key: NodeKey
  depth: number
  parent: NodeKey | null
  node: FolderNode | null
  view: ViewMeta | null
  expanded: boolean
}

/** The visible rows, top down, for arrow keys. */
export function visibleRows(
  roots: readonly FolderNode[],
  isExpanded: (key: NodeKey) => boolean,
  depth = 0,
  parent: NodeKey | null = null,
): Row[] {
  return roots.flatMap((node) => {
    const expanded = isExpanded(node.key)
    const head: Row = { key: node.key, depth, parent, node, view: null, expanded }
    if (!expanded) return [head]
    const views = node.views.map(
      (view): Row => ({
        key: viewKey(view.id),
        depth: depth + 1,
        parent: node.key,
        node: null,
        view,
        expanded: false,
      }),
    )
    return [head, ...visibleRows(node.folders, isExpanded, depth + 1, node.key), ...views]
  })
}

/** Folders above a folder, the top one first. */
export function pathTo(shape: Shape, folderId: number | null): ViewType[] {
  const path: ViewType[] = []
  for (let id = folderId; id !== null; ) {
    const folder = shape.folders.get(id)
    if (!folder || path.includes(folder)) break
    path.unshift(folder)
    id = folder.parentId
  }
  return path
}

/** The group that holds a view outside all folders. */
export const groupOf = ({ roots }: Shape, viewId: number): FolderNode | undefined =>
  roots.find(({ folder, views }) => !folder && views.some(({ id }) => id === viewId))

/** Whether `folderId` is `insideId` or contains it: it can't be moved there. */
export const holdsFolder = (shape: Shape, folderId: number, insideId: number | null): boolean =>
  pathTo(shape, insideId).some(({ id }) => id === folderId)

/** Ids of its siblings, in order, including itself. */
export function siblingsOf(shape: Shape, key: NodeKey): number[] {
  const id = idOf(key)
  if (isViewKey(key)) {
    const typeId = shape.views.get(id)?.typeId ?? null
    return [...shape.views.values()]
      .filter((view) => view.typeId === typeId)
      .sort(byOrder)
      .map((view) => view.id)
  }
  const parentId = shape.folders.get(id)?.parentId ?? null
  return [...shape.folders.values()]
    .filter((folder) => folder.parentId === parentId)
    .sort(byOrder)
    .map((folder) => folder.id)
}
