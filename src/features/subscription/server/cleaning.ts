// Validates a caller's input; each error is reported at its field.
import { cleanTiming as cleanOf } from '#server/jobs/timings.ts'
import { AppError } from '#shared/errors.ts'
import { parseTemplate } from '#shared/template.ts'
import type { Timing } from '#shared/timing.ts'
import type { SubscriptionChange } from '../contract.ts'
import { noteVariables } from './content/parts.ts'
import type { SubscriptionDeps } from './deps.ts'

const longestName = 100

export const atField = (field: string, message: string): AppError =>
  new AppError('parameter_wrong', message, { fields: { [field]: message } })

/** Throws where it never fires, fires too often or can't be parsed. */
export function cleanTiming({ jobs }: Pick<SubscriptionDeps, 'jobs'>, timing: Timing): Timing {
  try {
    return cleanOf(jobs, timing, '发送')
  } catch (error) {
    throw error instanceof AppError ? atField('timing', error.message) : error
  }
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
