// Where a report can be kept: a private view that is made for it, or a view that the reader may change.
import type { InputOf } from '#web/api/client.ts'
import type { addOrUpdateReportMeta, ViewMeta } from '#features/statement/contract.ts'
import { pathTo, type Shape } from '../tree/shape.ts'
import { isRetiredView } from '../tree/standing.ts'

/** The part of the request that says where a new report goes. */
export type Place = Pick<InputOf<typeof addOrUpdateReportMeta>['body'], 'viewMetaId' | 'newView'>

/** The choice that makes a view. */
export const newPlace = 'new'

interface PlaceChoice {
  value: string
  label: string
}

const labelOf = (shape: Shape, { name, typeId, shared }: ViewMeta): string => {
  const path = pathTo(shape, typeId).map((folder) => folder.name)
  return `${[...path, name].join(' / ')}${shared ? '（共享）' : '（私有）'}`
}

/** A new view first, then the view in front, then private views, then shared ones. */
export function placesToKeep(shape: Shape, present: number | null): PlaceChoice[] {
  const weight = ({ id, shared }: ViewMeta) => (id === present ? 0 : shared ? 2 : 1)
  const views = [...shape.views.values()].filter(
    (view) => view.editable && (view.id === present || !isRetiredView(view)),
  )
  return [
    { value: newPlace, label: '新的私有视图' },
    ...views
      .sort((one, other) => weight(one) - weight(other))
      .map((view) => ({ value: String(view.id), label: labelOf(shape, view) })),
  ]
}

/** The view in front, where the reader may change it; else a new one. */
export const firstPlace = (shape: Shape, present: number | null): string =>
  present !== null && shape.views.get(present)?.editable ? String(present) : newPlace
