// The reports of a view that the palette has shown just now: whoever opens it next need not ask for them again.
import type { Report } from '#features/statement/contract.ts'

/** Older ones may have been changed by others. */
const freshMs = 5_000

let ahead: { viewId: number; reports: Report[]; at: number } | null = null

export function keepAhead(viewId: number, reports: Report[]): void {
  ahead = { viewId, reports, at: performance.now() }
}

/** Once: what is read again is asked for. */
export function takeAhead(viewId: number): Report[] | null {
  const found = ahead
  ahead = null
  return found?.viewId === viewId && performance.now() - found.at < freshMs ? found.reports : null
}
