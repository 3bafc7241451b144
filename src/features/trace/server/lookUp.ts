// Finds the user of a trace code, for users who manage permissions. Each look-up is recorded in the audit
// first.
import type { Deps } from '#server/deps.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { AppError } from '#shared/errors.ts'
import type { TraceEntry } from '../contract.ts'
import { typedCode } from './codes.ts'
import type { TraceDetail } from './detail.ts'
import { traceLines } from './lines.ts'

export async function lookUpCode(deps: Deps, userId: number, typed: string): Promise<TraceEntry> {
  const { db } = deps.metadata
  const code = typedCode(typed)
  const row = await db
    .selectFrom('trace')
    .leftJoin('user', 'user.id', 'trace.user_id')
    .selectAll('trace')
    .select(['user.email', 'user.username'])
    .where('code', '=', code)
    .executeTakeFirst()
  if (!row) throw new AppError('object_missing', '没有这个追踪码，请核对后再试；超过 400 天的记录已被清除')
  await writeAudit(db, { userId, action: 'trace.lookUp', detail: { code } })
  const detail = JSON.parse(row.detail) as TraceDetail
  const { user_id: id, email, username } = row
  return {
    code,
    kind: row.kind,
    at: row.at,
    user: id === null ? null : { id, email: email ?? '', username: username ?? `已删除的用户 ${id}` },
    reportId: detail.reportId,
    viewId: detail.viewId,
    reportName: detail.reportName,
    info: detail.info,
    lines: await traceLines(deps, detail, row.at),
  }
}
