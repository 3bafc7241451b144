// Whether the compared figures show beside their changes; remembered in this browser.
import { create } from 'zustand'
import { readText, writeText } from '#web/shell/storage.ts'

const key = 'statementPrevious'

export const usePreviousFigures = create<{ shown: boolean }>(() => ({ shown: readText(key) === '1' }))

export function togglePreviousFigures(): void {
  const shown = !usePreviousFigures.getState().shown
  writeText(key, shown ? '1' : '0')
  usePreviousFigures.setState({ shown })
}
