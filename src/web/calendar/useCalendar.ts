// The calendar of some years in a component; loaded again after an edit.
import { useEffect, useState } from 'react'
import { type CallError, failureOf } from '../api/callError.ts'
import { useMissing } from '../ui/missing/notes.ts'
import { type Calendar, knownCalendar, loadCalendar, onCalendarChange } from './calendar.ts'

/**
 * Null while loading, without years, and after a failure: weekends are known anyway, and the page says that
 * holidays are not.
 */
export function useCalendar(from: number | null, to: number | null): Calendar | null {
  const [calendar, setCalendar] = useState<Calendar | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew.
  useEffect(() => {
    setFailure(null)
    if (from === null || to === null) {
      setCalendar(null)
      return
    }
    let gone = false
    const load = () =>
      void loadCalendar(from, to).then(
        (loaded) => {
          if (gone) return
          setCalendar(loaded)
          setFailure(null)
        },
        (error: unknown) => gone || setFailure(failureOf(error)),
      )
    load()
    const stop = onCalendarChange(load)
    return () => {
      gone = true
      stop()
    }
  }, [from, to, attempt])
  useMissing('日历读取失败，节假日和注记未标出', failure, () => setAttempt((times) => times + 1))
  // If the calendar is already loaded, the first render has it.
  const known = knownCalendar()
  const holds = known !== null && from !== null && to !== null && known.from <= from && known.to >= to
  return calendar ?? (holds ? known : null)
}
