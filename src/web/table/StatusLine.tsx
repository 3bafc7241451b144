// The line under a table: number of rows, whether the result is complete, and the selection's statistics. Pages add
// their own parts (time taken, cache, data time) at the right.
import type { ReactNode } from 'react'
import { groupThousands } from './selection/exactSum.ts'
import type { SelectionStatus } from './types.ts'

interface StatusLineProps {
  /** Null while there is no result. */
  rowCount: number | null
  /** False if the result was truncated. */
  complete: boolean
  /** A note after the number of rows, instead of «完整» or «已截断». */
  note?: string
  selection: SelectionStatus | null
  children?: ReactNode
}

const grouped = (count: number) => count.toLocaleString('en-US')

export function StatusLine({ rowCount, complete, note, selection, children }: StatusLineProps) {
  const isRange = selection !== null && selection.rows * selection.columns > 1
  return (
    <footer className="data-table-status">
      {rowCount !== null && (
        <span className={complete ? '' : 'data-table-status-cut'}>
          {grouped(rowCount)} 行{note ?? `，${complete ? '完整' : '已截断'}`}
        </span>
      )}
      <span className="data-table-status-selection" role="status">
        {isRange && <SelectionFigures selection={selection} />}
      </span>
      <span className="data-table-status-page">{children}</span>
    </footer>
  )
}

function SelectionFigures({ selection }: { selection: SelectionStatus }) {
  const { rows, columns, count, sumText, averageText, pending, tooMany, problem, leftOut } = selection
  const isKnown = !tooMany && problem === undefined && !(pending && count === 0)
  return (
    <>
      <span>
        已选 <b>{grouped(rows)}</b> 行 × <b>{grouped(columns)}</b> 列
      </span>
      {tooMany && <span>选区太大，不作统计</span>}
      {isKnown && (
        <span>
          计数 <b>{grouped(count)}</b>
        </span>
      )}
      {sumText !== null && (
        <span>
          合计 <b>{groupThousands(sumText)}</b>
        </span>
      )}
      {averageText !== null && (
        <span>
          平均 <b>{groupThousands(averageText)}</b>
        </span>
      )}
      {leftOut !== undefined && <span>不重复计 {grouped(leftOut)} 行小计或合计</span>}
      {pending && <span>统计中…</span>}
      {problem !== undefined && <span>统计失败：{problem}</span>}
    </>
  )
}
