// Checks the job queue: whether the worker polls, whether jobs wait too long, whether schedules are late.
import { sql } from 'kysely'
import { spanText } from '#shared/amounts.ts'
import { detail, type Look } from './finding.ts'

/** The worker polls every second; a busy one may take a few seconds. */
const stillMs = 30_000
const waitsMs = 5 * 60_000
const lateMs = 5 * 60_000

export const lookAtJobs: Look = async ({ metadata: { db }, jobs }) => {
  const now = Date.now()
  const moment = new Date(now).toISOString()
  const oldest = await db
    .selectFrom('job')
    .select(['enqueued_at', 'run_at'])
    .where('status', '=', 'queued')
    .where('run_at', '<=', moment)
    .orderBy('enqueued_at')
    .limit(1)
    .executeTakeFirst()
  const counts = await jobs.overview.counts(['queued', 'running'])
  const late = await db
    .selectFrom('job_schedule')
    .select(sql<number>`count(*)`.as('count'))
    .where('paused', '=', 0)
    .where('next_at', '<', new Date(now - lateMs).toISOString())
    .executeTakeFirst()
  const lateCount = Number(late?.count ?? 0)
  const waitedMs = oldest ? now - Date.parse(later(oldest.enqueued_at, oldest.run_at)) : 0
  const passedMs = jobs.sincePassMs
  const details = [
    detail('等待', counts.get('queued') ?? 0),
    detail('运行', counts.get('running') ?? 0),
    detail('等得最久', oldest ? spanText(waitedMs) : '没有'),
    detail('上次查看队列', passedMs === null ? '尚未' : `${spanText(passedMs)}前`),
    detail('延误的定时任务', lateCount),
  ]
  if (passedMs === null || passedMs > stillMs)
    return {
      state: 'failed',
      says: '后台任务停了：导出、定时、告警都不会运行；请管理员查看日志并重启',
      details,
    }
  if (lateCount > 0)
    return {
      state: 'warning',
      says: `有 ${lateCount} 个定时任务延误 5 分钟以上；请管理员在「定时任务」里查看`,
      details,
    }
  if (waitedMs > waitsMs)
    return {
      state: 'warning',
      says: `有任务已等了 ${spanText(waitedMs)}；前面的任务太多或太慢，请管理员在「后台任务」里查看`,
      details,
    }
  return { state: 'ok', says: '导出、定时与告警在按时运行', details }
}

const later = (one: string, other: string): string => (one > other ? one : other)
