// Which condition's control opens: the one just added, or one requested again.
import { useRef, useState } from 'react'

export interface Opened {
  key: string
  /** Counts requests, so that the same control can open again. */
  times: number
  /** Whether this key's control opens when first rendered; once per request. */
  starts: (key: string) => boolean
  /** Call when the control is open, or nothing is: once it was open, it stays closed wherever it is mounted anew. */
  note: (isOpen: boolean) => void
}

/**
 * Asked when a control is mounted: one that moves between the bar and 更多 is mounted from the elements of an older
 * render, which were made before the request was settled.
 */
export type StartsOpen = boolean | (() => boolean)

export function useOpened(): [Opened, (key: string) => void] {
  const [{ key, times }, setOpened] = useState({ key: '', times: 0 })
  const settled = useRef(0)
  const shown = useRef(0)
  const opened: Opened = {
    key,
    times,
    starts: (asked) => asked === key && settled.current !== times,
    note: (isOpen) => {
      if (isOpen) shown.current = times
      // A popup needs more than one render to open, and its control is no sooner there.
      else if (shown.current === times) settled.current = times
    },
  }
  return [opened, (asked) => setOpened((before) => ({ key: asked, times: before.times + 1 }))]
}

/** A requested control is rendered anew, opened. */
export const controlKey = (key: string, opened: Pick<Opened, 'key' | 'times'>): string =>
  opened.key === key ? `${key}:${opened.times}` : key
