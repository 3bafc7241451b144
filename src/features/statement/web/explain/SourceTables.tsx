// The tables that a figure comes from, each with when it was last updated.
import dayjs from 'dayjs'
import type { ExplainedPoint } from '../../contract.ts'

export function SourceTables({ tables }: { tables: ExplainedPoint['tables'] }) {
  if (tables.length === 0) return null
  return (
    <table className="explain-parts">
      <thead>
        <tr>
          <th>数据表</th>
          <th>更新频率</th>
          <th>最近更新</th>
        </tr>
      </thead>
      <tbody>
        {tables.map(({ name, tableName, describe, updateFrequency, updateTime }) => (
          <tr key={tableName}>
            <td title={describe}>
              {name} <code>{tableName}</code>
            </td>
            <td>{updateFrequency || '–'}</td>
            <td>{updateTime ? dayjs(updateTime).format('YYYY-MM-DD HH:mm') : '未知'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
