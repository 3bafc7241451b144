// Shows what a table that is not defined yet could become; the dialog is read when it is asked for.
import { showDialog } from '#web/shell/dialog.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const DefineDialog = onDemand(async () => (await import('./DefineDialog.tsx')).DefineDialog)

/** Of one table, or with a choice of them. */
export const showUndefined = (table: string | null = null): void => showDialog(<DefineDialog table={table} />)
