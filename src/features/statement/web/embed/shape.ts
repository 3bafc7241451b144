// An embedded report as the table's model and the chart's plot know reports.

import type { ReportInfo } from '#semantic/model/types.ts'
import type { EmbedShape } from '#features/embed/contract.ts'
import type { ReportTable } from '#features/statement/contract.ts'

/** Of the definition the page is told what it draws by, and the columns tell the dimensions. */
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
