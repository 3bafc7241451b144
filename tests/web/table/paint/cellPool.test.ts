// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { CellPool } from '#web/table/paint/cellPool.ts'

it('leaves no line where a column stood that went to the frozen part', () => {
  const host = document.createElement('div')
  let width = 200
  const pool = new CellPool(host, {
    rowTop: (row) => row * 24,
    rowHeight: () => 24,
    rowClass: () => 'row',
    rowNumber: (row) => row + 2,
    columnLeft: (column) => column * width,
    columnWidth: () => width,
    ruleClass: () => 'rule',
    paint: () => {},
  })
  const lines = () => [...host.querySelectorAll<HTMLElement>('.rule')].map(({ style }) => style.left)
  const rows = { firstRow: 0, endRow: 2, endColumn: 3 }
  pool.paint({ ...rows, firstColumn: 0 })
  expect(lines()).toEqual(['199px', '399px', '599px'])
  // Its column is frozen, and all become narrower.
  width = 100
  pool.forgetColumns()
  pool.paint({ ...rows, firstColumn: 1 })
  expect(lines()).toEqual(['199px', '299px'])
  pool.forgetColumns()
  pool.paint({ ...rows, firstColumn: 0 })
  expect(lines()).toEqual(['99px', '199px', '299px'])
})
