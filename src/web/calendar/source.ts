// The source of the calendar's years and notes: the composition root knows the call; embeds have their own.

export interface YearDays {
  year: number
  days: { day: string; kind: 'rest' | 'work'; name: string }[]
  source: 'shipped' | 'edited' | 'unknown'
  /** First day of the Spring Festival. */
  springFestival: string | null
}

export interface DayNote {
  id: number
  day: string
  /** Last day of a longer event; null for a single day. */
  until: string | null
  /** Null for all games. */
  cgi: string | null
  /** The game's name; empty for all games. */
  game: string
  kind: 'version' | 'event'
  title: string
  text: string
  owner: string
  editable: boolean
  /** Increases with every change. */
  revision: number
}

export interface CalendarPart {
  years: YearDays[]
  notes: DayNote[]
}

export type CalendarSource = (from: number, to: number) => Promise<CalendarPart>

let source: CalendarSource = async () => ({ years: [], notes: [] })

export const calendarSource = (): CalendarSource => source

/** Call before the calendar is first used. */
export function setCalendarSource(given: CalendarSource): void {
  source = given
}
