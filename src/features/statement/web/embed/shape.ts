// Converts an embedded report for the table's model and the chart's plot.

import type { ReportInfo } from '#semantic/model/types.ts'
import type { EmbedShape } from '#features/embed/contract.ts'
import type { ReportTable } from '#features/statement/contract.ts'

/** The page knows only the drawing part of the definition; the columns tell the dimensions. */
export function infoOf({ dated: _, ...shape }: EmbedShape, { columns }: ReportTable): ReportInfo {
  const dims = columns.flatMap(({ kind, key }) => (kind === 'dimension' ? [Number(key.slice(1))] : []))
  const isCompared = columns.some(({ role }) => role === 'change' || role === 'previous')
  const { compare, ...rest } = shape
  return {
    ...(rest as Partial<ReportInfo>),
    dims,
    points: [],
    ...(isCompared && compare && { compare: compare as never }),
  }
}
