// A task's schedule, in the form and in the request.

import { momentText } from '#shared/moment.ts'
import { installation } from '#web/shell/installation.ts'
import type { PushSchedule } from '#features/push/contract.ts'

export const whenTitles = {
  now: '立即',
  at: '定时一次',
  daily: '每天',
  weekly: '每周',
  cron: '定时表达式',
} as const satisfies Record<PushSchedule['kind'], string>

export interface When {
  when: string
  at: string
  time: string
  weekdays: readonly string[]
  cron: string
  until: string
}

const days = ['一', '二', '三', '四', '五', '六', '日']
export const weekdayNames: readonly string[] = days.map((day) => `周${day}`)

const plain: When = { when: '', at: '', time: '10:00', weekdays: ['周一'], cron: '', until: '' }

/** Null where nobody has chosen yet: no moment is the usual one, least of all at once. */
export function whenOf(schedule: PushSchedule | null): When {
  if (schedule === null) return plain
  switch (schedule.kind) {
    case 'now':
      return { ...plain, when: 'now' }
    case 'at':
      return { ...plain, when: 'at', at: momentText(schedule.at, installation().zone).replace(' ', 'T') }
    case 'daily':
      return { ...plain, when: 'daily', time: schedule.time, until: schedule.until }
    case 'weekly': {
      const weekdays = schedule.weekdays.map((day) => weekdayNames[day - 1] ?? '')
      return { ...plain, when: 'weekly', weekdays, time: schedule.time, until: schedule.until }
    }
    case 'cron':
      return { ...plain, when: 'cron', cron: schedule.cron, until: schedule.until }
  }
}

export function scheduleOf({ when, at, time, weekdays, cron, until }: When): PushSchedule {
  switch (when as PushSchedule['kind']) {
    case 'now':
      return { kind: 'now' }
    case 'at':
      return { kind: 'at', at }
    case 'daily':
      return { kind: 'daily', time, until }
    case 'weekly': {
      const numbers = weekdays.map((name) => weekdayNames.indexOf(name) + 1).filter((day) => day > 0)
      return { kind: 'weekly', weekdays: numbers, time, until }
    }
    case 'cron':
      return { kind: 'cron', cron, until }
  }
}

/** Whether enough is typed to ask for its times. */
export const isComplete = ({ when, at, time, weekdays, cron, until }: When): boolean =>
  when === 'now' ||
  (when === 'at' && at !== '') ||
  (until !== '' &&
    (when === 'cron' ? cron.trim() !== '' : time !== '') &&
    (when !== 'weekly' || weekdays.length > 0))

export const timeProblem = (time: string): string | undefined =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? undefined : '应为 00:00 到 23:59'
