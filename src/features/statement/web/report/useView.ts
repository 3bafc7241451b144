// The open view, from the tree's data.
import type { ViewMeta } from '#features/statement/contract.ts'
import { useTree } from '../tree/store.ts'
import { useReport } from './store.ts'

export function useView(): ViewMeta | null {
  const viewId = useReport((state) => state.viewId)
  const shape = useTree((state) => state.shape)
  return viewId === null ? null : (shape.views.get(viewId) ?? null)
}

/** What a report in no view is called. */
export const looseTitle = '未保存的报表'

/** Whether the report in front is in no view yet. */
export const useIsLoose = (): boolean =>
  useReport(({ viewId, present }) => viewId === null && present !== null)

export const useViewEditable = (): boolean => useView()?.editable ?? false
