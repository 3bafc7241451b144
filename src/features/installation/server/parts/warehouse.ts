// Checks the warehouse: a read of a published table, and the age of the last publication.

import { findDamage } from '#server/warehouse/snapshot/check.ts'
import { ManifestProblem, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { spanText } from '#shared/amounts.ts'
import { momentText } from '#shared/moment.ts'
import { detail, type Look } from './finding.ts'

/** Without news for longer than a weekend, the data deserves a warning. */
const staleMs = 3 * 24 * 3_600_000

export const lookAtWarehouse: Look = async ({ warehouse, settings: { zone, dataDir } }, signal) => {
  const damage = warehouse.dialect === 'duckdb' ? await damageOf(warehouseFolder(dataDir)) : null
  if (damage)
    return {
      state: 'failed',
      says: '数据仓库的文件已损坏；请管理员停止服务后用备份恢复，或运行 npm run repair',
      details: [detail('损坏', damage)],
    }
  const tables = [...warehouse.tables()].sort((a, b) => a.rowCount - b.rowCount)
  const smallest = tables.find(({ rowCount }) => rowCount > 0)
  const sql = smallest ? `SELECT * FROM ${quoted(smallest.name, warehouse.dialect)} LIMIT 1` : 'SELECT 1'
  const { elapsedMs } = await warehouse.run({ sql, pool: 'report', limit: 1, limited: true, signal })
  const newest = Math.max(...tables.map(({ updatedAt }) => Date.parse(updatedAt)).filter(Number.isFinite))
  const ageMs = Date.now() - newest
  const details = [
    detail('种类', warehouse.dialect === 'duckdb' ? 'DuckDB（内置）' : 'ClickHouse'),
    detail('表', tables.length),
    detail('版本', warehouse.version()),
    detail('查询', `${elapsedMs} ms`),
    ...(Number.isFinite(newest) ? [detail('最近发布', momentText(newest, zone, 'second'))] : []),
    detail('读取进程', warehouse.readerPids().length),
  ]
  if (!smallest)
    return { state: 'warning', says: '能查询，但还没有数据；请先导入数据（g k），报表才有数字', details }
  if (ageMs > staleMs)
    return {
      state: 'warning',
      says: `能查询，但最近一次有新数据在 ${spanText(ageMs)}前；请检查导入是否停了`,
      details,
    }
  return { state: 'ok', says: '能查询，数据是新的', details }
}

/** The same check as at the start: the manifest, and the headers of the files. */
async function damageOf(folder: string): Promise<string | null> {
  try {
    return await findDamage(folder)
  } catch (error) {
    if (error instanceof ManifestProblem) return error.told
    throw error
  }
}

const quoted = (name: string, dialect: 'duckdb' | 'clickhouse'): string =>
  dialect === 'duckdb'
    ? `"${name.replaceAll('"', '""')}"`
    : `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
