// Dialogs and drawers over the displayed result; each is loaded when first opened.
import { onDemand } from '#web/ui/onDemand.tsx'
import { CellDialog } from './CellDialog.tsx'
import { openDialog, useShownResult } from './shown.ts'
import type { ResultPanelProps } from './types.ts'
import { FilterDialog } from './view/FilterDialog.tsx'

const ValuesDialog = onDemand(async () => (await import('./view/ValuesDialog.tsx')).ValuesDialog)
const CompareDialog = onDemand(async () => (await import('./compare/CompareDialog.tsx')).CompareDialog)
const TemporaryDialog = onDemand(
  async () => (await import('./temporary/TemporaryDialog.tsx')).TemporaryDialog,
)
const ExportsDrawer = onDemand(async () => (await import('./exports/ExportsDrawer.tsx')).ExportsDrawer)

const close = () => openDialog(null)

export function ResultDialogs({ run, tabRuns, nameOf, onOpenCompare }: ResultPanelProps) {
  const dialog = useShownResult((shown) => shown.dialog)
  switch (dialog?.kind) {
    case 'cell':
      return <CellDialog title={dialog.title} text={dialog.text} type={dialog.type} onClose={close} />
    case 'filter':
      return (
        <FilterDialog run={run} column={dialog.column} op={dialog.op} value={dialog.value} onClose={close} />
      )
    case 'values':
      return <ValuesDialog run={run} column={dialog.column} onClose={close} />
    case 'compare':
      return (
        <CompareDialog
          run={run}
          tabRuns={tabRuns}
          nameOf={nameOf}
          onOpenCompare={onOpenCompare}
          onClose={close}
        />
      )
    case 'temporary':
      return <TemporaryDialog run={run} onClose={close} />
    case 'exports':
      return <ExportsDrawer onClose={close} />
    default:
      return null
  }
}
