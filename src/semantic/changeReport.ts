// 变化来自谁 as a report. Its statement is the figure in both periods; the rows, by each dimension the values that
// explain most of the change, are made of many such questions afterwards (contributions/), as explanations and alarms
// make theirs. Only their columns are known here.
import { hasPoints } from './model/conditions.ts'
import { reportInvalid } from './model/problem.ts'
import type { CompiledReport, ReportColumn, ReportInfo } from './model/types.ts'

/** The plain question of the whole, compared. Throws report_invalid. */
export function wholeOf(info: ReportInfo): ReportInfo {
  const refuse = (what: string, mend: string): never => {
    throw reportInvalid(`「变化来自谁」不能${what}，请${mend}后再查询`)
  }
  if (info.points.length !== 1) throw reportInvalid('「变化来自谁」需要正好一个指标')
  if (info.fillDates) refuse('补全缺失日期', '关闭「补全日期」')
  if (info.subtotals) refuse('显示小计', '关闭小计')
  if (info.top) refuse('只看前几名', '去掉「前几名」')
  if ((info.shares ?? []).length > 0) refuse('显示占比', '去掉占比')
  if ((info.calculations ?? []).length > 0) refuse('显示计算列', '去掉计算列')
  if (hasPoints([...(info.filters ?? []), ...(info.compareFilters ?? [])]))
    refuse('按指标筛选', '改为按维度筛选')
  const { formulas, dateRange, filters, compareRange, compareFilters } = info
  return {
    dims: [],
    points: info.points,
    ...(formulas && { formulas }),
    ...(dateRange && { dateRange }),
    ...(filters && { filters }),
    compare: info.compare ?? 'previous',
    ...(compareRange && { compareRange }),
    ...(compareFilters && { compareFilters }),
  }
}

const word = (key: string, title: string): ReportColumn => ({
  ...{ key, title, kind: 'dimension', type: 'string', format: null, unit: '', dictId: null },
})

/** `compiled`: the whole's. The figures' columns have the point's form. */
export function asChange(compiled: CompiledReport, info: ReportInfo, whole: ReportInfo): CompiledReport {
  const point = compiled.columns.find(({ key }) => key === `p${info.points[0]}`) as ReportColumn
  const isRatio = point.format === 'percent' || point.unit === '%'
  const figure = (key: string, title: string, role: ReportColumn['role']): ReportColumn => ({
    ...{ ...point, key, title, kind: 'computed', type: 'number' },
    ...(role !== undefined && { role }),
  })
  const effect = (key: string, title: string, role: ReportColumn['role']): ReportColumn =>
    figure(key, isRatio ? `${title}（百分点）` : title, role)
  const { readSums: _, ...plain } = compiled
  return {
    ...plain,
    columns: [
      word('x', '维度'),
      word('y', '值'),
      figure('e', `${point.title} 对比期`, 'before'),
      { ...point, title: `${point.title} 本期` },
      effect('c', '影响', 'effect'),
      effect('o', '自身的变化', 'own'),
      effect('w', '占比的变化', 'weight'),
      { ...figure('z', '占整体变化', 'part'), format: 'percent', unit: '%' },
      { ...word('m', '说明'), role: 'remark' },
    ],
    limit: info.limit ?? 10_000,
    marks: [],
    bases: [],
    change: { ...whole, dims: info.dims, ...(info.order && { order: info.order }) },
  }
}
