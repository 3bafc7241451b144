// In the status line: why the cell under the cursor is hatched or dotted, or how its total is computed; the
// keyboard equivalent of the tooltip.
import { type HintRequest, markText } from './hints.ts'
import { cursorCell } from './shownTable.ts'

export function CellNote() {
  const cell = cursorCell()
  const text = cell ? markText(cell satisfies HintRequest, cell.row, cell.column) : ''
  if (text === '') return null
  return (
    <span className="status-cell-note" title={text}>
      {text}
    </span>
  )
}
