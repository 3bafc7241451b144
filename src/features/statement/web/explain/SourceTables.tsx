// The tables behind a figure, with their update times, and who looks after them.

import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { holds } from '#web/shell/session.ts'
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { listFreshness } from '#features/sources/contract.ts'
import type { ExplainedPoint } from '#features/statement/contract.ts'

/** Frequencies as stored; free text is shown as it is. */
const frequencies: Record<string, string> = {
  minute: '每分钟',
  hour: '每小时',
  day: '每天',
  week: '每周',
  month: '每月',
  once: '导入一次',
}

export function SourceTables({ tables }: { tables: ExplainedPoint['tables'] }) {
  if (tables.length === 0) return null
  const mayOpen = holds(listFreshness.access.keys)
  const doubts = tables.flatMap(({ doubts = [], name }) => doubts.map((doubt) => ({ ...doubt, table: name })))
  return (
    <>
      <SmallTable className="explain-parts">
        <thead>
          <tr>
            <th>数据表</th>
            <th>更新频率</th>
            <th>最近更新</th>
            <th>负责人</th>
            {mayOpen && (
              <th>
                <span className="visually-hidden">数据接入</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {tables.map(({ name, tableName, describe, updateFrequency, updateTime, keeper }) => (
            <tr key={tableName}>
              <td title={describe}>
                {name} <code>{tableName}</code>
              </td>
              <td>{(frequencies[updateFrequency] ?? updateFrequency) || '–'}</td>
              <td>{updateTime ? timeText(updateTime) : '未知'}</td>
              <td>{keeper ?? '管理员'}</td>
              {mayOpen && (
                <td>
                  <Link href={pages.configSourceTables({ text: tableName })}>数据新鲜度</Link>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </SmallTable>
      {doubts.length > 0 && (
        <ul className="explain-doubts" aria-label="没有通过的数据校验">
          {doubts.map(({ day, name, text, table }) => (
            <li key={`${table} ${name} ${day}`}>
              疑：{day ?? '整张表'} {table} {name}
              {text && `；${text}`}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
