// Replaces a point by another everywhere; the dialog is loaded on first use.
import { showDialog } from '#web/shell/dialog.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const ReplaceDialog = onDemand(async () => (await import('./ReplaceDialog.tsx')).ReplaceDialog)

export const showReplace = (from: number): void => showDialog(<ReplaceDialog from={from} />)
