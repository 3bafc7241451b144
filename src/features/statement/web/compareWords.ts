// Comparisons in words: names for controls and headers, and what is compared.
import type { Comparison, Grain } from '#semantic/model/types.ts'

/** As offered by the control. */
export const comparisonTitles: Record<Comparison, string> = {
  previous: '环比',
  week: '周同比',
  year52: '52 周同比',
  year: '年同比',
  lunar: '春节对齐',
  range: '其他时段',
  filters: '另一组条件',
}

const previousOf: Record<Grain, string> = {
  hour: '上一小时',
  day: '前一日',
  week: '上一周',
  month: '上月',
  quarter: '上季度',
  year: '上一年',
}

/** What a row and the total are compared with. `grain` is null where rows have no date. */
export function comparisonWords(comparison: Comparison, grain: Grain | null): string {
  switch (comparison) {
    case 'previous':
      return grain === null
        ? '与前一个等长时段相比'
        : `各行与${previousOf[grain]}相比，合计与前一个等长时段相比`
    case 'week':
      return '与 7 天前相比，星期相同'
    case 'year52':
      return '与 364 天前相比，星期相同'
    case 'year':
      return '与去年同一日期相比'
    case 'lunar':
      return '每天按离它最近的春节，与上一个春节前后的同一天相比'
    case 'range':
      return '从首日起逐日与另一时段相比'
    case 'filters':
      return '同样的日期，与另一组筛选条件相比'
  }
}
