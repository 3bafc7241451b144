// Shows what an undefined table could become; the dialog is loaded on first use.
import { showDialog } from '#web/shell/dialog.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const DefineDialog = onDemand(async () => (await import('./DefineDialog.tsx')).DefineDialog)

/** For one table, or with a choice of tables. */
export const showUndefined = (table: string | null = null): void => showDialog(<DefineDialog table={table} />)
