// How a value of a dimension reads on either axis.
import { periodText } from '../period.ts'
import type { Grain, ReportColumn } from '../types.ts'
import { emptyText, valueText } from '../valueText.ts'
import type { AxisNode } from './matrix.ts'

/** Name of a value by a dictionary. */
export type ValueLabels = (dictId: number, value: string) => string | undefined

export const otherText = '其他'
export const sumText = '合计'
export const subtotalText = '小计'

export interface NodeTexts {
  /** The node's own value. */
  of: (node: AxisNode, dimension: number) => string
  title: (dimension: number) => string
  isDate: (dimension: number) => boolean
}

export function nodeTexts(table: { columns: ReportColumn[] }, grain: Grain, labels: ValueLabels): NodeTexts {
  const byId = new Map<number, ReportColumn>(
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

/** One text a dimension across: its value, 合计 or 小计 where the node is not grouped by it, then nothing. */
export function linesOf(path: readonly AxisNode[], texts: NodeTexts, columns: readonly number[]): string[] {
  const known = path.map((one, at) => texts.of(one, columns[at] ?? 0))
  return columns.map((_, at) => {
    if (at < known.length) return known[at] ?? ''
    return at === known.length ? (at === 0 ? sumText : subtotalText) : ''
  })
}
