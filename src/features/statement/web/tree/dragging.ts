// Where a dragged row goes: into a folder, or before or after a row of its kind.

import { placedBeside } from '#web/pick/order.ts'
import { folderOf, moveInto, placeInOrder } from './actions.ts'
import { idOf, isFolderKey, isViewKey, type NodeKey, privateKey, siblingsOf } from './shape.ts'
import { useTree } from './store.ts'

export type DropPlace = 'before' | 'into' | 'after'

/**
 * `share`: vertical position of the pointer in the row, 0 to 1. On folders most of the height means «into».
 */
export function dropPlaceOf(key: NodeKey, share: number): DropPlace {
  if (key === privateKey) return 'into'
  if (isFolderKey(key)) return share < 0.25 ? 'before' : share > 0.75 ? 'after' : 'into'
  return share < 0.5 ? 'before' : 'after'
}

export async function drop(dragged: NodeKey, target: NodeKey, place: DropPlace): Promise<void> {
  if (dragged === target) return
  const sameKind = isViewKey(dragged) === isViewKey(target)
  if (target === privateKey) return moveInto(dragged, null)
  if (isFolderKey(target) && (place === 'into' || !sameKind)) return moveInto(dragged, idOf(target))
  if (!sameKind) return moveInto(dragged, folderOf(target))
  const parentOf = (key: NodeKey) =>
    isViewKey(key) ? folderOf(key) : (useTree.getState().shape.folders.get(idOf(key))?.parentId ?? null)
  const parent = parentOf(target)
  if (parentOf(dragged) !== parent) await moveInto(dragged, parent)
  const siblings = siblingsOf(useTree.getState().shape, target)
  if (!siblings.includes(idOf(dragged))) return
  await placeInOrder(
    dragged,
    placedBeside(siblings, idOf(dragged), idOf(target), place === 'before' ? 'before' : 'after'),
  )
}
