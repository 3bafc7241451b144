// The explanation dialogs over a report, loaded on first use.
import { onDemand } from '#web/ui/onDemand.tsx'
import { closeOverlay, useExplain } from './store.ts'

const CellDialog = onDemand(async () => (await import('./CellDialog.tsx')).CellDialog)
const ColumnDialog = onDemand(async () => (await import('./ColumnDialog.tsx')).ColumnDialog)
const DataDialog = onDemand(async () => (await import('./DataDialog.tsx')).DataDialog)
const RecordsDialog = onDemand(async () => (await import('./RecordsDialog.tsx')).RecordsDialog)

export function ExplainOverlays() {
  const overlay = useExplain((state) => state.overlay)
  if (!overlay) return null
  return (
    <>
      {overlay.kind === 'cell' && <CellDialog {...overlay} onClose={closeOverlay} />}
      {overlay.kind === 'column' && <ColumnDialog {...overlay} onClose={closeOverlay} />}
      {overlay.kind === 'data' && <DataDialog {...overlay} onClose={closeOverlay} />}
      {overlay.kind === 'records' && <RecordsDialog onClose={closeOverlay} />}
    </>
  )
}
