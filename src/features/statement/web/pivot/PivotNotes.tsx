// One line on a pivot's content: its figures, the comparison, what is left out.

import type { Axes } from '#semantic/model/pivot/axes.ts'
import type { PivotMatrix } from '#semantic/model/pivot/matrix.ts'
import type { NodeTexts } from '#semantic/model/pivot/nodeText.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { ReportTable } from '#features/statement/contract.ts'
import type { PivotTable } from './pivotTable.ts'

interface Props {
  table: ReportTable
  shown: PivotTable
  matrix: PivotMatrix
  axes: Axes
  texts: NodeTexts
  info: ReportInfo
}

const daysText = ({ from, to }: { from: string; to: string }) => (from === to ? from : `${from} – ${to}`)

export function PivotNotes({ table, shown, matrix, axes, info }: Props) {
  const [only] = matrix.values
  const notes = [
    ...(matrix.values.length === 1 && only && axes.columns.length > 0
      ? [`${only.title}${only.unit ? `（${only.unit}）` : ''}`]
      : []),
    ...(info.compare && table.range && table.comparedRange
      ? [`${daysText(table.range)}，对比 ${daysText(table.comparedRange)}`]
      : []),
    ...(info.compare === 'filters' ? ['两组条件并排：条件一、条件二、变化'] : []),
    ...(table.truncated ? ['数据超过 100 万格，只有前面的；请加筛选或减少维度。合计不受影响'] : []),
    ...(shown.left > 0 ? [`列太多，右边还有 ${shown.left} 列没有显示；可以行列互换`] : []),
  ]
  if (notes.length === 0) return null
  return (
    <p className="pivot-notes" role="note">
      {notes.join('；')}
    </p>
  )
}
