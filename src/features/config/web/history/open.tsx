// Shows a definition's history; the dialog is loaded on first use.
import { showDialog } from '#web/shell/dialog.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import type { Named } from '../uses/named.ts'

const HistoryDialog = onDemand(async () => (await import('./HistoryDialog.tsx')).HistoryDialog)

export const showHistory = (of: Named): void => showDialog(<HistoryDialog {...of} />)
