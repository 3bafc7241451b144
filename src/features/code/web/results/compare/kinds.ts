// How the rows of a comparison are displayed: the change column, and old and new values side by side.

import { changeTitle, sideEndings, sidelessTitle } from '#shared/sql/comparedColumns.ts'
import type { CellValue } from '#web/table/types.ts'
import type { Run } from '#features/code/contract.ts'

export const changeColumn = ({ columns }: Pick<Run, 'columns'>): number =>
  columns.findIndex(({ title, type }) => title === changeTitle && type === 'string')

type CellTone = 'old' | 'new' | 'added' | 'removed'

/** The tone of each cell of a comparison; columns by index in the result. */
export function cellTones(
  run: Pick<Run, 'columns'>,
  cellAt: (row: number, column: number) => CellValue,
): (row: number, column: number) => CellTone | undefined {
  const change = changeColumn(run)
  const pairs = new Map<number, { other: number; tone: CellTone }>()
  run.columns.forEach(({ title }, index) => {
    const next = run.columns[index + 1]?.title
    const isPair = title.endsWith(sideEndings.old) && next === sidelessTitle(title) + sideEndings.new
    if (!isPair) return
    pairs.set(index, { other: index + 1, tone: 'old' })
    pairs.set(index + 1, { other: index, tone: 'new' })
  })
  return (row, column) => {
    const kind = cellAt(row, change)
    if (kind === '新增') return column === change || pairs.get(column)?.tone === 'new' ? 'added' : undefined
    if (kind === '删除') return column === change || pairs.get(column)?.tone === 'old' ? 'removed' : undefined
    const pair = pairs.get(column)
    return pair && cellAt(row, column) !== cellAt(row, pair.other) ? pair.tone : undefined
  }
}
