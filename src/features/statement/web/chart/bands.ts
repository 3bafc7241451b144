// What stands at the days of a chart: weekends and holidays as bands, launches and events as notes.
import type { Grain } from '../../../../semantic/model/types.ts'
import type { PlotBand, PlotNote } from '../../../../web/chart/plot.ts'
import { periodEnd, weekdayOf } from '../dates/periods.ts'

export interface DayCalendar {
  /** 休, 班 or neither. */
  mark: (day: string) => '休' | '班' | undefined
  /** 国庆节; empty for ordinary days. */
  nameOf: (day: string) => string
  notesOn: (day: string) => string[]
}

/** Among more days than these weekends are a blur: holidays alone are shown. */
const mostWeekends = 100

export function bandsOf(days: readonly string[], grain: Grain, calendar: DayCalendar | null): PlotBand[] {
  if (grain !== 'day') return []
  const bands: PlotBand[] = []
  days.forEach((day, at) => {
    const mark = calendar?.mark(day)
    const weekday = weekdayOf(day)
    const weekend = (weekday === 0 || weekday === 6) && mark !== '班' && days.length <= mostWeekends
    if (mark !== '休' && !weekend) return
    const name = mark === '休' ? (calendar?.nameOf(day) ?? '') : ''
    const last = bands.at(-1)
    // A weekend before a holiday is one band with it, under the holiday's name.
    if (last?.to === at - 1 && (last.name === '' || name === '' || last.name === name)) {
      last.to = at
      if (last.name === '') last.name = name
    } else bands.push({ from: at, to: at, name })
  })
  return bands.map((band) => ({ ...band, name: shortName(band.name) }))
}

/** 国庆节 reads 国庆 in a chart; 中秋节、国庆节 both. */
const shortName = (name: string) => (name.length > 2 ? name.replace(/节$/, '') : name)

/** Each note at the period that holds its first day; `first` and `last` days of the notes asked are the places'. */
export function notesOf(days: readonly string[], grain: Grain, calendar: DayCalendar | null): PlotNote[] {
  if (!calendar || grain === 'hour') return []
  return days.flatMap((day, at) => {
    const titles = daysBetween(day, periodEnd(day, grain)).flatMap((one) => calendar.notesOn(one))
    return titles.length > 0 ? [{ at, titles: [...new Set(titles)] }] : []
  })
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  const end = Date.parse(`${to}T00:00:00Z`)
  for (let time = Date.parse(`${from.slice(0, 10)}T00:00:00Z`); time <= end; time += 86_400_000) {
    days.push(new Date(time).toISOString().slice(0, 10))
  }
  return days
}
