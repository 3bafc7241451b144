// What each column of an imported table is good for: something to cut by, something to add up, or neither.

import type { ColumnProfile } from '../../../server/warehouse/import/profile.ts'
import type { ImportedTable } from '../../../server/warehouse/import/proposal.ts'

export interface ProposedColumns {
  /** Columns to cut by; those with few values first come into reports. */
  dimensions: ColumnProfile[]
  /** Columns to add up. */
  measures: ColumnProfile[]
}

/** Texts with more different values are searched, not chosen from a list. */
export const mostListed = 200
/** Longer texts are prose. */
const longestValue = 200

export function proposeColumns({ profiles, dateColumn, gameColumn, table }: ImportedTable): ProposedColumns {
  const own = profiles.filter(({ name }) => name !== dateColumn && name !== gameColumn)
  const measures = own.filter((column) => isNumber(column) && !isLabel(column, table.rowCount))
  const dimensions = own.filter((column) => {
    if (measures.includes(column) || column.filled === 0) return false
    if (column.type === 'BOOLEAN') return true
    if (column.type === 'VARCHAR') return column.longest <= longestValue
    // Numbers that label: years, ranks, codes. One for each row tells nothing.
    return isNumber(column) && column.distinct <= 5000 && column.distinct < table.rowCount
  })
  return { dimensions, measures }
}

function isNumber({ type }: ColumnProfile): boolean {
  return /INT|DECIMAL|DOUBLE|FLOAT/.test(type)
}

const words = (list: string, last = '([^a-z]|$)') => new RegExp(`(^|[^a-z])(${list})${last}`, 'i')
/** As the last word: a server_id labels, an id_count counts. */
const labelWords = words(
  'id|uid|no|nr|number|code|key|zip|phone|mobile|tel|rank|ranking|index|idx|row|seq|order_no|year|yr|month|mon|day|week|quarter|hour|level|lv|version|lat|lng|lon|latitude|longitude|port|status|type|server|zone|date|time|timestamp|dt|ds',
  '[^a-z]*$',
)
const chineseLabels =
  /(号|号码|代码|编码|邮编|标识|排名|名次|年份|年度|年月|月份|日期|星期|季度|小时|等级|级别|电话|手机|联系方式|经度|纬度|版本|状态|类型|类别|区服|年龄|分组)$|^(年|月|日|周|天)$/
const ratios = words(
  'rates?|ratios?|percent|percentage|pct|avg|average|mean|median|scores?|rating|price|temperature|age|arpu|arppu|ltv|roi|roas|ctr|cvr|cpc|cpm|cpa|cpi|retention',
)
const chineseRatios =
  /(率|占比|比例|比重|百分比|均值|平均|平均数|均价|得分|评分|单价|价格|温度|折扣|留存|同比|环比|增速|增幅)$|^(人均|日均|周均|月均|平均|均)|平均/

/** Numbers that stand for something, or that do not add up. */
function isLabel({ name, type, distinct, filled, least, most }: ColumnProfile, rows: number): boolean {
  // playerId, PlayerID: the words of such names are told apart by case.
  const spaced = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
  if (labelWords.test(spaced) || chineseLabels.test(name)) return true
  if (ratios.test(spaced) || chineseRatios.test(name) || name.includes('%')) return true
  if (!/INT/.test(type)) return false
  if (isDay(least) && isDay(most)) return true
  const unique = distinct === filled && filled === rows && rows > 20
  // A running number: as many values as rows, from the first to the last without a gap.
  return unique && Number(most) - Number(least) + 1 <= rows * 1.05
}

/** Whether a number reads as a day of our times: 20260131. */
function isDay(text: string | null): boolean {
  const [, year, month, day] = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text ?? '') ?? []
  return year !== undefined && !Number.isNaN(Date.parse(`${year}-${month}-${day}`))
}
