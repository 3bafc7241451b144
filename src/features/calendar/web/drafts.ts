// Years of the calendar being edited: each keeps its unsaved days.
import { create } from 'zustand'
import { shiftDay } from '#shared/day.ts'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { forgetCalendar } from '#web/calendar/calendar.ts'
import { showMessage } from '#web/shell/message.ts'
import { type CalendarDay, type CalendarYear, saveCalendarYear } from '../contract.ts'

type DayKind = CalendarDay['kind']

interface Drafts {
  /** Days by year, where they differ from the saved ones. */
  drafts: Readonly<Record<number, readonly CalendarDay[]>>
  saving: boolean
  failure: { year: number; reason: CallError } | null
}

export const useDrafts = create<Drafts>(() => ({ drafts: {}, saving: false, failure: null }))

export const dropDrafts = (): void => useDrafts.setState({ drafts: {}, saving: false, failure: null })

/**
 * Marks a day, or removes its mark. The name is taken from adjacent days, because holidays are consecutive.
 */
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

const daysOf = (saved: CalendarYear): readonly CalendarDay[] =>
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

/** Saves every edited year; returns whether all were saved. */
export async function saveDrafts(): Promise<boolean> {
  const { drafts } = useDrafts.getState()
  for (const [year, days] of Object.entries(drafts)) {
    if (!(await saveDays(Number(year), days))) return false
  }
  return true
}

/** Null restores the shipped days. Refused edits are kept. */
async function saveDays(year: number, days: readonly CalendarDay[] | null): Promise<boolean> {
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

/** Restores the shipped days; the message offers undo. */
export async function restoreShipped(saved: CalendarYear): Promise<void> {
  if (!(await saveDays(saved.year, null))) return
  showMessage({
    message: `${saved.year} 年已恢复为内置的放假安排`,
    intent: 'success',
    action: { text: '撤销', onClick: () => void saveDays(saved.year, saved.days) },
  })
}
