// Changes many definitions at once; the dialog is loaded on first use.
import { showDialog } from '#web/shell/dialog.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import type { Many } from './many.ts'

const ChangeDialog = onDemand(async () => (await import('./ChangeDialog.tsx')).ChangeDialog)

export const showChanges = (many: Many): void => showDialog(<ChangeDialog {...many} />)
