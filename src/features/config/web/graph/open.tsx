// Shows what stands on what; the dialog is read when it is asked for.
import { showDialog } from '#web/shell/dialog.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import type { Named } from '../uses/named.ts'

const GraphDialog = onDemand(async () => (await import('./GraphDialog.tsx')).GraphDialog)

export const showGraph = (of: Named): void => showDialog(<GraphDialog {...of} />)
