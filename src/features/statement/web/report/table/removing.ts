// 移除此列: what takes a column out of the report. What stands for a column's figures goes with them.

import type { ReportInfo } from '#semantic/model/types.ts'
import type { ColumnRemoval } from '#web/table/types.ts'
import type { ReportTableColumn } from '#features/statement/contract.ts'
import { withoutNumber } from '#features/statement/web/calculation/offers.ts'
import { change } from '../follow.ts'

interface Removed {
  text: string
  patch: Partial<ReportInfo>
}

/** Null for the columns of reports about players, and for the last figure of a report without dimensions. */
function removedBy(column: ReportTableColumn | undefined, info: ReportInfo): Removed | null {
  const [, sign, number] = /^([dp])(-?\d+)/.exec(column?.key ?? '') ?? []
  if (!column || (info.kind ?? 'table') !== 'table' || number === undefined) return null
  const id = Number(number)
  const text = '移除此列'
  if (sign === 'd') {
    const dims = info.dims.filter((dim) => dim !== id)
    return dims.length + info.points.length === 0 ? null : { text, patch: { dims } }
  }
  const { role = 'value', calculation } = column
  if (calculation) return { text, patch: { calculations: withoutNumber(info, calculation.number) } }
  if (role === 'share') return { text, patch: { shares: info.shares?.filter((share) => share !== id) ?? [] } }
  if (role !== 'value') return { text: '移除对比', patch: { compare: undefined } }
  const points = info.points.filter((point) => point !== id)
  return points.length === info.points.length || points.length + info.dims.length === 0
    ? null
    : { text, patch: { points } }
}

export function removalOf(column: ReportTableColumn | undefined, info: ReportInfo): ColumnRemoval | null {
  const removed = removedBy(column, info)
  return removed && { text: removed.text, remove: () => change(removed.patch, { atOnce: true }) }
}
