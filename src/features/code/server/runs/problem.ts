// Why a run ended early: as stored with the run, and as a call's error.

import type { SqlProblem } from '#server/warehouse/sandbox/types.ts'
import { AppError, type ErrorCode, errors } from '#shared/errors.ts'
import type { RunProblem, RunStatus } from '#features/code/contract.ts'

/** Reasons that end a run from outside. */
export const endings = {
  user: () => new AppError('query_canceled', '已取消：你取消了这次运行'),
  caller: () => new AppError('query_canceled', '已取消：等待结果的页面或程序已离开'),
  dropped: () => new AppError('query_canceled', '已取消：结果已被你删除'),
  rights: () => new AppError('query_canceled', '已取消：账号已停用，或权限、游戏范围已变更'),
  restart: () => new AppError('query_failed', '服务重启，运行中断，请重新运行'),
  timeout: (timeoutMs: number) =>
    new AppError('query_timeout', `运行超过 ${duration(timeoutMs)}，已停止；请缩小范围后再试`),
}

const duration = (ms: number): string =>
  ms >= 60_000 ? `${Math.round(ms / 60_000)} 分钟` : `${ms / 1000} 秒`

const isSqlProblem = (data: unknown): data is SqlProblem =>
  typeof data === 'object' && data !== null && typeof (data as SqlProblem).line === 'number'

export function problemOf(error: AppError): RunProblem {
  const place = isSqlProblem(error.data) ? error.data : null
  return {
    code: error.code,
    message: error.message,
    line: place?.line ?? null,
    column: place?.column ?? null,
    length: place?.length ?? null,
    near: place?.near ?? '',
  }
}

/** The error for a caller who waited for the end. */
export function failureOf(problem: RunProblem | null): AppError {
  if (!problem || !(problem.code in errors)) return new AppError('query_failed', problem?.message)
  const { code, message, line, column, length, near } = problem
  return new AppError(code as ErrorCode, message, line === null ? null : { line, column, length, near })
}

export const statusOf = ({ code }: RunProblem): RunStatus =>
  code === 'query_canceled' ? 'canceled' : 'failed'
