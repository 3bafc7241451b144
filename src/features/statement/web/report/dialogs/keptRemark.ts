// A remark over the end of a session, or of the page: its dialog opens again with what was typed.
import { useEffect } from 'react'
import { keptWorkMessage, takeKeptWork } from '#web/shell/keptWork.ts'
import { showMessage } from '#web/shell/message.ts'
import { useReport } from '../store.ts'

/** As what it is kept. */
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
