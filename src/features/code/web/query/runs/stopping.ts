// The cancel key asks first where a slip would lose much work.
import { openDialog } from '../view.ts'
import { cancel, cancelable } from './start.ts'
import { type EditorRun, isOver } from './store.ts'

/** Running time in milliseconds. */
const muchWork = 10_000

/** From the server's last report, continued by our clock. */
export function elapsedOf(editorRun: EditorRun, now: number): number {
  if (!editorRun.run) return Math.max(0, now - editorRun.askedAt)
  const known = editorRun.run.status === 'queued' ? editorRun.run.queuedMs : editorRun.run.elapsedMs
  return isOver(editorRun) ? editorRun.run.elapsedMs : known + Math.max(0, now - editorRun.heardAt)
}

/** A run that only waits has lost nothing. */
export const isCostly = (editorRun: EditorRun): boolean =>
  editorRun.run?.status !== 'queued' && elapsedOf(editorRun, Date.now()) > muchWork

export function cancelByKey(documentId: string): void {
  if (cancelable(documentId).some(isCostly)) openDialog({ kind: 'cancel', documentId })
  else void cancel(documentId)
}
