// What of a pivot is the reader's choice and the page's surroundings.
import type { Grain } from '../../../../semantic/model/types.ts'
import type { HolidayMarks } from '../dates/holidays.ts'
import type { Axes } from './axes.ts'

export interface PivotSort {
  /** Key of a column of the pivot. */
  key: string
  desc: boolean
}

export interface PivotView {
  axes: Axes
  subtotals: boolean
  totals: boolean
  folded: ReadonlySet<string>
  /** By one column of the pivot; the report's own order otherwise. */
  sort: PivotSort | null
  order: readonly { key: string; desc: boolean }[]
  grain: Grain
  today: string
  hour: string
  unfinishedFrom: string | null
  showWeekday: boolean
  highLightWeekend: boolean
  holidays: HolidayMarks | null
}
