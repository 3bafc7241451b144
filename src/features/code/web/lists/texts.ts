// Formats times, counts and durations for the workspace's lists.

import { momentText } from '#shared/moment.ts'
import { emptyText } from '#shared/nothing.ts'
import { installation } from '#web/shell/installation.ts'
import { timeText as momentIn } from '#web/ui/timeText.ts'

const two = (value: number): string => String(value).padStart(2, '0')
const dayMs = 86_400_000

/** «今天 09:05», «昨天 23:10», «11-20 14:03», «2025-11-20», by the business's calendar. */
export function timeText(iso: string | null, now = new Date()): string {
  if (iso === null || Number.isNaN(Date.parse(iso))) return emptyText
  const dayOf = (at: string | Date) => momentText(at, installation().zone, 'day')
  const [day, today] = [dayOf(iso), dayOf(now)]
  const days = Math.round((Date.parse(today) - Date.parse(day)) / dayMs)
  if (days === 0) return `今天 ${momentIn(iso, 'clock')}`
  if (days === 1) return `昨天 ${momentIn(iso, 'clock')}`
  return day.slice(0, 4) === today.slice(0, 4) ? momentIn(iso, 'short') : day
}

/** «2026-11-20 14:03:09»: the full time, for tool tips. */
export const fullTimeText = (iso: string): string => momentIn(iso, 'second')

/** «86 ms», «2.3 s», «3 分 05 秒». */
export function elapsedText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)} 分 ${two(seconds % 60)} 秒`
}

const counts = new Intl.NumberFormat('en-US')
export const countText = (count: number): string => counts.format(count)

/** The beginning of a statement, on one line, without leading comments. */
export function sqlGist(sql: string): string {
  const bare = sql
    .slice(0, 2_000)
    .replace(/^(\s*(--[^\n]*(\n|$)|\/\*[\s\S]*?(\*\/|$)))+/, '')
    .trim()
  return (bare === '' ? sql.slice(0, 400) : bare.slice(0, 400)).replace(/\s+/g, ' ').trim()
}
