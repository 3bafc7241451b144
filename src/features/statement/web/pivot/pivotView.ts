// A pivot's settings: the reader's choices, and the page's day, hour and calendar.
import type { PivotLayout } from '#semantic/model/pivot/layout.ts'
import type { DataMarks } from '#semantic/model/shown/dataMarks.ts'
import type { Heat } from '#semantic/model/types.ts'
import type { HolidayMarks } from '../dates/holidays.ts'

export interface PivotView extends PivotLayout {
  order: readonly { key: string; desc: boolean }[]
  today: string
  hour: string
  unfinishedFrom: string | null
  heat?: Heat | undefined
  showWeekday: boolean
  highLightWeekend: boolean
  holidays: HolidayMarks | null
  /** Days whose figures were restated, or whose data does not meet a check. */
  marks: DataMarks
}
