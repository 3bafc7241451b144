// The weekday after a date in the first column, muted, as in reports.
import { isDay, weekdayOf } from '../../../../shared/day.ts'
import type { CellValue, TableRowMark } from '../../../../web/table/types.ts'

const marks = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'].map((weekday) => ({ weekday }))

export function weekdayMark(value: CellValue): TableRowMark | undefined {
  return isDay(value) ? marks[weekdayOf(value)] : undefined
}
