// The weekday after a date in the first column, muted, as in reports.
import type { CellValue, TableRowMark } from '../../../../web/table/types.ts'

const marks = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'].map((weekday) => ({ weekday }))
const plainDay = /^(\d{4})-(\d{2})-(\d{2})$/

export function weekdayMark(value: CellValue): TableRowMark | undefined {
  const found = typeof value === 'string' ? plainDay.exec(value) : null
  if (!found) return undefined
  return marks[new Date(Date.UTC(Number(found[1]), Number(found[2]) - 1, Number(found[3]))).getUTCDay()]
}
