// Describes the problem of the active cell; for a duplicate code also where the other row is.
import { useSyncExternalStore } from 'react'
import type { Sheet } from '../sheet/Sheet.ts'
import { activeRow, onActiveRow } from './active.ts'

export function ActiveProblem({ sheet }: { sheet: Sheet }) {
  const row = sheet.rows[useSyncExternalStore(onActiveRow, activeRow)]
  if (!row) return null
  const column = sheet.problems.columnOf(row)
  const problem = sheet.problems.at(row, column)
  if (problem === null) return null
  const [twin] = sheet.problems.twins(row)
  const other = twin && problem.endsWith('重复') ? `，另见第 ${sheet.rows.indexOf(twin) + 1} 行` : ''
  return (
    <span className="dictionary-problem" role="status">
      {problem}
      {other}
    </span>
  )
}
