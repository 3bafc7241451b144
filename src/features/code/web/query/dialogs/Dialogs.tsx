// The dialog over the workspace, if there is one.

import { NameDialog } from '#web/ui/dialogs/NameDialog.tsx'
import { isFocusFree } from '#web/ui/focus/focusTrail.ts'
import { changeDocument } from '../documents/actions.ts'
import { documentOf } from '../documents/store.ts'
import { editor } from '../editing.ts'
import { nameResult } from '../resultTabs.ts'
import { atWork } from '../runs/closing.ts'
import { cancel, cancelable } from '../runs/start.ts'
import { useRuns } from '../runs/store.ts'
import { SnippetForm } from '../snippets/SnippetForm.tsx'
import { SnippetsDialog } from '../snippets/SnippetsDialog.tsx'
import { closeDialog, type Dialog, openDialog, useView } from '../view.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { ConflictDialog, WindowsDialog } from './ConflictDialog.tsx'
import { DropDialog } from './DropDialog.tsx'
import { FillDialog } from './FillDialog.tsx'
import { SampleDialog } from './SampleDialog.tsx'
import { SaveDialog } from './SaveDialog.tsx'
import { OwnShareDialog, OwnVersionsDialog } from './SavedDialogs.tsx'
import { TemporaryDialog } from './TemporaryDialog.tsx'

/** The focus was mostly in the editor, which loses it while a dialog is open. */
function close(): void {
  closeDialog()
  requestAnimationFrame(() => {
    if (isFocusFree()) editor()?.focus()
  })
}

export function Dialogs() {
  const dialog = useView((state) => state.dialog)
  return dialog && <Shown dialog={dialog} />
}

function Shown({ dialog }: { dialog: Dialog }) {
  switch (dialog.kind) {
    case 'cancel': {
      const { documentId } = dialog
      return (
        <CancelDialog
          ending={() => cancelable(documentId)}
          confirm="结束运行"
          onConfirm={() => void cancel(documentId)}
          onClose={close}
        />
      )
    }
    case 'closeResults': {
      const { keys, goOn } = dialog
      return (
        <CancelDialog ending={() => atWork(keys)} confirm="结束并关闭" onConfirm={goOn} onClose={close} />
      )
    }
    case 'fill':
      return <FillDialog key={dialog.names.join()} {...dialog} onClose={close} />
    case 'save':
      return <SaveDialog documentId={dialog.documentId} asNew={dialog.asNew} onClose={close} />
    case 'conflict':
      return <ConflictDialog documentId={dialog.documentId} theirs={dialog.theirs} onClose={close} />
    case 'windows':
      return <WindowsDialog documentId={dialog.documentId} onClose={close} />
    case 'share':
      return <OwnShareDialog documentId={dialog.documentId} onClose={close} />
    case 'versions':
      return <OwnVersionsDialog documentId={dialog.documentId} onClose={close} />
    case 'sample':
      return <SampleDialog table={dialog.table} onClose={close} />
    case 'temporary':
      return <TemporaryDialog sql={dialog.sql} onClose={close} />
    case 'dropTemporary':
      return <DropDialog id={dialog.id} name={dialog.name} onClose={close} />
    case 'snippets':
      return <SnippetsDialog find={dialog.find} onClose={close} />
    case 'snippet': {
      const { find } = dialog
      const back = find === null ? close : () => openDialog({ kind: 'snippets', find })
      return <SnippetForm {...dialog} onClose={back} />
    }
    case 'renameDocument':
      return (
        <NameDialog
          title="重命名标签页"
          label="名称"
          initial={documentOf(dialog.documentId)?.name ?? ''}
          onClose={close}
          onName={async (name) => {
            changeDocument(dialog.documentId, { name })
            return true
          }}
        />
      )
    case 'renameResult':
      return (
        <NameDialog
          title="重命名结果"
          label="名称"
          initial={useRuns.getState().runs[dialog.key]?.run?.title ?? ''}
          onClose={close}
          onName={(name) => nameResult(dialog.key, name)}
        />
      )
  }
}
