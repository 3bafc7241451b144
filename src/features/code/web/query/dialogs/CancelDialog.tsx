// Asks before a long-running query is canceled: by a key, or by closing its tab.
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { durationText } from '#features/code/web/results/texts.ts'
import { elapsedOf } from '../runs/stopping.ts'
import { type EditorRun, useRuns } from '../runs/store.ts'

interface Props {
  /** The runs that would be canceled now. */
  ending: () => readonly EditorRun[]
  confirm: string
  onConfirm: () => void
  onClose: () => void
}

export function CancelDialog({ ending, confirm, onConfirm, onClose }: Props) {
  // Runs that end meanwhile need no answer.
  const count = useRuns(() => ending().length)
  const [longest] = useState(() =>
    Math.max(0, ...ending().map((editorRun) => elapsedOf(editorRun, Date.now()))),
  )
  useEffect(() => {
    if (count === 0) onClose()
  }, [count, onClose])
  return (
    <ConfirmDialog
      confirm={confirm}
      refuse="继续运行"
      onClose={onClose}
      onConfirm={() => {
        onClose()
        onConfirm()
      }}
    >
      {count > 1 ? `${count} 条查询正在运行，最久的` : '查询'}已经运行了 {durationText(longest)}
      ，结束后要从头再来。
    </ConfirmDialog>
  )
}
