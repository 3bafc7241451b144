// Replaces a point in reports' definitions, and lists the affected parts.
import { exchangeIds } from '#semantic/model/references.ts'
import type { ReportInfo } from '#semantic/model/types.ts'

export const withPoint = (info: ReportInfo, from: number, to: number): ReportInfo =>
  eachOnce(exchangeIds(info, { dim: (id) => id, point: (id) => (id === from ? to : id) }))

/** Where the report had both, one remains; the positions of cohorts' points have a meaning. */
export function eachOnce(changed: ReportInfo): ReportInfo {
  const { order, shares, columns, chart } = changed
  const isTable = (changed.kind ?? 'table') === 'table'
  return {
    ...changed,
    ...(isTable && { points: [...new Set(changed.points)] }),
    ...(order && { order: onceBy(order, ({ key }) => key) }),
    ...(shares && { shares: [...new Set(shares)] }),
    ...(columns && { columns: [...new Set(columns)] }),
    ...(chart?.keys && { chart: { ...chart, keys: [...new Set(chart.keys)] } }),
  }
}

function onceBy<Item>(items: Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const key = keyOf(item)
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}

const parts: [keyof ReportInfo, string][] = [
  ['points', '指标'],
  ['formulas', '自建公式'],
  ['filters', '筛选'],
  ['compareFilters', '对比条件'],
  ['order', '排序'],
  ['shares', '占比'],
  ['calculations', '计算列'],
  ['top', '前几项'],
  ['columns', '列'],
  ['chart', '图表'],
]

export const changedParts = (before: ReportInfo, after: ReportInfo): string[] =>
  parts
    .filter(([name]) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map(([, title]) => title)
