// Texts for jobs and schedules.
import type { Tone } from '#web/list/types.ts'
import type { JobRow, JobStatusName, ScheduleRow } from '../contract.ts'

export const statusWords: Readonly<Record<JobStatusName, string>> = {
  running: '运行中',
  queued: '等待',
  failed: '失败',
  unknown: '结果未知',
  canceled: '已取消',
  done: '完成',
}

export const statusTones: Readonly<Record<JobStatusName, Tone>> = {
  running: 'active',
  queued: 'muted',
  failed: 'bad',
  unknown: 'warning',
  canceled: 'muted',
  done: 'good',
}

/** For a running job with its progress. */
export function statusText({ status, progress, cancelAsked, attempt }: JobRow): string {
  if (status === 'running' && cancelAsked) return '正在取消'
  if (status === 'running' && progress > 0) return `运行中 ${Math.floor(progress * 100)}%`
  if (status === 'queued' && attempt > 0) return '等待重试'
  return statusWords[status]
}

/** The current step, or the reason why the job is not done. */
export const tellsOf = ({ status, step, problem }: JobRow): string =>
  status === 'running' ? step : problem || (status === 'done' ? '' : step)

/** Milliseconds from start to end, or to now; null before the start. */
export function tookMs({ startedAt, endedAt }: Pick<JobRow, 'startedAt' | 'endedAt'>): number | null {
  if (startedAt === null) return null
  const end = endedAt === null ? Date.now() : Date.parse(endedAt)
  return Math.max(0, end - Date.parse(startedAt))
}

export function spanText(ms: number | null): string {
  if (ms === null) return ''
  if (ms < 1_000) return `${Math.round(ms)} 毫秒`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} 秒`
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return `${minutes} 分 ${Math.floor((ms % 60_000) / 1_000)} 秒`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} 小时 ${minutes % 60} 分` : `${Math.floor(hours / 24)} 天 ${hours % 24} 小时`
}

/** A start within this time counts as punctual, in milliseconds. */
const onTimeMs = 60_000

export function fireText(state: ScheduleRow['lastState'], lateMs: number): string {
  if (state === 'missed') return '错过'
  if (state === '') return ''
  return lateMs > onTimeMs ? `晚了 ${spanText(lateMs)}` : '准时'
}

export function fireTone(state: ScheduleRow['lastState'], lateMs: number): Tone | undefined {
  if (state === '') return undefined
  if (state === 'missed') return 'bad'
  return lateMs > onTimeMs ? 'warning' : 'good'
}
