// Years of the calendar as they are being edited: each keeps its days until it is saved.
import { create } from 'zustand'
import { isWeekend, shiftDay } from '#shared/day.ts'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { forgetCalendar } from '#web/calendar/calendar.ts'
import { showMessage } from '#web/shell/message.ts'
import { type CalendarDay, type CalendarYear, saveCalendarYear } from '../contract.ts'

export type DayKind = CalendarDay['kind']

interface Drafts {
  /** Days by year, where they differ from what is saved. */
  drafts: Readonly<Record<number, readonly CalendarDay[]>>
  saving: boolean
  failure: { year: number; reason: CallError } | null
}

export const useDrafts = create<Drafts>(() => ({ drafts: {}, saving: false, failure: null }))

export const dropDrafts = (): void => useDrafts.setState({ drafts: {}, saving: false, failure: null })

/** What a day becomes when it is pressed: nothing → 休 → (on weekends) 班 → nothing. */
export function nextKind(day: string, kind: DayKind | null): DayKind | null {
  if (kind === null) return 'rest'
  return kind === 'rest' && isWeekend(day) ? 'work' : null
}

/** Marks a day, or takes its mark away. A name goes on to the days beside: holidays come in rows. */
export function markDay(saved: CalendarYear, day: string, kind: DayKind | null): void {
  const days = daysOf(saved)
  const others = days.filter((one) => one.day !== day)
  const name = days.find((one) => one.day === day)?.name || nameBeside(days, day)
  changeDays(saved, kind === null ? others : [...others, { day, kind, name }])
}

export function nameDay(saved: CalendarYear, day: string, name: string): void {
  changeDays(
    saved,
    daysOf(saved).map((one) => (one.day === day ? { ...one, name } : one)),
  )
}

export const daysOf = (saved: CalendarYear): readonly CalendarDay[] =>
  useDrafts.getState().drafts[saved.year] ?? saved.days

function nameBeside(days: readonly CalendarDay[], day: string): string {
  const found = [-1, 1].map((steps) => days.find((one) => one.day === shiftDay(day, steps))?.name)
  return found.find((name) => name) ?? ''
}

function changeDays(saved: CalendarYear, days: readonly CalendarDay[]): void {
  const ordered = days.toSorted((one, other) => (one.day < other.day ? -1 : 1))
  const { [saved.year]: _, ...others } = useDrafts.getState().drafts
  const isSame = JSON.stringify(ordered) === JSON.stringify(saved.days)
  useDrafts.setState({ drafts: isSame ? others : { ...others, [saved.year]: ordered }, failure: null })
}

/** Saves every year that was edited; says whether all are kept. */
export async function saveDrafts(): Promise<boolean> {
  const { drafts } = useDrafts.getState()
  for (const [year, days] of Object.entries(drafts)) {
    if (!(await saveDays(Number(year), days))) return false
  }
  return true
}

/** null goes back to what is shipped. What was edited stays where it is refused. */
export async function saveDays(year: number, days: readonly CalendarDay[] | null): Promise<boolean> {
  useDrafts.setState({ saving: true, failure: null })
  try {
    await call(saveCalendarYear, { body: { year, days: days && [...days] } }, { quiet: true })
    const { [year]: _, ...others } = useDrafts.getState().drafts
    useDrafts.setState({ drafts: others, saving: false })
    forgetCalendar()
    return true
  } catch (error) {
    useDrafts.setState({ saving: false, failure: { year, reason: failureOf(error) } })
    return false
  }
}

/** Back to what is shipped; the message takes it back. */
export async function restoreShipped(saved: CalendarYear): Promise<void> {
  if (!(await saveDays(saved.year, null))) return
  showMessage({
    message: `${saved.year} 年已恢复为内置的放假安排`,
    intent: 'success',
    action: { text: '撤销', onClick: () => void saveDays(saved.year, saved.days) },
  })
}
