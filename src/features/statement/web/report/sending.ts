// Saves a report's definition or name. Another user's concurrent change conflicts only if it changed the
// same; their remark, name or position is kept.

import { call, failureOf, type InputOf, type ReplyOf } from '#web/api/client.ts'
import { conflictIn } from '#web/form/conflictIn.ts'
import { addOrUpdateReportMeta, type Report } from '#features/statement/contract.ts'

type Body = InputOf<typeof addOrUpdateReportMeta>['body']

/**
 * `base` is the report as the editor loaded it. Shows no error; rejects with object_conflict when both users
 * changed the same.
 */
export async function sendReport(body: Body, base: Report): Promise<ReplyOf<typeof addOrUpdateReportMeta>> {
  const { id, revision } = base
  try {
    return await call(addOrUpdateReportMeta, { body: { ...body, id, revision } }, { quiet: true })
  } catch (error) {
    const conflict = conflictIn<Report>(failureOf(error))
    if (!conflict || isTouched(body, base, conflict.present)) throw error
    return sendReport(body, conflict.present)
  }
}

const isTouched = ({ info, reportName }: Body, before: Report, present: Report): boolean =>
  (info !== undefined && JSON.stringify(present.info) !== JSON.stringify(before.info)) ||
  (reportName !== undefined && present.reportName !== before.reportName)
