// The calendar of some years in a component; read anew after an edit.
import { useEffect, useState } from 'react'
import { type Calendar, knownCalendar, loadCalendar, onCalendarChange } from './calendar.ts'

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
  // Where it is there already the first draw has it.
  const known = knownCalendar()
  const holds = known !== null && from !== null && to !== null && known.from <= from && known.to >= to
  return calendar ?? (holds ? known : null)
}
