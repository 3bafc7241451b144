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

const words = (list: string) => new RegExp(`(^|[^a-z])(${list})([^a-z]|$)`, 'i')
const labelWords = words(
  'id|uid|no|nr|num|number|code|key|zip|phone|mobile|tel|rank|ranking|index|idx|row|seq|order_no|year|yr|month|mon|day|week|quarter|hour|level|lv|version|lat|lng|lon|latitude|longitude|port|status|type',
)
const chineseLabels =
  /(编号|序号|代码|编码|排名|名次|年份|年度|年月|月份|日期|星期|季度|小时|等级|电话|手机|邮编|经度|纬度|版本|状态|类型)$|^(年|月|日|周)$/
const ratios = words('rate|ratio|percent|pct|avg|average|mean|median|score|rating|price|temperature')
const chineseRatios = /(率|占比|比例|均值|平均|得分|评分|单价)$/

/** Numbers that stand for something, or that do not add up. */
function isLabel({ name, type, distinct, filled, least, most }: ColumnProfile, rows: number): boolean {
  // playerId, PlayerID: the words of such names are told apart by case.
  const spaced = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
  if (labelWords.test(spaced) || chineseLabels.test(name)) return true
  if (ratios.test(spaced) || chineseRatios.test(name) || name.includes('%')) return true
  if (!/INT/.test(type)) return false
  const unique = distinct === filled && filled === rows && rows > 20
  // A running number: as many values as rows, from the first to the last without a gap.
  return unique && Number(most) - Number(least) + 1 <= rows * 1.05
}
