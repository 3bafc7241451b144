// Which condition's control opens: the one just added, or one requested again.
import { useRef, useState } from 'react'

export interface Opened {
  key: string
  /** Counts requests, so that the same control can open again. */
  times: number
  /** Whether this key's control opens when first rendered; once per request. */
  starts: (key: string) => boolean
  /** Call when nothing is open: a control rendered elsewhere then stays closed. */
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

/** A requested control is rendered anew, opened. */
export const controlKey = (key: string, opened: Pick<Opened, 'key' | 'times'>): string =>
  opened.key === key ? `${key}:${opened.times}` : key
