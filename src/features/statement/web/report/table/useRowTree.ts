// Folds a table's subtotals; new figures unfold all of them.
import { useCallback, useMemo, useState } from 'react'
import type { RowTree } from '#web/table/types.ts'
import type { ReportTable } from '#features/statement/contract.ts'
import {
  allSubtotals,
  everyRow,
  hasSubtotals,
  placeOf,
  type ShownRows,
  subtotalOf,
  unfoldedRows,
} from './rowTree.ts'

interface Folds {
  table: ReportTable
  folded: ReadonlySet<number>
  turns: number
}

const unfolded = (table: ReportTable): Folds => ({ table, folded: new Set(), turns: 0 })

export function useRowTree(
  table: ReportTable,
  dimensions: number,
): { rows: ShownRows; tree: RowTree | undefined } {
  const [kept, setKept] = useState<Folds>(() => unfolded(table))
  const folds = useMemo(() => (kept.table === table ? kept : unfolded(table)), [kept, table])
  const { levels, rowCount } = table
  const fold = useCallback(
    (folded: ReadonlySet<number>) =>
      setKept((before) => ({ table, folded, turns: (before.table === table ? before.turns : 0) + 1 })),
    [table],
  )
  return useMemo(() => {
    if (!hasSubtotals(levels, dimensions)) return { rows: everyRow(rowCount), tree: undefined }
    const { folded, turns } = folds
    const rows = unfoldedRows(levels, folded)
    const levelOf = (row: number) => levels[rows.sourceOf(row)] ?? dimensions
    const tree: RowTree = {
      depthOf: (row) => Math.max(0, levelOf(row) - 1),
      isOpen: (row) => (levelOf(row) < dimensions ? !folded.has(rows.sourceOf(row)) : undefined),
      toggle: (row) => {
        const source = subtotalOf(levels, rows.sourceOf(row), dimensions)
        if (source < 0) return null
        const next = new Set(folded)
        if (!next.delete(source)) next.add(source)
        fold(next)
        return placeOf(rows, source)
      },
      toggleAll: () => fold(folded.size > 0 ? new Set() : allSubtotals(levels, dimensions)),
      turns,
    }
    return { rows, tree }
  }, [levels, rowCount, folds, dimensions, fold])
}
