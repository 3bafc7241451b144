// Keeps an unsaved remark when the session or the page ends: its dialog opens again with the text.
import { useEffect } from 'react'
import { keptWorkMessage, takeKeptWork } from '#web/shell/keptWork.ts'
import { showMessage } from '#web/shell/message.ts'
import { useReport } from '../store.ts'

/** The key under which the remark is kept. */
export const keptRemark = 'reportRemark'

export function useKeptRemark(): void {
  const id = useReport(({ present }) => present?.report?.id ?? 0)
  useEffect(() => {
    if (id === 0) return
    const kept = takeKeptWork(keptRemark) as { id: number; text: string } | null
    if (kept?.id !== id) return
    useReport.setState({ dialog: { kind: 'remark', text: kept.text } })
    showMessage({ message: keptWorkMessage })
  }, [id])
}
