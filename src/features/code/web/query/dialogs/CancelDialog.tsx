// Asks before a key ends what has been at work for long.
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '../../../../../web/ui/ConfirmDialog.tsx'
import { durationText } from '../../results/texts.ts'
import { cancel, cancelable } from '../runs/start.ts'
import { elapsedOf } from '../runs/stopping.ts'
import { useRuns } from '../runs/store.ts'

interface Props {
  documentId: string
  onClose: () => void
}

export function CancelDialog({ documentId, onClose }: Props) {
  // What ends meanwhile needs no answer.
  const count = useRuns(() => cancelable(documentId).length)
  const [longest] = useState(() =>
    Math.max(0, ...cancelable(documentId).map((desk) => elapsedOf(desk, Date.now()))),
  )
  useEffect(() => {
    if (count === 0) onClose()
  }, [count, onClose])
  return (
    <ConfirmDialog
      confirm="结束运行"
      refuse="继续运行"
      onClose={onClose}
      onConfirm={() => {
        onClose()
        void cancel(documentId)
      }}
    >
      {count > 1 ? `${count} 条查询正在运行，最久的` : '查询'}已经运行了 {durationText(longest)}
      ，结束后要从头再来。
    </ConfirmDialog>
  )
}
