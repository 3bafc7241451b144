// Replaces the sandbox for warehouses without one: users' SQL is refused.
import { AppError } from '#shared/errors.ts'
import type { Sandbox } from './types.ts'

export const deniedSandbox: Sandbox = {
  run: async () => {
    throw new AppError('sql_unavailable')
  },
  functions: async () => [],
  defences: () => [
    '数据仓库是 ClickHouse，没有设置 WAREHOUSE_SQL：SQL 工作台与自定义报表的 SQL 一律拒绝运行',
  ],
  isWeakened: () => false,
  load: () => ({ running: 0, waiting: 0 }),
  pids: () => [],
  stop: async () => {},
}
