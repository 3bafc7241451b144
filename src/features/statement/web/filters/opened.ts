// Which condition's control opens: the one just added, or one that was asked for again.
import { useRef, useState } from 'react'

export interface Opened {
  key: string
  /** Counts what was asked for, so that the same control can open once more. */
  times: number
  /** Whether the control of this key opens with its first drawing: once for each time that it was asked for. */
  starts: (key: string) => boolean
  /** Told when nothing is open: drawn at another place it does not open again. */
  settle: () => void
}

export function useOpened(): [Opened, (key: string) => void] {
  const [{ key, times }, setOpened] = useState({ key: '', times: 0 })
  const settled = useRef(0)
  const opened: Opened = {
    key,
    times,
    starts: (asked) => asked === key && settled.current !== times,
    settle: () => {
      settled.current = times
    },
  }
  return [opened, (asked) => setOpened((before) => ({ key: asked, times: before.times + 1 }))]
}

/** A control that is asked for is drawn anew, open. */
export const controlKey = (key: string, opened: Pick<Opened, 'key' | 'times'>): string =>
  opened.key === key ? `${key}:${opened.times}` : key
