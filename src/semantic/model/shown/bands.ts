// Marks on a chart's days: weekends and holidays as bands, launches and events as notes.

import { dayNumber, dayText } from '#shared/day.ts'
import type { PlotBand, PlotNote } from '#shared/plot/plot.ts'
import type { Grain } from '../types.ts'
import { periodEnd, weekdayOf } from './periods.ts'

/** Known facts about days: holidays (休), make-up workdays (班), notes. */
export interface DayCalendar {
  marks(day: string): '休' | '班' | undefined
  nameOf(day: string): string
  notesOn(day: string): readonly { day: string; game: string | null; title: string }[]
}

/** Over more days weekends are a blur: only holidays are shown. */
const mostWeekends = 100

export function bandsOf(days: readonly string[], grain: Grain, calendar: DayCalendar | null): PlotBand[] {
  if (grain !== 'day') return []
  const bands: PlotBand[] = []
  days.forEach((day, at) => {
    const mark = calendar?.marks(day)
    const weekday = weekdayOf(day)
    const weekend = (weekday === 0 || weekday === 6) && mark !== '班' && days.length <= mostWeekends
    if (mark !== '休' && !weekend) return
    const name = mark === '休' ? (calendar?.nameOf(day) ?? '') : ''
    const last = bands.at(-1)
    // A weekend next to a holiday is one band with it, under the holiday's name.
    if (last?.to === at - 1 && (last.name === '' || name === '' || last.name === name)) {
      last.to = at
      if (last.name === '') last.name = name
    } else bands.push({ from: at, to: at, name })
  })
  return bands.map((band) => ({ ...band, name: shortName(band.name) }))
}

/** 国庆节 is 国庆 in a chart; for two festivals 中秋节、国庆节. */
const shortName = (name: string) => (name.length > 2 ? name.replace(/节$/, '') : name)

/**
 * Each note at the period that contains its first day; with its game's name where notes of several games
 * meet.
 */
export function notesOf(days: readonly string[], grain: Grain, calendar: DayCalendar | null): PlotNote[] {
  if (!calendar || grain === 'hour') return []
  const found = days.flatMap((day, at) => {
    const notes = daysBetween(day, periodEnd(day, grain)).flatMap((one) =>
      calendar.notesOn(one).filter((note) => note.day === one),
    )
    return notes.length > 0 ? [{ at, notes }] : []
  })
  const games = new Set(found.flatMap(({ notes }) => notes.map(({ game }) => game)))
  return found.map(({ at, notes }) => ({
    at,
    titles: notes.map(({ game, title }) => (games.size > 1 && game ? `${game} ${title}` : title)),
  }))
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = dayNumber(from); day <= dayNumber(to); day += 1) days.push(dayText(day))
  return days
}
