// The calendar of some years in a component; read anew after an edit.
import { useEffect, useState } from 'react'
import { type Calendar, loadCalendar, onCalendarChange } from './calendar.ts'

/** Null while it is not there, without years, and where it can't be had: weekends are known all the same. */
export function useCalendar(from: number | null, to: number | null): Calendar | null {
  const [calendar, setCalendar] = useState<Calendar | null>(null)
  useEffect(() => {
    if (from === null || to === null) {
      setCalendar(null)
      return
    }
    let gone = false
    const load = () =>
      void loadCalendar(from, to).then(
        (loaded) => gone || setCalendar(loaded),
        () => undefined,
      )
    load()
    const stop = onCalendarChange(load)
    return () => {
      gone = true
      stop()
    }
  }, [from, to])
  return calendar
}
