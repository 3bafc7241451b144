// Validates a timing that people chose.
import { AppError } from '#shared/errors.ts'
import { cronOf, type Timing } from '#shared/timing.ts'
import type { Jobs } from './jobs.ts'

/** The least time between two moments. */
const leastApartMs = 10 * 60_000
/** The pattern of an hour repeats: the smallest distance appears among this many moments. */
const momentsLooked = 150

const timeForm = /^([01]\d|2[0-3]):[0-5]\d$/

const wrong = (message: string) => new AppError('parameter_wrong', message)

/** Throws where it never comes, comes too often or can't be parsed. `what`: what happens then, such as 发送. */
export function cleanTiming({ schedules }: Pick<Jobs, 'schedules'>, timing: Timing, what: string): Timing {
  const clean = cleanParts(timing)
  const cron = cronOf(clean)
  if (cron === null) return clean
  const moments = schedules.preview({ cron }, momentsLooked)
  if (moments.length === 0) throw wrong('这个时间永远不会到来，请检查日期')
  const isNear = moments.some((moment, at) => {
    const before = moments[at - 1]
    return before !== undefined && moment.getTime() - before.getTime() < leastApartMs
  })
  if (isNear) throw wrong(`两次${what}至少相隔 10 分钟`)
  return clean
}

function cleanParts(timing: Timing): Timing {
  const time = 'time' in timing ? timing.time : timing.kind === 'fresh' ? timing.latest : null
  if (time !== null && !timeForm.test(time)) throw wrong('时间应为 00:00 到 23:59')
  if (timing.kind === 'weekly' && timing.weekdays.length === 0) throw wrong('请选择星期几')
  if (timing.kind === 'monthly' && timing.days.length === 0) throw wrong('请选择日期')
  if (timing.kind === 'cron') {
    const cron = timing.cron.trim().replaceAll(/\s+/g, ' ')
    if (cron.split(' ').length !== 5) throw wrong('定时表达式应为「分 时 日 月 周」五段')
    return { kind: 'cron', cron }
  }
  return timing
}
