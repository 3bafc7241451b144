// Opens the embed settings of a view: the opened one, or the tree's row under the cursor.

import { call } from '#web/api/client.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { readEmbed } from '#features/embed/contract.ts'
import { useReport } from '../report/store.ts'
import { isEditable, refused } from '../tree/actions.ts'
import { idOf, isViewKey, viewKey } from '../tree/shape.ts'
import { useTree } from '../tree/store.ts'
import { EmbedDialog } from './EmbedDialog.tsx'

function subject(): number | null {
  const { viewId } = useReport.getState()
  const { cursor } = useTree.getState()
  const inTree = document.activeElement?.closest('.statement-tree') != null
  if (viewId !== null && !inTree) return viewId
  return cursor !== null && isViewKey(cursor) ? idOf(cursor) : null
}

export async function openEmbedDialog(given?: number): Promise<void> {
  const viewId = given ?? subject()
  if (viewId === null) {
    showMessage({ message: '请先在目录里选择一个视图', intent: 'warning' })
    return
  }
  if (!isEditable(viewKey(viewId))) return void refused()
  const embed = await call(readEmbed, { params: { viewId } })
  showDialog(<EmbedDialog key={viewId} initial={embed} onClose={closeDialog} />)
}
