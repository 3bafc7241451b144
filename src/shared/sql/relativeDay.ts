// Days as they are written in a parameter: 2026-01-31, or counted from today: `today`, `today-7`, 昨天, 上周三.
import { readDay } from '../days/readDays.ts'

/** The day, YYYY-MM-DD; null where the text names none. */
export function relativeDay(text: string, today: string): string | null {
  const read = readDay(text, { today })
  return 'day' in read ? read.day : null
}
