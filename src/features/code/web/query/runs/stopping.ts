// The cancel key asks first where a slip would lose much work.
import { openDialog } from '../view.ts'
import { cancel, cancelable } from './start.ts'
import { type DeskRun, isOver } from './store.ts'

/** Running time in milliseconds. */
const muchWork = 10_000

/** From the server's last report, continued by our clock. */
export function elapsedOf(desk: DeskRun, now: number): number {
  if (!desk.run) return Math.max(0, now - desk.askedAt)
  const known = desk.run.status === 'queued' ? desk.run.queuedMs : desk.run.elapsedMs
  return isOver(desk) ? desk.run.elapsedMs : known + Math.max(0, now - desk.heardAt)
}

/** A run that only waits has lost nothing. */
export const isCostly = (desk: DeskRun): boolean =>
  desk.run?.status !== 'queued' && elapsedOf(desk, Date.now()) > muchWork

export function cancelByKey(documentId: string): void {
  if (cancelable(documentId).some(isCostly)) openDialog({ kind: 'cancel', documentId })
  else void cancel(documentId)
}
