// Whether the totals row is shown; remembered in this browser.
import { create } from 'zustand'
import { readText, writeText } from '#web/shell/storage.ts'

const key = 'statementTotals'

export const useTotals = create<{ shown: boolean }>(() => ({ shown: readText(key) !== '0' }))

export function toggleTotals(): void {
  const shown = !useTotals.getState().shown
  writeText(key, shown ? '1' : '0')
  useTotals.setState({ shown })
}
