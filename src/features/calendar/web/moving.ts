// Keyboard movement between days: by days, weeks, months, and to a month's ends.

const dayMs = 86_400_000
const text = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

/** The day that the key moves to, perhaps in another year; null for other keys. */
export function movedDay(day: string, key: string): string | null {
  const moment = Date.parse(`${day}T00:00:00Z`)
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key]
  if (steps !== undefined) return text(moment + steps * dayMs)
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const lastOf = (index: number) => new Date(Date.UTC(year, index + 1, 0)).getUTCDate()
  const inMonth = (index: number) => text(Date.UTC(year, index, Math.min(date, lastOf(index))))
  switch (key) {
    case 'Home':
      return text(Date.UTC(year, month - 1, 1))
    case 'End':
      return text(Date.UTC(year, month, 0))
    case 'PageUp':
      return inMonth(month - 2)
    case 'PageDown':
      return inMonth(month)
    default:
      return null
  }
}
