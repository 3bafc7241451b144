// How times, counts and spans of time read in the workspace's lists.

const two = (value: number): string => String(value).padStart(2, '0')
const clock = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`
const dayOf = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** «今天 09:05», «昨天 23:10», «11-20 14:03», «2025-11-20». */
export function timeText(iso: string | null, now = new Date()): string {
  if (iso === null) return '–'
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return '–'
  const days = Math.round((dayOf(now) - dayOf(date)) / 86_400_000)
  if (days === 0) return `今天 ${clock(date)}`
  if (days === 1) return `昨天 ${clock(date)}`
  const monthAndDay = `${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return date.getFullYear() === now.getFullYear()
    ? `${monthAndDay} ${clock(date)}`
    : `${date.getFullYear()}-${monthAndDay}`
}

/** «2026-11-20 14:03:09»: for tool tips, where nothing is left out. */
export function fullTimeText(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock(date)}:${two(date.getSeconds())}`
}

/** «86 ms», «2.3 s», «3 分 05 秒». */
export function elapsedText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)} 分 ${two(seconds % 60)} 秒`
}

const counts = new Intl.NumberFormat('en-US')
export const countText = (count: number): string => counts.format(count)

/** The first words of a statement, on one line, comments before it left out. */
export function sqlGist(sql: string): string {
  const bare = sql
    .slice(0, 2_000)
    .replace(/^(\s*(--[^\n]*(\n|$)|\/\*[\s\S]*?(\*\/|$)))+/, '')
    .trim()
  return (bare === '' ? sql.slice(0, 400) : bare.slice(0, 400)).replace(/\s+/g, ' ').trim()
}
