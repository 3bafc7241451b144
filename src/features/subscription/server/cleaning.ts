// Validates a caller's input; each error is reported at its field.
import { AppError } from '#shared/errors.ts'
import { parseTemplate } from '#shared/template.ts'
import { cronOf, type Timing } from '#shared/timing.ts'
import type { SubscriptionChange } from '../contract.ts'
import { noteVariables } from './content/parts.ts'
import type { SubscriptionDeps } from './deps.ts'

/** The least time between two fires. */
const leastApartMs = 10 * 60_000
/** The pattern of an hour repeats: the smallest distance appears among this many moments. */
const momentsLooked = 150
const longestName = 100

export const atField = (field: string, message: string): AppError =>
  new AppError('parameter_wrong', message, { fields: { [field]: message } })

const timeForm = /^([01]\d|2[0-3]):[0-5]\d$/

/** Throws where it never fires, fires too often or can't be parsed. */
export function cleanTiming({ jobs }: Pick<SubscriptionDeps, 'jobs'>, timing: Timing): Timing {
  const clean = cleanParts(timing)
  const cron = cronOf(clean)
  if (cron === null) return clean
  let moments: Date[]
  try {
    moments = jobs.schedules.preview({ cron }, momentsLooked)
  } catch (error) {
    throw error instanceof AppError ? atField('timing', error.message) : error
  }
  if (moments.length === 0) throw atField('timing', '这个时间永远不会到来，请检查日期')
  const isNear = moments.some((moment, at) => {
    const before = moments[at - 1]
    return before !== undefined && moment.getTime() - before.getTime() < leastApartMs
  })
  if (isNear) throw atField('timing', '两次发送至少相隔 10 分钟')
  return clean
}

function cleanParts(timing: Timing): Timing {
  const time = 'time' in timing ? timing.time : timing.kind === 'fresh' ? timing.latest : null
  if (time !== null && !timeForm.test(time)) throw atField('timing', '时间应为 00:00 到 23:59')
  if (timing.kind === 'weekly' && timing.weekdays.length === 0) throw atField('timing', '请选择星期几')
  if (timing.kind === 'monthly' && timing.days.length === 0) throw atField('timing', '请选择日期')
  if (timing.kind === 'cron') {
    const cron = timing.cron.trim().replaceAll(/\s+/g, ' ')
    if (cron.split(' ').length !== 5) throw atField('timing', '定时表达式应为「分 时 日 月 周」五段')
    return { kind: 'cron', cron }
  }
  return timing
}

export function cleanNameOf(name: string): string {
  const clean = name.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  if (clean === '') throw atField('name', '请填写名称')
  if (clean.length > longestName) throw atField('name', `名称最多 ${longestName} 个字`)
  return clean
}

/** Restricts the link to the product, so that messages lead nowhere else. */
export function cleanLink(link: string): string {
  if (!/^\/(statement|code)(?:[/?#]|$)/.test(link) || /[\p{Cc}\s\\]/u.test(link))
    throw new AppError('parameter_wrong', '报表的地址有误，请从报表页面重新订阅')
  return link
}

export function cleanNote(note = ''): string {
  const [problem] = parseTemplate(note, noteVariables).problems
  if (problem) throw atField('note', problem.message)
  return note.trim()
}

export function assertContent({ content, toInbox, toMail, people, receivers }: SubscriptionChange): void {
  if (!content.picture && !content.table && !content.file)
    throw atField('content', '图、表格、附件至少选一样')
  if (!toInbox && !toMail && people.length === 0 && receivers.length === 0)
    throw atField('people', '请至少选择一种收件方式：站内信、邮件、他人或通知渠道')
}
