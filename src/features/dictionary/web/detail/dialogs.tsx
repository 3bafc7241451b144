// Dialogs of the editor, loaded on first use.

import { call } from '#web/api/client.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { NameDialog } from '#web/ui/dialogs/NameDialog.tsx'
import { dictionaryHistory } from '#features/dictionary/contract.ts'
import { NamesForm } from '../list/NamesForm.tsx'
import type { Sheet } from '../sheet/Sheet.ts'
import { type Editor, mayAddColumn } from './actions.ts'

export { showFind } from './Find.tsx'
export { showUnnamed } from './Unnamed.tsx'

export function askNewColumn({ sheet }: Editor): void {
  if (!mayAddColumn(sheet)) return
  showDialog(
    <NameDialog
      title="新增一列"
      label="列名"
      initial=""
      onClose={closeDialog}
      onName={async (name) => {
        if (!isFree(sheet, name, -1)) return false
        sheet.addColumn(name)
        return true
      }}
    />,
  )
}

export function askColumnName({ sheet, table }: Editor, place = table.selection?.active.column ?? 0): void {
  const column = sheet.columns[place]
  if (!column) return
  showDialog(
    <NameDialog
      title={`重命名列「${column.name}」`}
      label="列名"
      initial={column.name}
      onClose={closeDialog}
      onName={async (name) => {
        if (!isFree(sheet, name, place)) return false
        sheet.renameColumn(place, name)
        return true
      }}
    />,
  )
}

function isFree(sheet: Sheet, name: string, place: number): boolean {
  const key = (text: string) => text.normalize('NFKC').toLowerCase().trim()
  const isTaken = sheet.columns.some((column, at) => at !== place && key(column.name) === key(name))
  if (isTaken) showMessage({ message: `已有列「${name}」`, intent: 'warning' })
  return !isTaken
}

export const askNames = ({ sheet }: Editor): void => showDialog(<NamesForm sheet={sheet} />)

export const showPast = (id: number, name: string): void =>
  showHistory(name, (signal) =>
    call(dictionaryHistory, { params: { id } }, { quiet: true, loading: null, signal }),
  )
