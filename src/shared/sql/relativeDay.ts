// Days as they are written in a parameter: 2026-01-31, or counted from today: `today`, `today-7`, `today+1`.

const dayMs = 86_400_000
const furthest = 3_660

/** The day, YYYY-MM-DD; null where the text names none. */
export function relativeDay(text: string, today: string): string | null {
  const relative = /^today(?:\s*([+-])\s*(\d{1,4}))?$/i.exec(text)
  if (relative) {
    const days = Number(relative[2] ?? 0)
    if (days > furthest) return null
    const shift = relative[1] === '-' ? -days : days
    return new Date(Date.parse(`${today}T00:00:00Z`) + shift * dayMs).toISOString().slice(0, 10)
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null
}
