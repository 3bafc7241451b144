// Shows the dependency graph; the dialog is loaded on first use.
import { showDialog } from '#web/shell/dialog.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import type { Named } from '../uses/named.ts'

const GraphDialog = onDemand(async () => (await import('./GraphDialog.tsx')).GraphDialog)

export const showGraph = (of: Named): void => showDialog(<GraphDialog {...of} />)
