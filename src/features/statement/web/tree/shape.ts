// The tree as pure data: folders nested, views in them, what is visible, where a move puts things.
import { looseFolderId, type ViewMeta, type ViewType } from '#features/statement/contract.ts'

/** `f12` a folder, `v34` a view, `private` the group of private views that stand in no folder. */
export type NodeKey = string
export const privateKey: NodeKey = 'private'
export const folderKey = (id: number): NodeKey => `f${id}`
export const viewKey = (id: number): NodeKey => `v${id}`
export const idOf = (key: NodeKey): number => Number(key.slice(1))
export const isFolderKey = (key: NodeKey): boolean => /^f\d/.test(key)
export const isViewKey = (key: NodeKey): boolean => /^v\d/.test(key)

export interface FolderNode {
  key: NodeKey
  /** null for the group of private views. */
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

const byOrder = (one: { order: number; id: number }, other: { order: number; id: number }) =>
  one.order - other.order || one.id - other.id

/**
 * Folders whose parent is gone, or that would hold themselves, stand at the top. Those in which the reader, whose name is
 * `reader`, may see nothing are left out of the tree unless they are the reader's own.
 */
export function shapeOf(answer: readonly ViewType[], reader: string | null): Shape {
  // The server's own group of views without a folder is no folder that one could change.
  const list = answer.filter(({ id }) => id !== looseFolderId)
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
  // Folders that hold each other are reached from no top; they stand there themselves.
  for (const folder of ordered) {
    if (placed.has(folder.id)) continue
    const node = nodeOf(folder)
    if (isShown(node)) roots.push(node)
  }
  const loose = [...views.values()].filter(({ typeId }) => typeId === null).sort(byOrder)
  if (loose.length > 0) {
    roots.push({
      key: privateKey,
      folder: null,
      name: '我的私有报表',
      folders: [],
      views: loose,
      count: loose.length,
    })
  }
  return { roots, views, folders }
}

/** Keeps what matches and the folders above it; a folder that matches keeps all that is in it. */
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

/** What is on screen, top down; arrows walk it. */
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

/** Whether `folderId` is `insideId` or holds it: it cannot be moved there. */
export const holdsFolder = (shape: Shape, folderId: number, insideId: number | null): boolean =>
  pathTo(shape, insideId).some(({ id }) => id === folderId)

/** Ids of the things beside it, in order, itself included. */
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
