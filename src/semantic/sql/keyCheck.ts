// A statement that finds repeated keys of a dimension table. A join by such a key would multiply figures.
import type { DimensionTable } from '../model/types.ts'
import type { Dialect } from './dialect.ts'
import type { Statement } from './statement.ts'

export function writeKeyCheck(table: DimensionTable, dialect: Dialect): Statement {
  const key = dialect.identifier(table.key_column)
  const sql = `SELECT ${dialect.cast(key, 'varchar', null)} AS ${dialect.identifier('key')}, count(*) AS ${dialect.identifier('count')}
FROM ${dialect.identifier(table.table_truename)}
WHERE ${key} IS NOT NULL
GROUP BY ${key}
HAVING count(*) > 1
ORDER BY 2 DESC, 1
LIMIT 5`
  return { sql, params: [], tables: [table.table_truename] }
}
