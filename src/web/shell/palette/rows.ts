// Writes the list into its slots: visible slots at the key press, those below shortly after the paint, so that no
// letter waits for rows that nobody sees.
import { afterFrame } from './idle.ts'
import { type PaletteList, usePaletteList } from './list.ts'
import { mostRows, type PaletteRow } from './results.ts'
import { createRowContent, type RowContent } from './rowContent.ts'
import { onFigures } from './rowFigures.ts'

/** The most rows visible without scrolling, below one heading; palette.css has the heights. */
export const firstRows = 12

/** Creates the content of all slots. Visible slots hold the list from the start, so that they are never drawn empty. */
export function createRows(): RowContent[] {
  const contents = Array.from({ length: mostRows }, createRowContent)
  const { rows, highlighted } = usePaletteList.getState()
  write(contents, rows, 0, firstRows)
  contents[highlighted]?.highlight(true)
  return contents
}

/** Writes the slots from `from` up to but excluding `end`. */
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
  /** Writes the slots below the view at once. */
  settle: () => void
  end: () => void
}

/** Keeps the slots in step with the list. */
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
      // Leftovers of a longer list would come into view below a short one.
      write(contents, rows, Math.max(firstRows, rows.length), mostRows)
      forget()
      forget = afterFrame(() => {
        // Other work waiting for the frame comes first. An idle callback would come late: with nothing to draw there is
        // none.
        const timer = setTimeout(settle)
        forget = () => clearTimeout(timer)
      })
    }
    highlight(highlighted)
  }
  show(usePaletteList.getState())
  const stop = usePaletteList.subscribe(show)
  const stopFigures = onFigures((entry) => contents.find(({ row }) => row?.entry === entry)?.retell())
  return {
    settle,
    end: () => {
      stop()
      stopFigures()
      forget()
    },
  }
}
