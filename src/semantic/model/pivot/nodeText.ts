// The text of a pivot's row or column header: a period, a dictionary label, 其他, 合计, 小计.
import { sharedLabels, withCode } from '#shared/labels.ts'
import { periodText } from '../period.ts'
import { grainOfColumn } from '../shown/columns.ts'
import { nameOfValue } from '../shown/result.ts'
import type { Grain, ReportColumn } from '../types.ts'
import { emptyText, valueText } from '../valueText.ts'
import type { AxisNode } from './matrix.ts'

/** Looks up a value's label in a dictionary. */
type ValueLabels = (dictId: number, value: string) => string | undefined

export const otherText = '其他'
export const sumText = '合计'
export const subtotalText = '小计'

export interface NodeTexts {
  /** The node's own value. */
  of: (node: AxisNode, dimension: number) => string
  title: (dimension: number) => string
  isDate: (dimension: number) => boolean
  /** The grain of a date. */
  grainOf: (dimension: number) => Grain
  /** Incomplete periods at the range's edges, by their first day. */
  cutsOf: (dimension: number) => ReportColumn['cuts']
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
  const labelOf = ({ value }: AxisNode, dimension: number): string | undefined => {
    const column = byId.get(dimension)
    return column && value !== null ? nameOfValue(column, String(value), labels) : undefined
  }
  const sharedIn = new WeakMap<AxisNode, ReadonlySet<string>>()
  /** Labels that several nodes of one group have. */
  const sharedBelow = (parent: AxisNode, dimension: number): ReadonlySet<string> => {
    const known = sharedIn.get(parent)
    if (known) return known
    const shared = sharedLabels(
      parent.children.flatMap((node) => (node.isOther ? [] : (labelOf(node, dimension) ?? []))),
    )
    sharedIn.set(parent, shared)
    return shared
  }
  return {
    title: (dimension) => byId.get(dimension)?.title ?? `维度 ${dimension}`,
    isDate,
    grainOf: (dimension) => grainOfColumn(byId.get(dimension), grain),
    cutsOf: (dimension) => byId.get(dimension)?.cuts,
    of: (node, dimension) => {
      const { value, isOther, parent } = node
      if (isOther) return otherText
      if (value === null) return emptyText
      const cut = byId.get(dimension)?.cuts?.[String(value).slice(0, 10)]
      if (isDate(dimension))
        return cut ?? periodText(String(value), grainOfColumn(byId.get(dimension), grain))
      const label = labelOf(node, dimension)
      if (!label) return valueText(value)
      return parent && sharedBelow(parent, dimension).has(label) ? withCode(label, String(value)) : label
    },
  }
}

/**
 * Header lines of a column, one per dimension in `columns`. With two of them: a cell's column has 安卓 / x, the
 * group's 安卓 / 小计, the total's 合计 / (empty).
 */
export function linesOf(path: readonly AxisNode[], texts: NodeTexts, columns: readonly number[]): string[] {
  const known = path.map((one, at) => texts.of(one, columns[at] ?? 0))
  return columns.map((_, at) => {
    if (at < known.length) return known[at] ?? ''
    return at === known.length ? (at === 0 ? sumText : subtotalText) : ''
  })
}
