// The report's own formula in the column under the cursor.
import { cursorCell } from '../report/table/shownTable.ts'

const ownKey = /^p(-\d+)(_\w+)?$/

/** From a column's key: p-1, p-1_diff. */
function ownOf(key: string): number | undefined {
  const id = ownKey.exec(key)?.[1]
  return id === undefined ? undefined : Number(id)
}

export function ownAtCursor(): number | undefined {
  const cell = cursorCell()
  return cell ? ownOf(cell.model.sources[cell.column]?.key ?? '') : undefined
}
