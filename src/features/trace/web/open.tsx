// Opens the trace code dialog.
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { TraceDialog } from './TraceDialog.tsx'

export const openTrace = (): void => showDialog(<TraceDialog onClose={closeDialog} />)
