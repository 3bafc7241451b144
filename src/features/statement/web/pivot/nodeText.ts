// How a value of a dimension reads on either axis.
import type { Grain } from '../../../../semantic/model/types.ts'
import type { ReportTable, ReportTableColumn } from '../../contract.ts'
import { periodText } from '../dates/periods.ts'
import { emptyText, valueText } from '../formats.ts'
import type { Labels } from '../report/tableModel.ts'
import type { AxisNode } from './matrix.ts'

export const otherText = '其他'

export interface NodeTexts {
  /** The node's own value. */
  of: (node: AxisNode, dimension: number) => string
  title: (dimension: number) => string
  isDate: (dimension: number) => boolean
}

export function nodeTexts(table: ReportTable, grain: Grain, labels: Labels): NodeTexts {
  const byId = new Map<number, ReportTableColumn>(
    table.columns.flatMap((column) =>
      column.kind === 'dimension' ? [[Number(column.key.slice(1)), column] as const] : [],
    ),
  )
  const isDate = (dimension: number) => {
    const type = byId.get(dimension)?.type
    return type === 'date' || type === 'datetime'
  }
  return {
    title: (dimension) => byId.get(dimension)?.title ?? `维度 ${dimension}`,
    isDate,
    of: ({ value, isOther }, dimension) => {
      if (isOther) return otherText
      if (value === null) return emptyText
      if (isDate(dimension)) return periodText(String(value), grain)
      const dictId = byId.get(dimension)?.dictId ?? null
      return (dictId !== null && labels(dictId, String(value))) || valueText(value)
    },
  }
}

/** From below the root to the node itself. */
export function nodesTo(node: AxisNode): AxisNode[] {
  const nodes: AxisNode[] = []
  for (let at: AxisNode | null = node; at?.parent; at = at.parent) nodes.unshift(at)
  return nodes
}
