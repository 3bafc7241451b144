// A view's reports that a palette preview has just loaded, so that opening the view need not load them again.
import type { Report } from '#features/statement/contract.ts'

/** Others may have changed older ones. */
const freshMs = 5_000

let ahead: { viewId: number; reports: Report[]; at: number } | null = null

export function keepAhead(viewId: number, reports: Report[]): void {
  ahead = { viewId, reports, at: performance.now() }
}

/** Can be taken once; later reads are sent to the server. */
export function takeAhead(viewId: number): Report[] | null {
  const found = ahead
  ahead = null
  return found?.viewId === viewId && performance.now() - found.at < freshMs ? found.reports : null
}
