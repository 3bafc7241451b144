// Checks the sandbox for users' SQL: a trivial statement through a real process, and the active layers of
// isolation.
import { AppError } from '#shared/errors.ts'
import { detail, type Finding, type Look } from './finding.ts'

const nobody = 0

export const lookAtSandbox: Look = async ({ sandbox }, signal): Promise<Finding> => {
  const lines = sandbox.defences().map((line, at) => detail(`防线 ${at + 1}`, line.replace(/^沙箱：/, '')))
  try {
    const { rowCount, queuedMs, elapsedMs } = await sandbox.run({
      userId: nobody,
      sql: 'SELECT 1 AS one',
      params: {},
      scope: { tables: [], temporary: [] },
      limit: 1,
      mode: 'rows',
      signal,
      onChunk: () => undefined,
    })
    const { running, waiting } = sandbox.load()
    const details = [
      detail('排队与运行', `${queuedMs} ms 与 ${elapsedMs} ms`),
      detail('现在', `运行 ${running} 个，等待 ${waiting} 个`),
      ...lines,
    ]
    if (rowCount !== 1)
      return {
        state: 'failed',
        says: '查询进程返回的结果不对：SQL 查询、按 SQL 发送的订阅和监控 SQL 的告警都不能运行；请联系管理员',
        details,
      }
    return sandbox.isWeakened()
      ? {
          state: 'warning',
          says: 'SQL 能运行，但这台机器不支持全部隔离手段；请管理员查看哪些没有生效',
          details,
        }
      : { state: 'ok', says: 'SQL 在独立的进程里运行，隔离手段全部生效', details }
  } catch (error) {
    if (error instanceof AppError && error.code === 'sql_unavailable')
      return { state: 'off', says: error.message, details: lines }
    throw error
  }
}
