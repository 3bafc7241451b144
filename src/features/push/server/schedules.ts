// A task's schedule: as typed, for the jobs, and in words.
import type { Deps } from '#server/deps.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { ScheduleRule } from '#server/jobs/schedule/rule.ts'
import { businessDay } from '#shared/businessDay.ts'
import { calendarDay, shiftDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import type { PushSchedule } from '../contract.ts'
import { momentOf, wallClock } from './clock.ts'

type Clock = Pick<Deps['settings'], 'zone' | 'cutoffHour'>
const wrong = (message: string) => new AppError('parameter_wrong', message)

/** Filling in the form takes a while. */
const lateMs = 60_000
const furthestDays = 366

/** The stored form: ISO moments, valid days, and at least one future time. */
export function cleanSchedule(
  { jobs, settings }: { jobs: Pick<Jobs, 'schedules'>; settings: Clock },
  schedule: PushSchedule,
): PushSchedule {
  if (schedule.kind === 'now') return schedule
  if (schedule.kind === 'at') return { kind: 'at', at: cleanMoment(schedule.at, settings) }
  const cleaned = { ...schedule, until: cleanUntil(schedule.until, settings) }
  if (cleaned.kind !== 'cron') cleanTime(cleaned.time)
  if (cleaned.kind === 'cron') cleaned.cron = cleaned.cron.trim().replace(/\s+/g, ' ')
  if (cleaned.kind === 'weekly') cleaned.weekdays = [...new Set(cleaned.weekdays)].sort()
  if (momentsOf(jobs, settings, cleaned, 1).length === 0)
    throw wrong(`到 ${cleaned.until} 为止没有要发送的时间，请修改时间或截止日期`)
  return cleaned
}

function cleanMoment(typed: string, { zone }: Clock): string {
  const text = typed.trim()
  const isLocal = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?$/.test(text)
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  const day = calendarDay(text.slice(0, 10))
  if (
    (!isLocal && !isMoment) ||
    day === null ||
    Number.isNaN(Date.parse(`${text.slice(0, 16).replace(' ', 'T')}Z`))
  )
    throw wrong('发送时间应为 2026-01-31 09:30')
  const moment = isLocal ? momentOf(zone, text.slice(0, 16).replace(' ', 'T')) : Date.parse(text)
  const shown = wallClock(zone, moment).replace('T', ' ')
  if (moment < Date.now() - lateMs) throw wrong(`发送时间 ${shown} 已过，请选择以后的时间，或改为现在发送`)
  if (moment > Date.now() + furthestDays * 86_400_000) throw wrong('发送时间最远在一年以内')
  return new Date(moment).toISOString()
}

function cleanUntil(typed: string, settings: Clock): string {
  const today = businessDay(settings)
  if (calendarDay(typed) === null) throw wrong('截止日期应为 2026-01-31')
  if (typed < today) throw wrong(`截止日期 ${typed} 已过，请填写今天或以后的日期`)
  if (typed > shiftDay(today, furthestDays)) throw wrong('截止日期最远在一年以内')
  return typed
}

function cleanTime(time: string): void {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) throw wrong('时间应为 00:00 到 23:59')
}

/** Null for a task that is sent at once. */
export function ruleOf(schedule: PushSchedule): ScheduleRule | null {
  switch (schedule.kind) {
    case 'now':
      return null
    case 'at':
      return { at: schedule.at }
    case 'cron':
      return { cron: schedule.cron }
    default: {
      const [hour, minute] = schedule.time.split(':').map(Number)
      const days = schedule.kind === 'daily' ? '*' : schedule.weekdays.map((day) => day % 7).join(',')
      return { cron: `${minute} ${hour} * * ${days}` }
    }
  }
}

export const isRepeated = (schedule: PushSchedule): boolean => 'until' in schedule

/** The next moments, up to its last day. */
export function momentsOf(
  jobs: Pick<Jobs, 'schedules'>,
  settings: Clock,
  schedule: PushSchedule,
  count: number,
): Date[] {
  const rule = ruleOf(schedule)
  if (rule === null) return []
  return jobs.schedules.preview(rule, count).filter((moment) => !isOver(schedule, settings, moment))
}

/** Whether its last day has passed then. */
export function isOver(schedule: PushSchedule, { zone }: Clock, moment: Date): boolean {
  return 'until' in schedule && wallClock(zone, moment.getTime()).slice(0, 10) > schedule.until
}

const weekdays = ['', '一', '二', '三', '四', '五', '六', '日']

export function scheduleText(schedule: PushSchedule, { zone }: Clock): string {
  switch (schedule.kind) {
    case 'now':
      return '立即'
    case 'at':
      return wallClock(zone, Date.parse(schedule.at)).replace('T', ' ')
    case 'daily':
      return `每天 ${schedule.time}，到 ${schedule.until}`
    case 'weekly':
      return `每周${schedule.weekdays.map((day) => weekdays[day]).join('、')} ${schedule.time}，到 ${schedule.until}`
    case 'cron':
      return `${schedule.cron}，到 ${schedule.until}`
  }
}
