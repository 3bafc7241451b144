// The open view, from the tree's data.
import type { ViewMeta } from '#features/statement/contract.ts'
import { useTree } from '../tree/store.ts'
import { useReport } from './store.ts'

export function useView(): ViewMeta | null {
  const viewId = useReport((state) => state.viewId)
  const shape = useTree((state) => state.shape)
  return viewId === null ? null : (shape.views.get(viewId) ?? null)
}

export const useViewEditable = (): boolean => useView()?.editable ?? false
