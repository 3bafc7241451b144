// The moments of a schedule. Cron expressions are read in the business's zone. Where daylight saving skips an
// hour, the fire comes that much later; where it repeats an hour, the fire comes once.
import { Cron } from 'croner'
import type { Settings } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'

export type ScheduleRule =
  /** Fields: minute, hour, day, month, weekday. */
  | { cron: string }
  /** Minutes after the end of the business day, every day. */
  | { afterDay: number }
  | { everyMs: number; from: string; until?: string }
  | { at: string }

export interface Moments {
  /** The first moment after a time; null when there are no more. */
  next(after: number): number | null
  /** The last `most` moments in (from, to], in order. */
  between(from: number, to: number, most: number): number[]
}

export function momentsOf(rule: ScheduleRule, settings: Pick<Settings, 'zone' | 'cutoffHour'>): Moments {
  if ('cron' in rule) return cronMoments(rule.cron, settings.zone)
  if ('afterDay' in rule) return cronMoments(afterDay(rule.afterDay, settings.cutoffHour), settings.zone)
  if ('everyMs' in rule) return regularMoments(rule)
  const at = timeOf(rule.at)
  return {
    next: (after) => (at > after ? at : null),
    between: (from, to) => (at > from && at <= to ? [at] : []),
  }
}

function cronMoments(text: string, timezone: string): Moments {
  const cron = readCron(text, timezone)
  return {
    next: (after) => cron.nextRun(new Date(after))?.getTime() ?? null,
    between: (from, to, most) => {
      // Croner counts whole seconds and excludes its reference.
      const before = new Date(Math.floor(to / 1000) * 1000 + 1000)
      return lastAfter(from, most, (count) => cron.previousRuns(count, before).map(Number))
        .filter((moment) => moment <= to)
        .reverse()
    },
  }
}

/** A moment takes 0.1 ms to compute, so the count is bounded by how many can exist. */
function lastAfter(from: number, most: number, last: (count: number) => number[]): number[] {
  for (let count = Math.min(4, most); ; count = Math.min(count * 4, most)) {
    const found = last(count)
    if (count === most || found.length < count || (found.at(-1) as number) <= from)
      return found.filter((moment) => moment > from)
  }
}

function readCron(text: string, timezone: string): Cron {
  try {
    return new Cron(text, { mode: '5-part', timezone, paused: true })
  } catch (error) {
    throw new AppError('parameter_wrong', `定时表达式「${text.slice(0, 100)}」有误，应为「分 时 日 月 周」`, {
      cause: (error as Error).message,
    })
  }
}

function afterDay(minutes: number, cutoffHour: number): string {
  if (!Number.isInteger(minutes) || minutes < 0 || minutes >= 1440)
    throw new AppError('parameter_wrong', '日结后的分钟数应为 0 到 1439 的整数')
  const minute = (cutoffHour * 60 + minutes) % 1440
  return `${minute % 60} ${Math.floor(minute / 60)} * * *`
}

function regularMoments({ everyMs, from, until }: Extract<ScheduleRule, { everyMs: number }>): Moments {
  if (!Number.isInteger(everyMs) || everyMs <= 0) throw new AppError('parameter_wrong', '间隔应为正整数毫秒')
  const start = timeOf(from)
  const end = until === undefined ? Number.POSITIVE_INFINITY : timeOf(until)
  const stepAfter = (time: number) => Math.max(0, Math.floor((time - start) / everyMs) + 1)
  return {
    next: (after) => {
      const moment = start + stepAfter(after) * everyMs
      return moment <= end ? moment : null
    },
    between: (from, to, most) => {
      const last = stepAfter(Math.min(to, end)) - 1
      const first = Math.max(stepAfter(from), last - most + 1)
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => start + (first + at) * everyMs)
    },
  }
}

function timeOf(text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new AppError('parameter_wrong', '时间格式有误')
  return time
}
