// Opens where a report's data comes from; the status line does it, too, so it stands apart from the other handlers.
import { useReport } from '../report/store.ts'
import { showOverlay } from './store.ts'

/** Of what is shown, where conditions have changed since. */
export function openData(): void {
  const { present, result } = useReport.getState()
  const info = result?.info ?? present?.info
  if (!info) return
  const { points, formulas } = info
  showOverlay({ kind: 'data', subjects: { points, dims: [], ...(formulas && { formulas }) } })
}
