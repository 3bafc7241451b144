// @vitest-environment jsdom
// The browser's calendar: its information on days, and its few requests.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type CalendarPart,
  type DayNote,
  forgetCalendar,
  loadCalendar,
  onCalendarChange,
} from '#web/calendar/calendar.ts'
import { setCalendarSource } from '#web/calendar/source.ts'

const note = (change: Partial<DayNote>): DayNote => ({
  id: 1,
  day: '2026-05-20',
  until: null,
  cgi: 'a',
  game: '云海仙途',
  kind: 'version',
  title: '2.0',
  text: '',
  owner: 'mei',
  editable: true,
  revision: 1,
  ...change,
})
const part = (from: number, to: number): CalendarPart => ({
  years: Array.from({ length: to - from + 1 }, (_, index) => ({
    year: from + index,
    source: from + index > 2026 ? 'unknown' : 'shipped',
    springFestival: null,
    days:
      from + index > 2026
        ? []
        : [
            { day: `${from + index}-10-01`, kind: 'rest', name: '国庆节' },
            { day: `${from + index}-10-10`, kind: 'work', name: '国庆节' },
          ],
  })),
  notes: [note({}), note({ id: 2, day: '2026-06-01', until: '2026-06-03', cgi: null, kind: 'event' })],
})

const asked: string[] = []
beforeEach(() => {
  forgetCalendar()
  asked.length = 0
  setCalendarSource(async (from, to) => {
    asked.push(`${from}-${to}`)
    return part(from, to)
  })
})

describe('the calendar', () => {
  it('marks holidays and make-up workdays, and nothing in years that nobody knows', async () => {
    const { marks, nameOf, sourceOf } = await loadCalendar(2026, 2027)
    expect(marks('2026-10-01')).toBe('休')
    expect(nameOf('2026-10-01')).toBe('国庆节')
    expect(marks('2026-10-10')).toBe('班')
    expect(marks('2026-10-12')).toBeUndefined()
    expect(nameOf('2026-10-12')).toBe('')
    expect(marks('2027-10-01')).toBeUndefined()
    expect([sourceOf(2026), sourceOf(2027), sourceOf(2028)]).toEqual(['shipped', 'unknown', undefined])
  })

  it('finds notes on each of their days', async () => {
    const { notesOn } = await loadCalendar(2026, 2026)
    const ids = (day: string) => notesOn(day).map(({ id }) => id)
    expect(ids('2026-05-20')).toEqual([1])
    expect(['2026-05-31', '2026-06-01', '2026-06-03', '2026-06-04'].map(ids)).toEqual([[], [2], [2], []])
  })

  it('asks once for what it holds, and keeps what it knew when it asks for more', async () => {
    const [one, other] = await Promise.all([loadCalendar(2025, 2026), loadCalendar(2026, 2026)])
    expect(one).toBe(other)
    expect(await loadCalendar(2025, 2025)).toBe(one)
    await loadCalendar(2027, 2027)
    expect(asked).toEqual(['2025-2026', '2025-2027'])
  })

  it('asks anew after an edit, and tells who shows it', async () => {
    await loadCalendar(2026, 2026)
    const listener = vi.fn()
    const stop = onCalendarChange(listener)
    forgetCalendar()
    expect(listener).toHaveBeenCalledTimes(1)
    stop()
    await loadCalendar(2026, 2026)
    expect(asked).toHaveLength(2)
  })

  it('asks anew after a failure', async () => {
    forgetCalendar()
    setCalendarSource(async () => {
      throw new Error('gone')
    })
    await expect(loadCalendar(2026, 2026)).rejects.toThrow('gone')
    setCalendarSource(async (from, to) => part(from, to))
    expect((await loadCalendar(2026, 2026)).marks('2026-10-01')).toBe('休')
  })

  it('gives one reader nothing that another was given', async () => {
    const { useSession } = await import('#web/shell/session.ts')
    await loadCalendar(2026, 2026)
    useSession.setState({ username: 'somebody else' })
    await loadCalendar(2026, 2026)
    expect(asked).toHaveLength(2)
    useSession.setState({ username: null })
  })

  it('asks for no year that there is none of', async () => {
    await loadCalendar(1200, 9000)
    expect(asked).toEqual(['1970-2100'])
    await loadCalendar(1200, 9000)
    expect(asked).toHaveLength(1)
  })
})
