// A column that was added, perhaps out of sight, is scrolled to and lit: it is selected.
import { useEffect, useRef } from 'react'
import { focusedTable } from '#web/table/focusedTable.ts'
import type { ReportTableModel } from './reportTableModel.ts'

/** The first figure that the report did not have; undefined where it is another report, or has none. */
function addedKey(before: readonly string[], now: readonly string[]): string | undefined {
  if (before.length === 0) return undefined
  const added = now.filter((key) => !before.includes(key) && key.startsWith('p'))
  // A comparison adds a column to each figure: nothing in particular.
  const figures = new Set(added.map((key) => key.split('_')[0]))
  return figures.size === 1 ? added[0] : undefined
}

export function useAdded(model: ReportTableModel, report: number): void {
  const before = useRef<{ report: number; keys: string[] }>({ report, keys: [] })
  useEffect(() => {
    const keys = model.sources.map(({ key }) => key)
    const added = before.current.report === report ? addedKey(before.current.keys, keys) : undefined
    before.current = { report, keys }
    const table = focusedTable()
    if (added === undefined || !table || table.model.props.cellAt !== model.cellAt) return
    const place = table.model.layout.order.indexOf(keys.indexOf(added))
    if (place < 0) return
    table.selectColumn(place)
    table.reveal({ row: table.firstVisibleRow, column: place })
  }, [model, report])
}
