import { describe, expect, it } from 'vitest'
import {
  extendTo,
  fitSelection,
  isWithin,
  rangeOf,
  selectAll,
  selectCell,
  selectColumns,
  selectRows,
  stepFrom,
} from '#web/table/selection/selection.ts'

const size = { rows: 100, columns: 5 }
const at = (row: number, column: number) => ({ row, column })

describe('the selection', () => {
  it('steps by a cell, a page and to the edges, and stays inside', () => {
    expect(stepFrom(at(3, 2), 'down', 'cell', 20, size)).toEqual(at(4, 2))
    expect(stepFrom(at(0, 0), 'up', 'cell', 20, size)).toEqual(at(0, 0))
    expect(stepFrom(at(3, 2), 'down', 'page', 20, size)).toEqual(at(23, 2))
    expect(stepFrom(at(90, 2), 'down', 'page', 20, size)).toEqual(at(99, 2))
    expect(stepFrom(at(3, 2), 'right', 'edge', 20, size)).toEqual(at(3, 4))
    expect(stepFrom(at(3, 2), 'up', 'edge', 20, size)).toEqual(at(0, 2))
  })

  it('extends from the active cell in any direction', () => {
    const selection = extendTo(selectCell(at(5, 3)), at(2, 1))
    expect(rangeOf(selection)).toEqual({ firstRow: 2, lastRow: 5, firstColumn: 1, lastColumn: 3 })
    expect(selection.active).toEqual(at(5, 3))
    expect(isWithin(at(4, 2), rangeOf(selection))).toBe(true)
    expect(isWithin(at(6, 2), rangeOf(selection))).toBe(false)
  })

  it('selects whole rows, columns and all', () => {
    const rows = selectRows(extendTo(selectCell(at(5, 3)), at(7, 3)), size)
    expect(rangeOf(rows)).toEqual({ firstRow: 5, lastRow: 7, firstColumn: 0, lastColumn: 4 })
    expect(rangeOf(selectColumns(3, 1, size))).toEqual({
      firstRow: 0,
      lastRow: 99,
      firstColumn: 1,
      lastColumn: 3,
    })
    expect(rangeOf(selectAll(size))).toEqual({ firstRow: 0, lastRow: 99, firstColumn: 0, lastColumn: 4 })
  })

  it('takes the totals for the row before the first, one step farther than far steps go', () => {
    const totals = { ...size, hasTotals: true }
    expect(stepFrom(at(0, 2), 'up', 'cell', 20, totals)).toEqual(at(-1, 2))
    expect(stepFrom(at(-1, 2), 'up', 'cell', 20, totals)).toEqual(at(-1, 2))
    expect(stepFrom(at(-1, 2), 'down', 'cell', 20, totals)).toEqual(at(0, 2))
    expect(stepFrom(at(9, 2), 'up', 'edge', 20, totals)).toEqual(at(0, 2))
    expect(stepFrom(at(9, 2), 'up', 'page', 20, totals)).toEqual(at(0, 2))
    expect(stepFrom(at(0, 2), 'up', 'edge', 20, totals)).toEqual(at(-1, 2))
    expect(fitSelection(selectCell(at(-1, 2)), size)).toEqual(selectCell(at(0, 2)))
  })

  it('shrinks with the table, and ends with its last row', () => {
    const selection = extendTo(selectCell(at(50, 1)), at(99, 4))
    expect(fitSelection(selection, { rows: 60, columns: 2 })).toEqual({ active: at(50, 1), head: at(59, 1) })
    expect(fitSelection(selection, { rows: 0, columns: 2 })).toBeNull()
    expect(fitSelection(null, size)).toBeNull()
  })
})
