// When a recurring task runs: days and times in people's terms, a cron expression, or when data is complete.

export type Timing =
  | { kind: 'daily'; time: string }
  /** 0 is Sunday. */
  | { kind: 'weekly'; weekdays: number[]; time: string }
  /** 0 is the last day of the month. */
  | { kind: 'monthly'; days: number[]; time: string }
  | { kind: 'cron'; cron: string }
  /**
   * Once a day, when the previous day's data is complete; `latest`: the time at which it is reported late.
   */
  | { kind: 'fresh'; latest: string }

export const timingKinds = ['daily', 'weekly', 'monthly', 'cron', 'fresh'] as const

const weekdayNames = ['日', '一', '二', '三', '四', '五', '六'] as const

/** Sorted with Monday first. */
const byWeek = (days: readonly number[]): number[] =>
  [...new Set(days)].sort((one, other) => ((one + 6) % 7) - ((other + 6) % 7))

/** Sorted with the last day at the end. */
const byMonth = (days: readonly number[]): number[] =>
  [...new Set(days)].sort((one, other) => (one || 99) - (other || 99))

/** 每周一、周五 9:00. */
export function timingText(timing: Timing): string {
  switch (timing.kind) {
    case 'daily':
      return `每天 ${timing.time}`
    case 'weekly': {
      const days = byWeek(timing.weekdays)
      const named = days.map((day) => `周${weekdayNames[day]}`).join('、')
      return days.length === 7 ? `每天 ${timing.time}` : `每${named} ${timing.time}`
    }
    case 'monthly': {
      const days = byMonth(timing.days).map((day) => (day === 0 ? '最后一天' : `${day} 日`))
      return `每月${days.join('、')} ${timing.time}`
    }
    case 'cron':
      return `定时 ${timing.cron}`
    case 'fresh':
      return `数据到齐后，最晚 ${timing.latest}`
  }
}

/** Fields: minute, hour, day, month, weekday; null for timings without a clock time. */
export function cronOf(timing: Timing): string | null {
  if (timing.kind === 'fresh') return null
  if (timing.kind === 'cron') return timing.cron.trim()
  const [hour, minute] = timing.time.split(':').map(Number)
  switch (timing.kind) {
    case 'daily':
      return `${minute} ${hour} * * *`
    case 'weekly':
      return `${minute} ${hour} * * ${byWeek(timing.weekdays).join(',')}`
    case 'monthly':
      return `${minute} ${hour} ${byMonth(timing.days)
        .map((day) => (day === 0 ? 'L' : day))
        .join(',')} * *`
  }
}
