// What of a pivot is the reader's choice and the page's surroundings.
import type { PivotLayout } from '../../../../semantic/model/pivot/layout.ts'
import type { Grain, Heat } from '../../../../semantic/model/types.ts'
import type { HolidayMarks } from '../dates/holidays.ts'

export interface PivotView extends PivotLayout {
  order: readonly { key: string; desc: boolean }[]
  grain: Grain
  today: string
  hour: string
  unfinishedFrom: string | null
  /** Periods that the asked days cut, by their first day. */
  cuts?: Readonly<Record<string, string>> | undefined
  heat?: Heat | undefined
  showWeekday: boolean
  highLightWeekend: boolean
  holidays: HolidayMarks | null
}
