// Where the calendar's years and notes come from: the composition root knows the call, an embedded page has its own.

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
  /** Last day of what lasts longer; null for one day. */
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
  /** Grows by every change. */
  revision: number
}

export interface CalendarPart {
  years: YearDays[]
  notes: DayNote[]
}

export type CalendarSource = (from: number, to: number) => Promise<CalendarPart>

let source: CalendarSource = async () => ({ years: [], notes: [] })

export const calendarSource = (): CalendarSource => source

/** Before the calendar is first asked for. */
export function setCalendarSource(given: CalendarSource): void {
  source = given
}
