// Shows where a definition is used; the dialog is loaded on first use.
import { showDialog } from '#web/shell/dialog.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import type { Named } from './named.ts'

const UsesDialog = onDemand(async () => (await import('./UsesDialog.tsx')).UsesDialog)

export const showUses = (of: Named): void => showDialog(<UsesDialog {...of} />)
