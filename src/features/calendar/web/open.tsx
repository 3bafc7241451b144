// Opens the calendar's dialog.
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { CalendarDialog } from './CalendarDialog.tsx'

export const openCalendar = (): void => showDialog(<CalendarDialog onClose={closeDialog} />)
