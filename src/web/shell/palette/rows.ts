// Brings the list into its places: those in view with the key that changes them, those below in a moment after it is
// painted, so that what nobody sees keeps no letter waiting.
import { afterFrame } from './idle.ts'
import { type PaletteList, usePaletteList } from './list.ts'
import { mostRows, type PaletteRow } from './results.ts'
import { createRowContent, type RowContent } from './rowContent.ts'

/** The rows that can be in view before one scrolls, below one heading: palette.css has the heights. */
export const firstRows = 12

/** Contents of all places. Those in view hold the list from the start, so that they are never drawn without it. */
export function createRows(): RowContent[] {
  const contents = Array.from({ length: mostRows }, createRowContent)
  const { rows, highlighted } = usePaletteList.getState()
  write(contents, rows, 0, firstRows)
  contents[highlighted]?.highlight(true)
  return contents
}

/** Into the places from `from` to `end`, the latter excluded. */
function write(
  contents: readonly RowContent[],
  rows: readonly PaletteRow[],
  from: number,
  end: number,
): void {
  for (let at = from; at < end; at++) {
    const row = rows[at]
    contents[at]?.show(row, row?.heading !== rows[at - 1]?.heading)
  }
}

interface ShownRows {
  /** Brings the rows below at once. */
  settle: () => void
  end: () => void
}

/** Has the places follow the list. */
export function showRows(contents: readonly RowContent[]): ShownRows {
  let shown: readonly PaletteRow[] | undefined
  let shownBelow: readonly PaletteRow[] | undefined
  let highlightedAt = contents.findIndex(({ state }) => state.highlighted)
  let forget = () => {}

  const settle = () => {
    if (shown === undefined || shown === shownBelow) return
    write(contents, shown, firstRows, mostRows)
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
      write(contents, rows, 0, firstRows)
      // What is left over of a longer list would come into view below a short one.
      write(contents, rows, Math.max(firstRows, rows.length), mostRows)
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
