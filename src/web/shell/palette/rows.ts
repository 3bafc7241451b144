// Brings the list into its places: those in view with the key that changes them, those below in a moment after it is
// painted, so that what nobody sees keeps no letter waiting.
import { afterFrame } from './idle.ts'
import { type PaletteList, usePaletteList } from './list.ts'
import { mostRows, type PaletteRow } from './results.ts'
import type { RowContent } from './rowContent.ts'

/** The rows that can be in view before one scrolls, below one heading: palette.css has the heights. */
const firstRows = 12

export interface ShownRows {
  /** Brings the rows below at once. */
  settle: () => void
  end: () => void
}

/** Shows the list and follows it; `contents` are those of the places, `mostRows` of them. */
export function showRows(contents: readonly RowContent[]): ShownRows {
  let shown: readonly PaletteRow[] | undefined
  let shownBelow: readonly PaletteRow[] | undefined
  let highlightedAt = 0
  let forget = () => {}

  const write = (rows: readonly PaletteRow[], from: number, end: number) => {
    for (let at = from; at < end; at++) {
      const row = rows[at]
      contents[at]?.show(row, row?.heading !== rows[at - 1]?.heading)
    }
  }
  const settle = () => {
    if (shown === undefined || shown === shownBelow) return
    write(shown, firstRows, mostRows)
    shownBelow = shown
  }
  const highlight = (at: number) => {
    if (at !== highlightedAt) contents[highlightedAt]?.highlight(false)
    contents[at]?.highlight(true)
    highlightedAt = at
  }
  const show = ({ rows, highlighted }: PaletteList) => {
    if (rows !== shown) {
      shown = rows
      write(rows, 0, firstRows)
      // What is left over of a longer list would come into view below a short one.
      write(rows, Math.max(firstRows, rows.length), mostRows)
      forget()
      forget = afterFrame(() => {
        // What else waits for the frame comes first. An idle moment would come late: with nothing to draw there is none.
        const timer = setTimeout(settle)
        forget = () => clearTimeout(timer)
      })
    }
    highlight(highlighted)
  }
  show(usePaletteList.getState())
  const stop = usePaletteList.subscribe(show)
  return {
    settle,
    end: () => {
      stop()
      forget()
    },
  }
}
