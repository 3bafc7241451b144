// Days as they are written in a parameter: 2026-01-31, or counted from today: `today`, `today-7`, `today+1`.
import { isDay, shiftDay } from '../day.ts'

const furthest = 3_660

/** The day, YYYY-MM-DD; null where the text names none. */
export function relativeDay(text: string, today: string): string | null {
  const relative = /^today(?:\s*([+-])\s*(\d{1,4}))?$/i.exec(text)
  if (relative) {
    const days = Number(relative[2] ?? 0)
    if (days > furthest) return null
    const shift = relative[1] === '-' ? -days : days
    return shiftDay(today, shift)
  }
  return isDay(text) ? text : null
}
