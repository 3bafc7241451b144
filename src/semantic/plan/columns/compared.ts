// Columns that a comparison adds after each figure: p11 充值金额 → p11_prev 充值金额 上期, p11_diff 充值金额 环比. Texts and dates get
// no `_diff`; the difference of a percentage has the unit pp.

import type { Comparison, ReportColumn } from '#semantic/model/types.ts'
import { dayNumber } from '#shared/day.ts'
import type { ResolvedRange } from '../asked/range.ts'
import { comparedFestivals } from '../compared/lunar.ts'
import type { ComparisonPlan } from '../tree/tree.ts'

/** Words appended to the figure's title. */
const titles: Record<Comparison, { previous: string; change: string }> = {
  previous: { previous: '上期', change: '环比' },
  week: { previous: '7 天前', change: '周同比' },
  year52: { previous: '52 周前', change: '同比（52 周）' },
  year: { previous: '去年同期', change: '年同比' },
  lunar: { previous: '去年农历同期', change: '农历同比' },
  range: { previous: '对比期', change: '变化' },
  filters: { previous: '对比条件', change: '差异' },
}

/** `range`: the requested days. */
export function withComparedColumns(
  columns: ReportColumn[],
  comparison: Comparison,
  points: ComparisonPlan['points'],
  range: ResolvedRange | null,
): ReportColumn[] {
  const changes = new Map(points.map(({ key, change }) => [key, change]))
  const { previous, change } = titles[comparison]
  const festivals = comparison === 'lunar' && range !== null ? festivalsText(range) : ''
  return columns.flatMap((column) => {
    const told = changes.get(column.key)
    if (told === undefined) return [column]
    const other: ReportColumn = {
      ...column,
      key: `${column.key}_prev`,
      title: `${column.title} ${previous}${festivals}`,
      role: 'previous',
      of: column.key,
    }
    if (told === null) return [column, other]
    const changed: ReportColumn = {
      ...column,
      key: `${column.key}_diff`,
      title: `${column.title} ${change}${festivals}`,
      type: 'number',
      format: 'percent',
      unit: told === 'difference' ? 'pp' : '',
      role: 'change',
      of: column.key,
    }
    return [column, other, changed]
  })
}

/** The festivals that the days are compared with: （2025 春节）, （2024、2025 春节）. */
function festivalsText({ from, until }: ResolvedRange): string {
  const years = comparedFestivals({ from: dayNumber(from), until: dayNumber(until) })
  return `（${years.join('、')} 春节）`
}
