// Opens the export and import dialogs.
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'

export const openExport = (): void => showDialog(<ExportDialog onClose={closeDialog} />)
export const openImport = (): void => showDialog(<ImportDialog onClose={closeDialog} />)
