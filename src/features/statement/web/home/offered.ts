// Views for a reader without stars: one of each top folder in turn, because views of one folder mostly show the same
// figures.
import type { ViewMeta } from '#features/statement/contract.ts'
import type { FolderNode, Shape } from '../tree/shape.ts'

const mostOffered = 4

const viewsIn = ({ views, folders }: FolderNode): ViewMeta[] => [...views, ...folders.flatMap(viewsIn)]

export function offeredViews({ roots }: Pick<Shape, 'roots'>): ViewMeta[] {
  const folders = roots.map((root) => viewsIn(root).filter(({ shared }) => shared))
  const rounds = Math.max(0, ...folders.map(({ length }) => length))
  const turns = Array.from({ length: rounds }, (_, round) => folders.flatMap((folder) => folder[round] ?? []))
  return turns.flat().slice(0, mostOffered)
}
