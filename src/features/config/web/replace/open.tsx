// Puts a point in the place of another everywhere; the dialog is read when it is asked for.
import { showDialog } from '#web/shell/dialog.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const ReplaceDialog = onDemand(async () => (await import('./ReplaceDialog.tsx')).ReplaceDialog)

export const showReplace = (from: number): void => showDialog(<ReplaceDialog from={from} />)
