// Which condition's control opens: the one just added, or one that was asked for again.
import { useState } from 'react'

export interface Opened {
  key: string
  /** Counts what was asked for, so that the same control can open once more. */
  times: number
}

export function useOpened(): [Opened, (key: string) => void] {
  const [opened, setOpened] = useState<Opened>({ key: '', times: 0 })
  return [opened, (key) => setOpened(({ times }) => ({ key, times: times + 1 }))]
}

/** A control that is asked for is drawn anew, open. */
export const controlKey = (key: string, opened: Opened): string =>
  opened.key === key ? `${key}:${opened.times}` : key
